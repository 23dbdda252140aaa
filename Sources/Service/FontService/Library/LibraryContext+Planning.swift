internal import FontLibrary
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Registry
internal import SystemPackage

/// The fonts and names that a plan concerns, and other facts that its rules need.
struct PlanSubject {
    /// The part of the registry that is read.
    var read: LibrarySnapshot.Subject
    /// The number of fonts and bytes that the providers have already.
    var usage: [ProviderIdentifier: PlannedLibrary.Usage] = [:]
    /// The number of fonts that all programs have already.
    var programFonts = 0
    /// The number of the first registration in the overall order.
    var firstSequence: Int64 = 1
    /// Whether the fonts may replace files of the user.
    let replacesFiles: Bool
    /// The number of fonts to register.
    let registrationCount: Int

    /// Creates the subject of requests, without their current state in the registry.
    init(of requests: [LibraryRequest]) {
        var read = LibrarySnapshot.Subject()
        var registrationCount = 0
        for request in requests {
            read.ids += request.ids
            read.digests += request.judgedDigests
            guard case .register(let candidates, let options) = request.action else { continue }
            registrationCount += candidates.count
            read.digests += candidates.map(\.digest)
            read.postscriptNames += candidates.flatMap(\.postscriptNames)
            read.instanceNames += candidates.flatMap(\.instanceNames)
            read.fullNames += candidates.flatMap(\.fullNames)
            read.families += candidates.flatMap(\.families)
            let provider = request.requester.provider.id
            if !read.owners.contains(provider) { read.owners.append(provider) }
            if let call = options.call { read.requests.append(ProviderRequest(provider: provider, name: call.name)) }
        }
        self.read = read
        self.registrationCount = registrationCount
        replacesFiles = requests.contains(where: \.replacesFiles)
    }
}

extension LibraryContext {
    /// Reads contents and registrations from the registry in one transaction, for inspection only.
    func library(
        knowing digests: [FontDigest], _ ids: [FontIdentifier] = []
    ) async throws(FontError) -> PlannedLibrary {
        PlannedLibrary(try await snapshot(of: LibrarySnapshot.Subject(digests: digests, ids: ids)))
    }

    /// Reads the state that a plan concerns from the registry in one transaction.
    func planner(of subject: PlanSubject) async throws(FontError) -> LibraryPlanner {
        let snapshot = try await snapshot(of: subject.read)
        var library = PlannedLibrary(snapshot)
        library.usage = subject.usage
        library.programFonts = subject.programFonts
        library.userDirectories = tree.locations.userFontDirectories
        if subject.replacesFiles { library.userFiles = try await userFiles(among: snapshot.systemPaths) }
        return LibraryPlanner(
            library, remembered: RememberedDecisions(snapshot.disabledNames),
            calls: NamedCalls(snapshot.requestedFonts),
            firstSequence: subject.firstSequence)
    }

    private func snapshot(of subject: LibrarySnapshot.Subject) async throws(FontError) -> LibrarySnapshot {
        try await FontError.mapping { () throws(RegistryError) in try await registry.snapshot(of: subject) }
    }

    /// Returns the positions of a request's items, grouped by directory, because each round scans the directories that
    /// it changes.
    ///
    /// Items without a directory keep the order of the request, in which the first item with a name may take it.
    func orderByDirectory(of request: LibraryRequest) async -> [Int] {
        let positions = Array(0..<request.itemCount)
        let ids = request.ids
        guard !ids.isEmpty else { return positions }
        var directories: [FontIdentifier: Int] = [:]
        do throws(FontError) {
            let known = try await library(knowing: [], ids)
            for entry in known.entries.values {
                guard case .published(let name)? = entry.initial?.place, let shard = Shard(name: name) else { continue }
                for registration in entry.initialRegistrations { directories[registration.id] = shard.number }
            }
        } catch {
            // The rounds will encounter and report the error.
            return positions
        }
        return positions.sorted { left, right in
            (directories[ids[left]] ?? Shard.maximumCount, left)
                < (directories[ids[right]] ?? Shard.maximumCount, right)
        }
    }

    /// Returns the files among these that belong to the user.
    private func userFiles(among paths: Set<String>) async throws(FontError) -> [String: String] {
        try await onThread { () throws(FontError) in
            var files: [String: String] = [:]
            for path in paths {
                let status: FileStatus
                do throws(Errno) {
                    status = try FileStatus(path: path)
                } catch {
                    // A file of the user's that the lists of fonts still contain holds no name any more. Others may come
                    // back, such as those on a disk that is not mounted.
                    if error == .noSuchFileOrDirectory, Self.isInOwnDirectory(path) {
                        files[path] = PlannedLibrary.goneFile
                    }
                    continue
                }
                guard status.kind == .regular, status.userID == geteuid() else { continue }
                files[path] = try? FileSystem.resolved(path)
            }
            return files
        }
    }
}

extension LibraryContext {
    /// Whether the directory of a path exists and belongs to the user.
    private static func isInOwnDirectory(_ path: String) -> Bool {
        guard let end = path.lastIndex(of: "/"), let status = try? FileStatus(path: String(path[..<end])) else {
            return false
        }
        return status.kind == .directory && status.userID == geteuid()
    }
}

extension LibrarySnapshot {
    /// The files of the system fonts in the snapshot.
    fileprivate var systemPaths: Set<String> {
        Set((nameHolders + fullNameHolders).compactMap(\.path)).union(systemFaces.values.joined().map(\.path))
    }
}
