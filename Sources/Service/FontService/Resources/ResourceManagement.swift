internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import ProviderManifests
internal import SystemPackage

/// Lists all resources, and downloads or removes them on behalf of the user or as their manifests require.
package struct ResourceManagement: Sendable {
    private let resources: ResourceService

    /// Creates a manager for the resource service that programs use.
    package init(resources: ResourceService) { self.resources = resources }

    /// The location of a resource.
    package enum State: String, Sendable {
        /// In the provider's directory of assets.
        case installed
        /// Downloaded, in the store.
        case fetched
        /// Not on the machine.
        case absent
    }

    /// A resource and its location.
    package struct Listed: Sendable {
        /// The resource.
        package let resource: ProviderResource
        /// The location.
        package let state: State
        /// Whether an access holds it.
        package let isHeld: Bool
    }

    /// An action of the user on resources.
    package enum Action: String, Sendable, CaseIterable {
        /// Download absent resources.
        case prefetch
        /// Remove downloaded files that no access holds.
        case purge
        /// Restore the state right after the installation: purge, forget priorities, and download `initial` resources.
        case reset
    }

    /// The result of an action.
    package struct ActionResult: Sendable {
        /// The number of downloaded files.
        package var fetched = 0
        /// The number of removed files.
        package var purged = 0
        /// The number of files that were kept because programs hold them.
        package var held = 0
        /// The resources that could not be downloaded, and the reasons.
        package var failures: [(resource: ProviderResource, error: FontError)] = []
    }

    /// The resources of all manifests, in the order of providers and manifests.
    ///
    /// - Parameter filter: Selects the resources.
    /// - Returns: The resources.
    /// - Throws: `busy` if the disk does not respond.
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

    /// Performs an action on resources.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - filter: Selects the resources.
    /// - Returns: The result of the action.
    /// - Throws: `busy` if the disk does not respond; the result contains the failures of single files.
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

    /// Downloads absent resources, and continues after failures.
    ///
    /// The resources of one provider are downloaded in the order of its manifest.
    ///
    /// - Parameters:
    ///   - filter: Selects the resources.
    ///   - result: Receives the result.
    ///   - mayFetch: Whether the next file may be downloaded now; if not, the remaining files are skipped.
    /// - Returns: Whether no file was skipped.
    /// - Throws: `busy` if the disk does not respond.
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

    /// Downloads the resources that providers want on the machine without any request.
    ///
    /// `initial` resources are downloaded at once, `prefetch` resources when the service is idle and the network is not
    /// metered.
    ///
    /// - Parameter mayPrefetch: Whether the service is idle and the network is not metered; checked before each file
    ///   that can wait.
    /// - Returns: Whether there are new fonts that the service registers by itself, whether everything is on the
    ///   machine, and whether a download failed.
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
        // The files left by the previous service may exceed the limits now.
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
