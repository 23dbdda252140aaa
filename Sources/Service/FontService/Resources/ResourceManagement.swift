internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import ProviderManifests
internal import SystemPackage

/// Shows the user all resources, and drives them as the user says or as their manifests want.
package struct ResourceManagement: Sendable {
    private let resources: ResourceService

    /// Creates it over the service that programs use.
    package init(resources: ResourceService) { self.resources = resources }

    /// Where a resource is.
    package enum State: String, Sendable {
        /// In the provider's directory of assets.
        case installed
        /// Fetched, in the store.
        case fetched
        /// Not on the machine.
        case absent
    }

    /// One resource with where it is.
    package struct Listed: Sendable {
        /// The resource.
        package let resource: ProviderResource
        /// Where it is.
        package let state: State
        /// Whether an access holds it.
        package let isHeld: Bool
    }

    /// What the user can do to resources.
    package enum Action: String, Sendable, CaseIterable {
        /// Fetch what is absent.
        case prefetch
        /// Remove what was fetched and nobody holds.
        case purge
        /// Bring back the state right after the installation: purge, forget priorities, and fetch what is `initial`.
        case reset
    }

    /// What came of an action.
    package struct ActionResult: Sendable {
        /// How many files were fetched.
        package var fetched = 0
        /// How many files were removed.
        package var purged = 0
        /// How many files stayed because programs hold them.
        package var held = 0
        /// What could not be fetched, and why.
        package var failures: [(resource: ProviderResource, error: FontError)] = []
    }

    /// The resources of all manifests, in the order of providers and manifests.
    ///
    /// - Parameter filter: Which.
    /// - Returns: The resources.
    /// - Throws: `busy` where the disk does not answer.
    package func list(_ filter: ResourceFilter) async throws(FontError) -> [Listed] {
        let found = try await resources.reading { [catalogs = resources.catalogs, store = resources.store] in
            catalogs.all().flatMap { catalog in
                let assets = try? ConfinedDirectory(path: catalog.directory)
                return catalog.resources.filter(filter.contains).map { resource -> (ProviderResource, State) in
                    if resource.entries.contains(where: store.contains) { return (resource, .fetched) }
                    let isInstalled = (try? assets?.file(resource.file.parts)) != nil
                    return (resource, isInstalled ? .installed : .absent)
                }
            }
        }
        let held = await resources.held
        return found.map { Listed(resource: $0.0, state: $0.1, isHeld: held.contains($0.0.digest)) }
    }

    /// Does something to resources.
    ///
    /// - Parameters:
    ///   - action: What.
    ///   - filter: To which.
    /// - Returns: What came of it.
    /// - Throws: `busy` where the disk does not answer; of single files the result tells.
    package func perform(_ action: Action, _ filter: ResourceFilter) async throws(FontError) -> ActionResult {
        var result = ActionResult()
        if action != .prefetch {
            try await purge(filter, &result)
            if action == .reset {
                let providers = Set(try await list(filter).map(\.resource.provider))
                try await resources.forgetPreservation(of: providers)
            }
        }
        if action != .purge {
            var wanted = filter
            if action == .reset { wanted.policies = [.initial] }
            let isNothing = action == .reset && !filter.policies.isEmpty && !filter.policies.contains(.initial)
            if !isNothing { try await fetchAbsent(wanted, &result) }
        }
        return result
    }

    private func purge(_ filter: ResourceFilter, _ result: inout ActionResult) async throws(FontError) {
        let fetched = try await list(filter).filter { $0.state == .fetched }
        let entries = try await resources.reading { [store = resources.store] in store.entries() }
        let groups = ResourceService.byEntry(fetched.map(\.resource))
        let candidates = entries.compactMap { entry in
            groups[entry.key].map { ResourceService.Candidate(entry: entry, resources: $0) }
        }
        result.purged = await resources.evict(candidates, byUser: true)
        result.held = candidates.count - result.purged
    }

    /// Fetches absent resources, those of one provider in the order of its manifest, and goes on after failures.
    ///
    /// - Parameters:
    ///   - filter: Which.
    ///   - result: Gets what came of it.
    ///   - mayFetch: Whether the next file may be fetched now; the others are left out where it may not.
    /// - Returns: Whether none was left out.
    /// - Throws: `busy` where the disk does not answer.
    @discardableResult
    private func fetchAbsent(
        _ filter: ResourceFilter, _ result: inout ActionResult, while mayFetch: @Sendable () async -> Bool = { true }
    ) async throws(FontError) -> Bool {
        let listed = try await list(filter)
        let known = Dictionary(
            ((try? await resources.reading { [catalogs = resources.catalogs] in catalogs.all() }) ?? []).map {
                ($0.place.provider, $0)
            },
            uniquingKeysWith: { first, _ in first })
        for item in listed where item.state == .absent && item.resource.address != nil {
            guard !Task.isCancelled, let catalog = known[item.resource.provider], await mayFetch() else {
                return false
            }
            let priority = LoadingPriority(0)
            do throws(FontError) {
                try await resources.fetch(item.resource, of: catalog, for: catalog.caller, priority: priority) { _ in }
                result.fetched += 1
            } catch {
                result.failures.append((item.resource, error))
            }
        }
        return true
    }

    /// Fetches what providers want without anybody's asking: `initial` at once, `prefetch` when nothing else is to be
    /// done and the network costs nothing.
    ///
    /// - Parameter mayPrefetch: Whether nothing else is to be done and the network does not cost by the byte, asked before
    ///   each file that can wait.
    /// - Returns: Whether fonts came that the service registers by itself, whether everything is here, and whether a file
    ///   could not be fetched.
    package func fetchUnasked(
        mayPrefetch: @Sendable () async -> Bool
    ) async -> (hasFonts: Bool, isComplete: Bool, hasFailures: Bool) {
        var result = ActionResult()
        var filter = ResourceFilter()
        filter.policies = [.initial]
        let initial = ((try? await list(filter)) ?? []).filter { $0.state == .absent && $0.resource.address != nil }
        let isWhole = (try? await fetchAbsent(filter, &result)) ?? false
        filter.policies = [.prefetch]
        let later = ((try? await list(filter)) ?? []).filter { $0.state == .absent && $0.resource.address != nil }
        let isRestWhole = (try? await fetchAbsent(filter, &result, while: mayPrefetch)) ?? false
        let isComplete = isRestWhole && isWhole && result.failures.isEmpty
        // What the service before has left may be too much by now.
        if await resources.space()?.evictable ?? 0 > 0 { await resources.watchSpace() }
        for (resource, error) in result.failures {
            resources.log.warning(
                "A resource could not be fetched, and is tried again later",
                metadata: [
                    "provider": "\(resource.provider)", "file": "\(resource.file)", "error": "\(error.message)",
                ])
        }
        let hasFonts = result.fetched > 0 && (initial + later).contains { $0.resource.isRegisteredOnInstallation }
        return (hasFonts, isComplete, !result.failures.isEmpty)
    }
}
