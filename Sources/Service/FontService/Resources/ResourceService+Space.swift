internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import ProviderManifests
internal import SystemPackage

extension ResourceService {
    /// Makes room for a file.
    ///
    /// If too little space is free or the store has grown too large, files that no access holds are evicted. Files that
    /// no manifest declares go first, then those with the lowest preservation priority. Among equals, the least
    /// recently used goes first.
    ///
    /// - Parameter size: The number of bytes about to be written.
    /// - Throws: `storageFull` if there is not enough room.
    func makeRoom(for size: Int) async throws(FontError) {
        let space = rights.resourceSpace
        let (entries, available) = try await reading { [store] in
            (store.entries(), (try? store.availableSpace()) ?? .max)
        }
        let used = entries.reduce(0) { $0 + $1.size }
        // Nothing is subtracted from `.max`, which stands for space without a known bound.
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

    /// The available and the evictable space on the disk.
    ///
    /// - Returns: The bytes that can still be written to the store's file system, and the total size of all files that
    ///   no access holds; `nil` if the disk does not report its free space.
    package func space() async -> (available: Int, evictable: Int)? {
        let found = try? await reading { [store] in (try? store.availableSpace()).map { ($0, store.entries()) } }
        guard let (available, entries) = found ?? nil else { return nil }
        return (available, entries.filter { holds[$0.key.digest] == nil }.reduce(0) { $0 + $1.size })
    }

    /// A file that can be evicted.
    struct Candidate: Sendable {
        let entry: AssetStore.Entry
        /// The resources with the bytes of the file; providers may share the same bytes.
        let resources: [ProviderResource]
    }

    /// The files that can be evicted, in the order of eviction.
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

    /// The resources that each file of the store can belong to.
    static func byEntry(_ resources: [ProviderResource]) -> [AssetStore.Key: [ProviderResource]] {
        resources.reduce(into: [:]) { groups, resource in
            for entry in resource.entries { groups[entry, default: []].append(resource) }
        }
    }

    // MARK: Watching

    /// Schedules a check of free space, because other programs use up space as well.
    func watchSpace() {
        guard !isWatchingSpace else { return }
        isWatchingSpace = true
        _ = AlarmClock.shared.add(after: spaceInterval) { [weak self] in
            Task { await self?.checkSpace() }
        }
    }

    /// Evicts files if necessary, and schedules the next check if any evictable files are left.
    private func checkSpace() async {
        // If all evictable files are held, the end of an access schedules the next check.
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

    /// Evicts files that no access holds.
    ///
    /// - Returns: The number of evicted files.
    @discardableResult
    func evict(_ candidates: [Candidate], byUser: Bool) async -> Int {
        var evictions: [ResourceEviction] = []
        var count = 0
        for candidate in candidates {
            let digest = candidate.entry.key.digest
            // Checked at the last moment: an access may have begun to hold it since the search.
            guard holds[digest] == nil else { continue }
            let isRemoved: Bool
            // Removed without suspending the actor, so that no access can begin to hold it in between.
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
            // If no manifest declares the file, its provider is known only if it was downloaded with a secret.
            evictions += (providers.isEmpty ? [candidate.entry.key.owner ?? .request] : providers).map {
                ResourceEviction(digest: digest, provider: $0, isByUser: byUser)
            }
        }
        if !evictions.isEmpty { await onEviction(evictions) }
        return count
    }

    /// The priorities with which providers want their tags kept.
    private func preservationPriorities() async -> PreservationPriorities {
        if let preservation { return preservation }
        let path = "\(store.directory)/priorities"
        let read = (try? await reading { PreservationPriorities(path: path) }) ?? PreservationPriorities(path: path)
        if preservation == nil { preservation = read }
        return preservation ?? read
    }

    /// Sets the priority with which a provider's tags are kept when space is low.
    ///
    /// - Parameters:
    ///   - priority: The priority from 0 to 1; 0 is the same as no priority.
    ///   - tags: The tags.
    ///   - caller: The calling program.
    /// - Throws: `assetNotFound` for an undeclared tag, `exceededResourceLimit` for too many tags.
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

    /// Forgets the priorities set by providers.
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
