internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// Registers files of the published tree that the registry does not contain.
///
/// They were added by a sync, a backup or another home.
///
/// They are registered in place, under their existing names, so that two trees that are kept in sync become stable.
/// Files that cannot be registered are set aside; nothing is deleted.
struct FoundFonts: Sendable {
    /// The tag of found fonts in the registry.
    static let foundMark = "found"
    /// The maximum number of files, and of bytes, that are examined and registered together.
    private static let foundFilesPerRound = 64
    private static let foundBytesPerRound = 64 << 20
    /// The number of files that are examined at a time.
    private static let foundFilesAtOnce = 4

    private let context: LibraryContext
    private let executor: ChangeExecutor
    private let intake: FontIntake

    /// Creates the helper.
    ///
    /// - Parameters:
    ///   - context: The shared context of all parts of a change.
    ///   - executor: The executor that registers the fonts, in a turn of the caller.
    ///   - intake: The intake that examines the fonts.
    init(_ context: LibraryContext, _ executor: ChangeExecutor, intake: FontIntake) {
        self.context = context
        self.executor = executor
        self.intake = intake
    }

    /// Registers found files.
    ///
    /// - Parameter files: The files.
    /// - Returns: The directories to warm, and the generation if anything was registered.
    /// - Throws: An error if registry or tree could not be changed.
    func takeIn(
        _ files: [FoundFile]
    ) async throws(FontError) -> (touched: [String], generation: UInt64?) {
        var touched: [String] = []
        var generation: UInt64?
        var unknown: [FoundFile] = []
        for file in files {
            guard let committed = try await rename(to: file) else {
                unknown.append(file)
                continue
            }
            generation = committed
            touched.append(context.tree.path(of: file.shard))
        }
        while !unknown.isEmpty {
            var bytes: Int64 = 0
            let group = unknown.prefix(Self.foundFilesPerRound).prefix { file in
                defer { bytes += file.stamp.size }
                return bytes < Self.foundBytesPerRound
            }
            unknown.removeFirst(group.count)
            let result = try await takeInGroup(Array(group))
            touched += result.touched
            generation = result.generation ?? generation
        }
        return (touched, generation)
    }

    /// Gives a registered, published font the name and place of a found file with its bytes.
    ///
    /// - Returns: The generation; `nil` if the content is not registered, or not published.
    private func rename(to file: FoundFile) async throws(FontError) -> UInt64? {
        guard let content = try await context.content(file.digest), case .published = content.place else { return nil }
        try await context.onThread { [tree = context.tree] () throws(FontError) in
            if let old = FontFileName(rawValue: content.fileName) {
                try tree.notes.noteGone([TreeNotes.GoneName(digest: file.digest, fileName: old)])
            }
        }
        return try await context.commit([
            .setFileName(file.digest, file.fileName.rawValue),
            .setPlace(file.digest, .published(shard: file.shard.name), stamp: file.stamp),
        ])
    }

    private func takeInGroup(
        _ files: [FoundFile]
    ) async throws(FontError) -> (touched: [String], generation: UInt64?) {
        let examined = await examine(files)
        var touched: [String] = []
        var candidates: [FontCandidate] = []
        for (file, result) in zip(files, examined) {
            switch result {
            case .success(let candidate?):
                touched.append(context.tree.path(of: file.shard))
                candidates.append(candidate)
            // The file changed meanwhile; the next reconciliation finds it in its new state.
            case .success(nil): continue
            case .failure(let error):
                touched += try await setAside(file, because: error)
            }
        }
        guard !candidates.isEmpty else { return (touched, nil) }
        let options = RegistrationOptions(scope: .persistent, isEnabled: true, userInfo: Self.foundMark)
        let answer = await register(candidates, options)
        for (candidate, outcome) in zip(candidates, answer.outcomes) {
            guard let file = candidate.found else { continue }
            switch outcome {
            case .success:
                context.log.notice("A font was found among the published ones", metadata: ["sha256": "\(file.digest)"])
            case .failure(let error):
                guard error.mayConcernOneItem else { throw error }
                touched += try await setAside(file, because: error)
            }
        }
        return (touched, answer.generation)
    }

