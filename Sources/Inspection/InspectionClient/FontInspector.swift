package import FontModel
package import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

/// The daemon's side of the sandboxed parser: sends jobs to workers and checks whether their replies are plausible.
///
/// If a worker crashes, hangs or lies, this affects only the font that it was working on.
package struct FontInspector: Sendable {
    /// The number of patterns per page of a system directory.
    ///
    /// A pattern takes some 10 KiB if its coverage is large, so a page fits into one reply.
    ///
    /// The number is a power of four, so that repeated division by four ends at 1.
    static let pageSize = 256
    /// The most patterns in a directory: 100 times the largest measured collection.
    static let maximumPatternCount = 1_000_000

    let workers: WorkerPool
    private var configuration: WorkerConfiguration { workers.configuration }

    /// Creates an inspector; it connects to workers only when there is work.
    ///
    /// - Parameters:
    ///   - configuration: How to reach the workers.
    ///   - threads: The threads that wait for the workers; each job occupies one.
    ///   - onFailure: Called for each worker that did not end normally, in addition to the error for the caller.
    package init(
        configuration: WorkerConfiguration, threads: BlockingThreads,
        onFailure: @escaping @Sendable (InspectionMode, _ message: String) -> Void = { _, _ in }
    ) {
        workers = WorkerPool(configuration: configuration, threads: threads, onFailure: onFailure)
    }

    /// The identifier under which the service validates the fonts of all providers again.
    package static let revalidation = ProviderIdentifier(rawValue: "typecase.revalidation") ?? .user

    /// The activity of the workers so far.
    package var statistics: WorkerStatistics { get async { await workers.statistics } }

    /// Examines a font.
    ///
    /// - Parameters:
    ///   - font: The bytes.
    ///   - provider: The provider whose turn the job uses. Providers take turns, however many jobs each of them has.
    ///   - onceUnderWay: Called on a blocking thread once all workers that were asked work on the font. From then on,
    ///     none of them waits for a processor that does something else.
    /// - Returns: The verdict, which may be a refusal; faces, if there are any, are within all limits.
    /// - Throws: ``FontModel/FontError/Code/invalidFontData`` if the worker did not survive the font or was taken over
    ///   by it,
    ///   ``FontModel/FontError/Code/busy`` if too many jobs wait,
    ///   ``FontModel/FontError/Code/registrationFailed`` if no worker can be reached.
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
        // The slower job starts first.
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
                // A font that is refused anyway needs no second opinion.
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

    /// Returns the verdict of our own examination and of the libraries that programs use.
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

    /// Tests whether the libraries that programs use can show a font, whatever our own checks report.
    ///
    /// - Parameters:
    ///   - font: The bytes.
    ///   - provider: The provider whose turn the job uses.
    /// - Returns: Why the libraries cannot show the font; `nil` if they can.
    /// - Throws: The same errors as ``inspect(_:for:onceUnderWay:)``.
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

    /// Brings fontconfig's caches of directories up to date.
    ///
    /// - Parameters:
    ///   - directories: Absolute paths, in the order in which to warm them.
    ///   - key: The key under which the job takes its turn; callers with many jobs use a key of their own.
    /// - Returns: The number of patterns in each directory.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` with the worker's reason. If caches cannot be written,
    ///   the error of the system, such as ``FontModel/FontError/Code/storageFull``.
    package func warm(_ directories: [String], key: String = "") async throws(FontError) -> [Int] {
        try await tryWarming(directories, key: key).get()
    }

    /// Brings fontconfig's caches of directories up to date, and distinguishes the causes of a failure.
    ///
    /// - Parameters:
    ///   - directories: Absolute paths, in the order in which to warm them.
    ///   - key: The key under which the job takes its turn; callers with many jobs use a key of their own.
    /// - Returns: The number of patterns in each directory; or why a healthy worker cannot write a cache, for which no
    ///   font is at fault.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` if the worker failed, possibly because of a font, or
    ///   if there is no worker.
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
    /// - Parameter excluded: Directories to leave out, with everything below them.
    /// - Returns: The other directories, with their times.
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

    /// Returns the families that programs get if they request a generic one.
    ///
    /// - Returns: For each family, the generic families that it stands for.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` with the worker's reason.
    package func defaultFamilies() async throws(FontError) -> [String: [String]] {
        try await workers.perform(.defaultFamilies, in: .systemFaces) { reply throws(ImplausibleReply) in
            guard case .defaultFamilies(let families) = reply else { return nil }
            let generics = zip(families, InspectionJob.genericFamilies).filter { !$0.0.isEmpty }
            return Dictionary(grouping: generics, by: \.0).mapValues { $0.map(\.1) }
        }
    }

    /// Describes the fonts of one system directory from fontconfig's cache.
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
                // The pages consist of patterns, some of which describe no face.
                offset += limit
            } else {
                // If the page was too large for one reply, a smaller page will fit. With any other reason, the error
                // occurs again.
                pageSize = limit / 4
            }
        }
        return faces
    }

    /// Makes a worker try what its profile forbids.
    ///
    /// - Parameter mode: The mode of the worker.
    /// - Returns: What was denied.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` if the worker cannot be reached or does not answer.
    package func selfTest(_ mode: InspectionMode) async throws(FontError) -> SandboxReport {
        try await workers.perform(.selfTest, in: mode) { reply throws(ImplausibleReply) in
            try ReplyCheck.sandboxReport(in: reply, of: mode)
        }
    }

    /// Returns the validators that would currently be asked about a font.
    ///
    /// - Returns: The validators with their versions, including those that cannot be asked; see
    ///   ``FontModel/Opinion/heard(_:)``.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` if no worker that inspects fonts can be reached.
    package func judges() async throws(FontError) -> [Opinion] {
        let opinions = try await selfTest(.inspect).opinions
        guard configuration.asksForSecondOpinion else { return opinions }
        do throws(FontError) {
            return opinions + (try await selfTest(.secondOpinion).opinions)
        } catch {
            return opinions + [Opinion(.ots, version: "", silence: error.message)]
        }
    }

    /// Connects to a worker in advance, unless one is already connected.
    ///
    /// The worker may have to be started first. If the connection fails, the next job reports it.
    ///
    /// - Parameter mode: The mode of the worker.
    package func connectAhead(to mode: InspectionMode) async { await workers.connectAhead(to: mode) }

    /// Ends all work.
    ///
    /// Waiting callers get ``FontModel/FontError/Code/busy``, jobs are aborted, and workers are reaped.
    package func shutdown() async { await workers.shutdown() }
}
