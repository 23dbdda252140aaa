package import FontLibrary
package import FontModel
package import LinuxSystem
package import Logging
package import ProviderManifests
internal import SystemPackage

/// Gives programs access to the resources declared in their manifests.
///
/// Files that are missing on the machine are downloaded. A file held by an access is never evicted.
package actor ResourceService {
    /// The maximum number of simultaneous accesses of one connection.
    package static let accessesPerConnection = 1024
    /// The maximum number of ended accesses of a connection whose handles are remembered.
    private static let endedPerConnection = 4096

    /// An access, identified by a handle that a connection chose.
    package struct Holder: Sendable, Hashable {
        /// The unique name of the caller.
        package let connection: String
        /// The caller's name for the access.
        package let handle: String

        /// Creates the identifier of an access.
        package init(connection: String, handle: String) {
            self.connection = connection
            self.handle = handle
        }
    }

    struct Access {
        var resources: [ProviderResource] = []
        var directory = ""
        let priority: LoadingPriority
        /// Whether all files are on the machine; until then nothing can be opened.
        var isHeld = false
    }

    nonisolated let catalogs: ResourceCatalogs
    nonisolated let store: AssetStore
    /// Finds the files that are on the machine.
    nonisolated let localFiles: ResourceFiles
    nonisolated let threads: BlockingThreads
    nonisolated let rights: RightsService
    nonisolated let log: Logger
    nonisolated let work: WorkInProgress
    private nonisolated let transfer: ResourceTransfer
    nonisolated let onEviction: @Sendable ([ResourceEviction]) async -> Void
    private let transfers = ResourceDownloads()
    private var accesses: [Holder: Access] = [:]
    private var ended: [String: (order: [String], known: Set<String>)] = [:]
    /// The number of accesses that hold each file.
    var holds: [FontDigest: Int] = [:]
    /// The number of evictions so far.
    ///
    /// A file found before the latest eviction may no longer be on the machine.
    var evictionCount = 0
    var preservation: PreservationPriorities?
    /// The interval between checks of free space while there are files that could be evicted.
    nonisolated let spaceInterval: Duration
    /// Whether a check is scheduled.
    var isWatchingSpace = false

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - manifests: The manifests on the machine.
    ///   - store: The store of downloaded files.
    ///   - downloads: Downloads files.
    ///   - rights: Provides the policy.
    ///   - mappingsPath: The user's file with replacements for servers; `nil` if there is no location for it.
    ///   - credentials: Looks up the credentials that servers require.
    ///   - work: Records that files are held.
    ///   - threads: The thread pool for blocking work.
    ///   - log: The log for failures that no caller is told about.
    ///   - spaceInterval: The interval between checks of free space while there are files that could be evicted.
    ///   - onEviction: Enters evictions into the change log.
    package init(
        manifests: ManifestSearch, store: AssetStore, downloads: DownloadService, rights: RightsService,
        mappingsPath: String?, credentials: @escaping ResourceCredential.Search, work: WorkInProgress,
        threads: BlockingThreads, log: Logger, spaceInterval: Duration = .seconds(60),
        onEviction: @escaping @Sendable ([ResourceEviction]) async -> Void
    ) {
        catalogs = ResourceCatalogs(manifests: manifests)
        self.store = store
        localFiles = ResourceFiles(store: store)
        transfer = ResourceTransfer(
            downloads: downloads, mappingsPath: mappingsPath, credentials: credentials, threads: threads)
        self.rights = rights
        self.threads = threads
        self.log = log
        self.work = work
        self.spaceInterval = spaceInterval
        self.onEviction = onEviction
    }

    /// The files that accesses hold.
    var held: Set<FontDigest> { Set(holds.keys) }

    // MARK: Accesses

    /// Begins a reserved access: downloads the missing files and holds all of them.
    ///
    /// - Parameters:
    ///   - holder: The access.
    ///   - tags: The tags of the resources to hold; at least one.
    ///   - caller: The calling program.
    ///   - onProgress: Receives the number of downloaded bytes and the total, which is `nil` if a size is not known.
    /// - Returns: The number of files held, and how many of them were downloaded.
    /// - Throws: `assetNotFound` for an undeclared tag, or the reason why a file is not available. In both cases
    ///   nothing is held.
    package func begin(
        _ holder: Holder, tags: [String], of caller: CallerIdentity,
        onProgress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void
    ) async throws(FontError) -> (files: Int, fetched: Int) {
        guard let priority = accesses[holder]?.priority else { throw Self.left }
        do throws(FontError) {
            let evictions = evictionCount
            var (catalog, resources, missing) = try await look(for: tags, of: caller)
            guard hold(resources, of: catalog, as: holder) else { throw Self.left }
            if evictions != evictionCount { missing = await absent(among: resources, of: catalog) }
            try await fetch(missing, of: catalog, for: caller, priority: priority, onProgress)
            guard accesses[holder] != nil, !Task.isCancelled else { throw Self.left }
            accesses[holder]?.isHeld = true
            return (resources.count, missing.count)
        } catch {
            release(holder)
            throw error
        }
    }

    /// Begins an access only if all files are on the machine; never downloads.
    ///
    /// - Parameters:
    ///   - holder: The access; its handle must not have been used.
    ///   - tags: The tags of the resources to hold.
    ///   - caller: The calling program.
    /// - Returns: Whether the access holds the files; if not, the handle can be used again.
    /// - Throws: The same errors as ``reserve(_:priority:)`` and ``begin(_:tags:of:onProgress:)``.
    package func beginIfThere(
        _ holder: Holder, tags: [String], of caller: CallerIdentity
    ) async throws(FontError) -> Bool {
        try reserve(holder, priority: 0.5)
        do throws(FontError) {
            let evictions = evictionCount
            var (catalog, resources, missing) = try await look(for: tags, of: caller)
            guard hold(resources, of: catalog, as: holder) else { throw Self.left }
            if evictions != evictionCount { missing = await absent(among: resources, of: catalog) }
            guard missing.isEmpty else {
                release(holder)
                return false
            }
            accesses[holder]?.isHeld = true
            return true
        } catch {
            release(holder)
            throw error
        }
    }

    /// Ends an access.
    ///
    /// - Throws: `requestReused` if the access has already ended, `assetNotFound` if it never existed.
    package func end(_ holder: Holder) throws(FontError) {
        guard accesses[holder] != nil else { throw notHeld(holder) }
        release(holder)
        ended[holder.connection, default: ([], [])].order.append(holder.handle)
        ended[holder.connection]?.known.insert(holder.handle)
        if let order = ended[holder.connection]?.order, order.count > Self.endedPerConnection {
            ended[holder.connection]?.order.removeFirst()
            ended[holder.connection]?.known.remove(order[0])
        }
    }

    /// Ends all accesses of a connection.
    package func endAll(of connection: String) {
        for holder in accesses.keys where holder.connection == connection { release(holder) }
        ended[connection] = nil
    }

    /// Sets the priority of an access's downloads.
    ///
    /// - Throws: The same errors as ``end(_:)``.
    package func setLoadingPriority(_ priority: Double, of holder: Holder) throws(FontError) {
        guard let access = accesses[holder] else { throw notHeld(holder) }
        access.priority.value = priority
    }

    /// Copies a file that an access of a connection holds.
    ///
    /// - Parameters:
    ///   - name: The path of the file in the manifest, or the name of a font.
    ///   - connection: The connection.
    /// - Returns: The bytes, which match the SHA-256 in the manifest.
    /// - Throws: `assetNotFound` if no access holds such a file, `corrupt` if its bytes differ.
    package func open(_ name: String, for connection: String) async throws(FontError) -> SealedMemory {
        for (holder, access) in accesses where holder.connection == connection && access.isHeld {
            guard let resource = access.resources.first(where: { $0.file.text == name || $0.name == name }) else {
                continue
            }
            return try await reading { [localFiles] in
                Result { () throws(FontError) in try localFiles.bytes(of: resource, below: access.directory) }
            }.get()
        }
        throw FontError(
            .assetNotFound,
            "No access of the caller holds '\(name.prefix(255))'. Begin an access to one of its tags first.")
    }

    // MARK: Holding

    /// Reserves an access, whose loading priority can be changed from now on.
    ///
    /// ``begin(_:tags:of:onProgress:)`` begins the access, or ``giveUp(_:)`` discards it.
    ///
    /// - Parameters:
    ///   - holder: The access; its handle must not have been used.
    ///   - priority: The loading priority from 0 to 1; files with a higher priority are downloaded first.
    /// - Throws: `requestReused` for a handle that was already used, `exceededResourceLimit` for too many accesses.
    package func reserve(_ holder: Holder, priority: Double) throws(FontError) {
        guard accesses[holder] == nil, ended[holder.connection]?.known.contains(holder.handle) != true else {
            throw FontError(
                .requestReused, "The handle '\(holder.handle)' was used for an access. Each access needs its own.")
        }
        guard accesses.keys.count(where: { $0.connection == holder.connection }) < Self.accessesPerConnection else {
            throw FontError(
                .exceededResourceLimit,
                "The caller has \(Self.accessesPerConnection) accesses. End those that it does not need any more.")
        }
        accesses[holder] = Access(priority: LoadingPriority(priority))
        // Held files are protected from eviction only while this process runs.
        work.begin(.resources)
    }

    /// Discards a reserved access; its handle can be used again.
    package func giveUp(_ holder: Holder) { release(holder) }

    /// Holds files, whether or not they are on the machine yet; returns `false` if the access has ended meanwhile.
    private func hold(_ resources: [ProviderResource], of catalog: ResourceCatalog, as holder: Holder) -> Bool {
        guard accesses[holder] != nil else { return false }
        accesses[holder]?.resources = resources
        accesses[holder]?.directory = catalog.directory
        for resource in resources { holds[resource.digest, default: 0] += 1 }
        return true
    }

    private func release(_ holder: Holder) {
        guard let access = accesses.removeValue(forKey: holder) else { return }
        for resource in access.resources { letGo(of: resource.digest) }
        work.end(.resources)
    }

    func letGo(of digest: FontDigest) {
        let rest = holds[digest, default: 1] - 1
        holds[digest] = rest == 0 ? nil : rest
        if rest == 0 { watchSpace() }
    }

    private func notHeld(_ holder: Holder) -> FontError {
        ended[holder.connection]?.known.contains(holder.handle) == true
            ? FontError(.requestReused, "The access '\(holder.handle)' was ended before.")
            : FontError(.assetNotFound, "The caller has no access '\(holder.handle.prefix(255))'.")
    }

    private static let left = FontError(.cancelledByUser, "The access was ended before all files were available.")

    // MARK: Files

    /// Runs blocking work on the thread pool, such as reading files.
    func reading<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws(FontError) -> Value {
        guard let value = try? await threads.run(body) else {
            throw FontError(.busy, "The home directory is not responding.")
        }
        return value
    }

    /// The resources with the given tags, and those of them that are missing.
    private func look(
        for tags: [String], of caller: CallerIdentity
    ) async throws(FontError) -> (catalog: ResourceCatalog, all: [ProviderResource], missing: [ProviderResource]) {
        // One switch of threads: if all files are on the machine, it takes most of the time.
        try await reading { [catalogs, localFiles] in
            Result { () throws(FontError) in
                let catalog = try catalogs.catalog(of: caller)
                let all = try catalog.resources(tagged: tags)
                return (catalog, all, localFiles.absent(among: all, below: catalog.directory))
            }
        }.get()
    }

    /// The resources that are missing, checked after they are held, so that none can be evicted any more.
    private func absent(
        among resources: [ProviderResource], of catalog: ResourceCatalog
    ) async -> [ProviderResource] {
        (try? await reading { [localFiles] in localFiles.absent(among: resources, below: catalog.directory) })
            ?? resources
    }

    // MARK: Fetching

    /// Downloads all of the files, or throws an error.
    ///
    /// Files that arrived before a failure are kept for the next time.
    func fetch(
        _ resources: [ProviderResource], of catalog: ResourceCatalog, for caller: CallerIdentity,
        priority: LoadingPriority,
        _ onProgress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void
    ) async throws(FontError) {
        guard !resources.isEmpty else { return }
        let progress = ResourceProgress(of: resources, onProgress)
        let failure = await withTaskGroup(of: FontError?.self) { group in
            for (index, resource) in resources.enumerated() {
                group.addTask {
                    do throws(FontError) {
                        try await self.fetch(resource, of: catalog, for: caller, priority: priority) {
                            progress.note($0, of: index)
                        }
                        return nil
                    } catch {
                        return FontError(
                            error.code, "\(resource.file): \(error.message)", obstacle: error.obstacle)
                    }
                }
            }
            var failure: FontError?
            for await error in group {
                guard failure == nil, let error else { continue }
                failure = error
                group.cancelAll()
            }
            return failure
        }
        if let failure { throw failure }
    }

    func fetch(
        _ resource: ProviderResource, of catalog: ResourceCatalog, for caller: CallerIdentity,
        priority: LoadingPriority,
        _ onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(FontError) {
        guard let address = resource.address else {
            throw FontError(
                .assetNotFound, "The file is not in the directory of assets of \(resource.provider). Install it again.")
        }
        let key = ResourceDownloads.Key(
            digest: resource.digest, address: address,
            credential: resource.credential.map { "\(resource.provider) \($0)" })
        let isOthers = try await transfers.obtain(key, for: resource.provider, priority: priority) { [self] in
            await Result { () async throws(FontError) in
                try await download(resource, at: catalog.place, from: address, for: caller, onProgress)
            }
        }
        // The permissions of the other provider may differ.
        if isOthers { try await transfer.checkRights(to: resource, at: address, for: caller) }
    }

    private nonisolated func download(
        _ resource: ProviderResource, at place: ManifestPlace, from address: String, for caller: CallerIdentity,
        _ onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(FontError) {
        let request = try await transfer.request(for: resource, at: address, for: caller)
        try await makeRoom(for: resource.size ?? 0)
        let memory = try await transfer.fetch(request, of: resource, onProgress)
        // If the provider was removed meanwhile, no component would remove its files.
        guard try await reading({ [catalogs] in catalogs.declares(resource.digest, at: place) }) else {
            throw FontError(.assetNotFound, "\(resource.provider) was removed while the file was fetched.")
        }
        try await makeRoom(for: memory.size)
        try await reading { [store] in
            Result { () throws(FontError) in
                do throws(Errno) {
                    try store.keep(memory, for: resource.credential == nil ? nil : resource.provider)
                } catch {
                    throw FontError(error, while: "keep a fetched file")
                }
            }
        }.get()
        await watchSpace()
    }

    /// The servers that the user has replaced with others.
    package nonisolated func mappings() async -> ServerMappings { await transfer.mappings() }
}
