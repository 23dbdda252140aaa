internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import ProviderManifests
internal import SystemPackage

extension ResourceService {
    /// Makes room for a file: evicts what nobody holds where too little is free, or the store has grown too large.
    ///
    /// The lowest preservation priority goes first, of equals what was used longest ago; what no manifest declares goes
    /// before all.
    ///
    /// - Parameter size: The bytes that are about to be written.
    /// - Throws: `storageFull` where it cannot be made.
    func makeRoom(for size: Int) async throws(FontError) {
        let space = rights.resourceSpace
        let (entries, available) = try await reading { [store] in
            (store.entries(), (try? store.availableSpace()) ?? .max)
        }
        let used = entries.reduce(0) { $0 + $1.size }
        // Of a number without bound nothing can be taken away.
        var excess = max(used + size - space.bytes, available == .max ? 0 : space.freeBytes - (available - size), 0)
        guard excess > 0 else { return }
        var freed = 0
        for candidate in await candidates(among: entries) where excess > 0 {
            guard await evict([candidate], byUser: false) > 0 else { continue }
            excess -= candidate.entry.size
            freed += candidate.entry.size
        }
        guard used - freed + size <= space.bytes else {
            throw FontError(
                .storageFull,
                "The fetched files would take more than \(space.bytes) bytes, and programs use all of them. End accesses, "
                    + "or raise the limit in the policy, see typecase-policy(5).")
        }
        guard available == .max || available + freed > size else {
            throw FontError(.storageFull, "There is no room for \(size) bytes. Free some space and try again.")
        }
    }

    /// How full the disk is.
    ///
    /// - Returns: The bytes that can still be written where the store is, and those of all files that nobody holds; `nil`
    ///   where the disk does not tell.
    package func space() async -> (available: Int, evictable: Int)? {
        let found = try? await reading { [store] in (try? store.availableSpace()).map { ($0, store.entries()) } }
        guard let (available, entries) = found ?? nil else { return nil }
        return (available, entries.filter { holds[$0.key.digest] == nil }.reduce(0) { $0 + $1.size })
    }

    /// A file that can be evicted.
    struct Candidate: Sendable {
        let entry: AssetStore.Entry
        /// The resources that it is, of several providers where they have the same bytes.
        let resources: [ProviderResource]
    }

    /// What can be evicted, the first to go first.
    private func candidates(among entries: [AssetStore.Entry]) async -> [Candidate] {
        let preservation = await preservationPriorities()
        let resources = (try? await reading { [catalogs] in catalogs.all() })?.flatMap(\.resources) ?? []
        let known = Self.byEntry(resources)
        func priority(_ candidate: Candidate) -> Double {
            candidate.resources.map { preservation.priority(of: $0) }.max() ?? -1
        }
        return entries.map { Candidate(entry: $0, resources: known[$0.key] ?? []) }
            .sorted { (priority($0), $0.entry.lastUse) < (priority($1), $1.entry.lastUse) }
    }

    /// The resources that a file of the store can be.
    static func byEntry(_ resources: [ProviderResource]) -> [AssetStore.Key: [ProviderResource]] {
        resources.reduce(into: [:]) { groups, resource in
            for entry in resource.entries { groups[entry, default: []].append(resource) }
        }
    }

    // MARK: Watching

    /// Has free space looked at after a while, as other programs use it up as well.
    func watchSpace() {
        guard !isWatchingSpace else { return }
        isWatchingSpace = true
        _ = AlarmClock.shared.add(after: spaceInterval) { [weak self] in
            Task { await self?.checkSpace() }
        }
    }

    /// Evicts what has to go, and looks again as long as there is something that could.
    private func checkSpace() async {
        // While what could go is held, the end of the access has it looked at again.
        guard let before = await space(), before.evictable > 0 else { return isWatchingSpace = false }
        do throws(FontError) {
            try await makeRoom(for: 0)
        } catch {
            log.debug("There is not enough space for fetched files", metadata: ["error": "\(error.message)"])
        }
        let after = await space()
        isWatchingSpace = false
        if after?.evictable ?? 0 > 0 { watchSpace() }
    }

    /// Evicts files that nobody holds.
    ///
    /// - Returns: How many.
    @discardableResult
    func evict(_ candidates: [Candidate], byUser: Bool) async -> Int {
        var evictions: [ResourceEviction] = []
        var count = 0
        for candidate in candidates {
            let digest = candidate.entry.key.digest
            // Asked at the last moment: somebody may have begun to hold it since it was looked for.
            guard holds[digest] == nil else { continue }
            let isRemoved: Bool
            // In this turn of the actor, so that nobody can come to hold it in between.
            do throws(Errno) {
                try store.remove(candidate.entry.key)
                isRemoved = true
            } catch {
                log.warning("A fetched file cannot be removed", metadata: ["error": "\(error)"])
                isRemoved = false
            }
            guard isRemoved else { continue }
            count += 1
            evictionCount += 1
            let providers = candidate.resources.map(\.provider)
            // Whose manifest declared it before is known only of a file that was fetched with a secret.
            evictions += (providers.isEmpty ? [candidate.entry.key.owner ?? .request] : providers).map {
                ResourceEviction(digest: digest, provider: $0, isByUser: byUser)
            }
        }
        if !evictions.isEmpty { await onEviction(evictions) }
        return count
    }

    /// How much providers want their tags kept.
    private func preservationPriorities() async -> PreservationPriorities {
        if let preservation { return preservation }
        let path = "\(store.directory)/priorities"
        let read = (try? await reading { PreservationPriorities(path: path) }) ?? PreservationPriorities(path: path)
        if preservation == nil { preservation = read }
        return preservation ?? read
    }

    /// Says how much a provider wants tags kept when space is low.
    ///
    /// - Parameters:
    ///   - priority: 0, which is as good as nothing said, to 1.
    ///   - tags: The tags.
    ///   - caller: Who calls.
    /// - Throws: `assetNotFound` for a tag that nobody declared, `exceededResourceLimit` for too many.
    package func setPreservationPriority(
        _ priority: Double, tags: [String], of caller: CallerIdentity
    ) async throws(FontError) {
        try await reading { [catalogs] in
            Result { () throws(FontError) in
                _ = try catalogs.catalog(of: caller).resources(tagged: tags)
            }
        }.get()
        var changed = await preservationPriorities()
        if let preservation { changed = preservation }
        try changed.set(priority, for: tags, of: caller.provider)
        preservation = changed
        try await writePreservation()
    }

    /// Forgets what providers said.
    func forgetPreservation(of providers: Set<ProviderIdentifier>) async throws(FontError) {
        var changed = await preservationPriorities()
        if let preservation { changed = preservation }
        for provider in providers { changed.forget(provider) }
        preservation = changed
        try await writePreservation()
    }

    private func writePreservation() async throws(FontError) {
        guard let preservation else { return }
        try await reading { [store] in
            Result { () throws(FontError) in
                do throws(Errno) {
                    try store.make()
                    try preservation.write()
                } catch {
                    throw FontError(error, while: "keep the preservation priorities")
                }
            }
        }.get()
    }
}
