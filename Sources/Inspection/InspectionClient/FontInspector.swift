package import FontModel
package import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

/// The daemon's side of the sandboxed parser: puts questions to workers, and holds what they say against what is possible.
///
/// Whatever a worker does (crash, hang, lie) costs the font it was working on, and no other.
package struct FontInspector: Sendable {
    /// Patterns per page of a system directory: some 10 KiB each where coverage is large, so that a page fits a reply.
    ///
    /// A power of four, so that quarters end at 1.
    static let pageSize = 256
    /// The most patterns that a directory can have: 100 times the largest measured collection.
    static let maximumPatternCount = 1_000_000

    let workers: WorkerPool
    private var configuration: WorkerConfiguration { workers.configuration }

    /// Makes an inspector; workers are reached when there is work.
    ///
    /// - Parameters:
    ///   - configuration: How to reach the workers.
    ///   - threads: Where to wait for them; each job keeps one thread.
    ///   - onFailure: Takes what became of a worker that did not come to a sound end, besides whoever asked for the job.
    package init(
        configuration: WorkerConfiguration, threads: BlockingThreads,
        onFailure: @escaping @Sendable (InspectionMode, _ message: String) -> Void = { _, _ in }
    ) {
        workers = WorkerPool(configuration: configuration, threads: threads, onFailure: onFailure)
    }

    /// Who the service is to the inspector where it looks at everybody's fonts anew.
    package static let revalidation = ProviderIdentifier(rawValue: "typecase.revalidation") ?? .user

    /// What the workers have done so far.
    package var statistics: WorkerStatistics { get async { await workers.statistics } }

    /// Has a font examined.
    ///
    /// - Parameters:
    ///   - font: The bytes.
    ///   - provider: Whose turn it uses up: providers are served one after the other, however much each of them wants.
    ///   - onceUnderWay: Called while all workers that are asked are at it, and none waits for who does something else
    ///     on its processor; on a blocking thread.
    /// - Returns: The verdict, which may be a refusal; faces, where there are any, are within all limits.
    /// - Throws: ``FontModel/FontError/Code/invalidFontData`` where the worker did not survive the font or was turned by
    ///   it, ``FontModel/FontError/Code/busy`` where too much waits,
    ///   ``FontModel/FontError/Code/registrationFailed`` where no worker can be reached.
    package func inspect(
        _ font: SealedMemory, for provider: ProviderIdentifier, onceUnderWay: @escaping @Sendable () -> Void = {}
    ) async throws(FontError) -> FontInspection {
        guard configuration.asksForSecondOpinion else {
            return try await firstOpinion(on: font, for: provider, onceSent: onceUnderWay).get()
        }
        guard font.size <= FontLimits.sanitizedSize else {
            let reason = "The font has more than \(FontLimits.sanitizedSize) bytes, the most that it is asked about."
            let inspection = try await firstOpinion(on: font, for: provider, onceSent: onceUnderWay).get()
            return SecondOpinionOutcome(opinion: Opinion(.ots, version: "", silence: reason)).added(to: inspection)
        }
        let latch = DispatchLatch(of: [.inspect, .secondOpinion], onceAllAreGone: onceUnderWay)
        // The one that takes longer goes first.
        let second = Task {
            let outcome = await Result { () async throws(FontError) in
                try await secondOpinion(on: font, for: provider) { latch.note(.secondOpinion) }
            }
            latch.note(.secondOpinion)
            return outcome
        }
        return try await withTaskCancellationHandler {
            await Result { () async throws(FontError) in
                let first = await firstOpinion(on: font, for: provider) { latch.note(.inspect) }
                // What is refused anyway needs nobody else's opinion.
                guard case .success(let inspection) = first, inspection.refusal == nil else {
                    await abandon(second)
                    var inspection = try first.get()
                    inspection.opinions.append(
                        Opinion(.ots, version: "", silence: "The font was refused before."))
                    return inspection
                }
                return try await second.value.get().added(to: inspection)
            }
        } onCancel: {
            second.cancel()
        }.get()
    }

    /// What our own examination and the libraries that programs use say of a font.
    private func firstOpinion(
        on font: SealedMemory, for provider: ProviderIdentifier, onceSent: @escaping @Sendable () -> Void
    ) async -> Result<FontInspection, FontError> {
        await Result { () async throws(FontError) in
            try await workers.perform(
                .inspect, in: .inspect, with: MessageDescriptors(font.descriptor), for: provider.rawValue,
                beyondDeadline: .seconds(InspectionTime.extraSeconds(for: font.size)), onceSent: onceSent
            ) { reply throws(ImplausibleReply) in
                guard case .inspection(let inspection) = reply else { return nil }
                return try ReplyCheck.check(inspection)
            }
        }
    }

    /// Has the libraries that programs use try to show a font, whatever our own checks say of it.
    ///
    /// - Parameters:
    ///   - font: The bytes.
    ///   - provider: Whose turn it uses up.
    /// - Returns: Why they cannot; `nil` where they can.
    /// - Throws: As ``inspect(_:for:onceUnderWay:)``.
    package func failureInPrograms(
        _ font: SealedMemory, for provider: ProviderIdentifier
    ) async throws(FontError) -> String? {
        try await workers.perform(
            .trial, in: .inspect, with: MessageDescriptors(font.descriptor), for: provider.rawValue,
            beyondDeadline: .seconds(InspectionTime.extraSeconds(for: font.size)), onceSent: {}
        ) { reply throws(ImplausibleReply) -> String?? in
            guard case .trial(let failure) = reply else { return nil }
            return .some(failure)
        }
    }

    /// Has fontconfig's caches of directories brought up to date.
    ///
    /// - Parameters:
    ///   - directories: Absolute paths, in the order to warm them in.
    ///   - key: Whose turn it uses up: those who want much go by a key of their own.
    /// - Returns: How many patterns each directory has.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` with the worker's reason, or what the system said where
    ///   caches cannot be written, such as ``FontModel/FontError/Code/storageFull``.
    package func warm(_ directories: [String], key: String = "") async throws(FontError) -> [Int] {
        try await tryWarming(directories, key: key).get()
    }

    /// Has fontconfig's caches of directories brought up to date, and tells apart who is at fault where they are not.
    ///
    /// - Parameters:
    ///   - directories: Absolute paths, in the order to warm them in.
    ///   - key: Whose turn it uses up: those who want much go by a key of their own.
    /// - Returns: How many patterns each directory has; or why a worker that is well cannot write a cache, for which no
    ///   font is at fault.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` where the worker broke down, as it may over a font, and
    ///   where there is none.
    package func tryWarming(
        _ directories: [String], key: String = ""
    ) async throws(FontError) -> Result<[Int], FontError> {
        guard !directories.isEmpty else { return .success([]) }
        return try await workers.perform(
            .warm(directories: directories), in: .warm, for: key, refused: { .failure($0) }
        ) { reply throws(ImplausibleReply) in
            guard case .warmed(let counts) = reply else { return nil }
            try ReplyCheck.require(counts.count == directories.count, "a wrong number of directories")
            try ReplyCheck.require(counts.allSatisfy { $0 >= 0 }, "a negative number of patterns")
            return .success(counts)
        }
    }

    /// Lists the directories that fontconfig scans.
    ///
    /// - Parameter excluded: Directories to leave out, with all below them.
    /// - Returns: The others, with their times.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` with the worker's reason.
    package func systemDirectories(excluding excluded: [String]) async throws(FontError) -> [SystemFontDirectory] {
        try await workers.perform(.systemDirectories(excluding: excluded), in: .systemFaces) {
            reply throws(ImplausibleReply) in
            guard case .systemDirectories(let directories) = reply else { return nil }
            try ReplyCheck.require(
                Set(directories.map(\.path)).count == directories.count, "a directory that is there twice")
            return directories.filter { directory in
                !excluded.contains { directory.path == $0 || directory.path.hasPrefix("\($0)/") }
            }
        }
    }

    /// Names the families that programs get where they ask for a generic one.
    ///
    /// - Returns: The generic families that each family stands for.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` with the worker's reason.
    package func defaultFamilies() async throws(FontError) -> [String: [String]] {
        try await workers.perform(.defaultFamilies, in: .systemFaces) { reply throws(ImplausibleReply) in
            guard case .defaultFamilies(let families) = reply else { return nil }
            let generics = zip(families, InspectionJob.genericFamilies).filter { !$0.0.isEmpty }
            return Dictionary(grouping: generics, by: \.0).mapValues { $0.map(\.1) }
        }
    }

    /// Describes the fonts of one system directory, as fontconfig's cache has them.
    ///
    /// - Parameter directory: The absolute path.
    /// - Returns: The faces in the cache's order.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` with the worker's reason.
    package func systemFaces(in directory: String) async throws(FontError) -> [SystemFontFace] {
        typealias Page = (faces: [SystemFontFace], total: Int)
        let tooMuch: @Sendable (FontError) -> Page? = { _ in nil }
        var faces: [SystemFontFace] = []
        var offset = 0
        var total = 1
        var pageSize = Self.pageSize
        while offset < total {
            let limit = pageSize
            let job = InspectionJob.systemFaces(directory: directory, offset: offset, limit: limit)
            let page: Page? = try await workers.perform(
                job, in: .systemFaces, refused: limit > 1 ? tooMuch : nil
            ) { reply throws(ImplausibleReply) in
                guard case .systemFaces(let faces, let total) = reply else { return nil }
                try ReplyCheck.require(faces.count <= limit, "more faces than were asked for")
                try ReplyCheck.require((0...Self.maximumPatternCount).contains(total), "too many faces")
                for face in faces { try ReplyCheck.check(face, in: directory) }
                return (faces, total)
            }
            if let page {
                faces += page.faces
                total = page.total
                // The pages are of patterns, of which some make no face.
                offset += limit
            } else {
                // Where it was too much for one reply, less will do; any other reason comes back.
                pageSize = limit / 4
            }
        }
        return faces
    }

    /// Has a worker try what its profile forbids.
    ///
    /// - Parameter mode: Which worker.
    /// - Returns: What was denied.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` where the worker cannot be reached or does not answer.
    package func selfTest(_ mode: InspectionMode) async throws(FontError) -> SandboxReport {
        try await workers.perform(.selfTest, in: mode) { reply throws(ImplausibleReply) in
            try ReplyCheck.sandboxReport(in: reply, of: mode)
        }
    }

    /// Asks who would be heard on a font that came now.
    ///
    /// - Returns: The judges in their versions, also those that cannot be heard; see ``FontModel/Opinion/heard(_:)``.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` where no worker that inspects fonts can be reached.
    package func judges() async throws(FontError) -> [Opinion] {
        let opinions = try await selfTest(.inspect).opinions
        guard configuration.asksForSecondOpinion else { return opinions }
        do throws(FontError) {
            return opinions + (try await selfTest(.secondOpinion).opinions)
        } catch {
            return opinions + [Opinion(.ots, version: "", silence: error.message)]
        }
    }

    /// Connects to a worker before there is a job for it, where none is connected: it may have to be started first.
    ///
    /// Where that fails, the next job finds out.
    ///
    /// - Parameter mode: Which worker.
    package func connectAhead(to mode: InspectionMode) async { await workers.connectAhead(to: mode) }

    /// Ends all work: callers that wait get ``FontModel/FontError/Code/busy``, jobs are broken off, workers reaped.
    package func shutdown() async { await workers.shutdown() }
}