    /// Registers found fonts in a separate round within the present turn.
    private func register(
        _ candidates: [FontCandidate], _ options: RegistrationOptions
    ) async -> LibraryPublisher.Answer {
        // The obstacle of the last attempt is being resolved.
        let answer = await executor.state.withoutObstacle {
            var pace = ChangePace.round(beside: nil)
            return await executor.carryOut([LibraryRequest(.register(candidates, options), by: .tree)], &pace)[0]
        }
        await executor.finishLastRound()
        return answer
    }

    /// Examines found files, several at a time.
    ///
    /// - Returns: The fonts, in order; `nil` for a file that changed meanwhile, and an error for a file that cannot be
    ///   registered.
    func examine(_ files: [FoundFile]) async -> [Result<FontCandidate?, FontError>] {
        await withTaskGroup(of: (Int, Result<FontCandidate?, FontError>).self) { group in
            var results: [Result<FontCandidate?, FontError>] = Array(repeating: .success(nil), count: files.count)
            var next = 0
            func addTask() {
                guard next < files.count else { return }
                let (index, file) = (next, files[next])
                next += 1
                group.addTask {
                    (index, await examine(file))
                }
            }
            for _ in 0..<Self.foundFilesAtOnce { addTask() }
            for await (index, result) in group {
                results[index] = result
                addTask()
            }
            return results
        }
    }

    private func examine(_ file: FoundFile) async -> Result<FontCandidate?, FontError> {
        await Result { () async throws(FontError) in
            let spared: FoundFile?
            let font: OwnedFileDescriptor?
            do {
                (spared, font) = try await context.threads.run { [tree = context.tree] in
                    guard let spared = try tree.withSpare(file) else { return (nil, nil) }
                    return (spared, try tree.openPublished(spared.fileName, in: spared.shard))
                }
            } catch let error as FontError {
                if error.code == .fileNotFound { return nil }
                throw error
            } catch {
                throw LibraryContext.noThreadError
            }
            guard let spared, let font else { return nil }
            var candidate = try await intake.candidate(of: font, for: .user)
            guard candidate.digest == file.digest else { return nil }
            candidate.found = spared
            return candidate
        }
    }

    private func setAside(_ file: FoundFile, because error: FontError) async throws(FontError) -> [String] {
        let report = try await context.onThread { [tree = context.tree] () throws(FontError) in try tree.setAside(file)
        }
        for entry in report.setAside {
            context.log.notice(
                "A file among the published fonts cannot be registered and was set aside",
                metadata: ["file": "\(entry.source)", "kept-as": "\(entry.target)", "error": "\(error)"])
        }
        return report.touchedDirectories
    }
}

extension LibraryPlanner {
    /// Registers a file that was found in the tree.
    ///
    /// If two homes have different builds of one font, both keep the newer one. If the revisions are equal, both keep
    /// the one with the smaller file name. In this way, both homes reach the same result.
    mutating func registerFound(
        _ candidate: FontCandidate, _ options: RegistrationOptions, for requester: Requester
    ) throws(FontError) -> RegistrationResult {
        do throws(FontError) {
            return try register(candidate, options, for: requester)
        } catch {
            guard error.code == .duplicatedName, let kept = error.kept, let file = candidate.found,
                let (_, entry, position) = try? library.find(kept, for: requester),
                entry.registrations[position].isEnabled, let initial = entry.initial,
                file.fileName.rawValue < initial.fileName,
                !candidate.faces.map(FaceIdentity.init).contains(where: { new in
                    entry.faces.contains { $0.revision > new.revision }
                })
            else { throw error }
            var options = options
            options.allowsDowngrade = true
            return try register(candidate, options, for: requester)
        }
    }
}
