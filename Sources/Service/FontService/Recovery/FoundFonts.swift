internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// Files of the published tree that the registry does not know: a sync, a backup or another home brought them.
///
/// They are registered in place, under the name that they have, so that two trees that are kept alike come to rest. What
/// cannot be registered is set aside; nothing is deleted.
struct FoundFonts: Sendable {
    /// How found fonts are marked in the registry.
    static let foundMark = "found"
    /// The most files, and bytes, that are examined and registered together.
    private static let foundFilesPerRound = 64
    private static let foundBytesPerRound = 64 << 20
    /// How many files are examined at a time.
    private static let foundFilesAtOnce = 4

    private let context: LibraryContext
    private let executor: ChangeExecutor
    private let intake: FontIntake

    /// Creates it.
    ///
    /// - Parameters:
    ///   - context: What all parts of a change work with.
    ///   - executor: Registers the fonts, in a turn that the caller has.
    ///   - intake: Examines them.
    init(_ context: LibraryContext, _ executor: ChangeExecutor, intake: FontIntake) {
        self.context = context
        self.executor = executor
        self.intake = intake
    }

    /// Registers found files.
    ///
    /// - Parameter files: The files.
    /// - Returns: The directories to warm, and the generation, where something was registered.
    /// - Throws: What kept registry or tree from being changed.
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
    /// - Returns: The generation; `nil` where the content is not registered, or not published.
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
            // It changed meanwhile; the next look finds it as it is by then.
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

    /// Registers found fonts in a round of its own, in the present turn.
    private func register(
        _ candidates: [FontCandidate], _ options: RegistrationOptions
    ) async -> LibraryPublisher.Answer {
        // What kept the last attempt from its end is being cleared up.
        let answer = await executor.state.withoutObstacle {
            var pace = ChangePace.round(beside: nil)
            return await executor.carryOut([LibraryRequest(.register(candidates, options), by: .tree)], &pace)[0]
        }
        await executor.finishLastRound()
        return answer
    }

    /// Examines found files, several at a time.
    ///
    /// - Returns: The fonts, in order; `nil` for a file that changed meanwhile, and why another is none that may be there.
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
    /// Two homes that have different builds of one font both keep the newer, and of one revision the one with the smaller
    /// file name, so that both come to the same.
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
