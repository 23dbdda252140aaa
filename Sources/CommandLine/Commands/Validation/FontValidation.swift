package import FontModel
package import InspectionClient
package import InspectionProtocol
internal import LinuxSystem
internal import Localization

/// Examines font files in its own workers, a few at a time.
package struct FontValidation: Sendable {
    /// The result of trying a refused font with the libraries that programs use.
    package enum Trial: Sendable, Equatable {
        /// The libraries show the font.
        case works
        /// The libraries do not show the font, for this reason.
        case fails(String)
    }

    /// The result for one file.
    package struct Result: Sendable {
        /// The position of the file among all files.
        package var index: Int
        /// The file.
        package var path: String
        /// The verdict, or the reason why there is none.
        package var verdict: Swift.Result<FontVerdict, CommandFailure>
        /// The result of trying a refused font; `nil` if it is not known.
        package var trial: Trial?
    }

    /// The number of files that are open at once: enough to keep the workers busy.
    private static let filesInFlight = WorkerConfiguration.fontsAtOnce + 2
    /// The provider of the files, which is always the user.
    private static let provider = ProviderIdentifier.user
    /// The directory for fonts that are too large for memory: unlike /tmp, it is on a disk.
    private static let largeFiles = "/var/tmp"

    private let workers: WorkerConfiguration
    private let level: ValidationLevel
    private let isForBrowsers: Bool
    private let triesRefused: Bool

    /// Creates a validation.
    ///
    /// - Parameters:
    ///   - workers: The configuration for starting the programs that parse fonts.
    ///   - level: The level of strictness.
    ///   - isForBrowsers: Whether fonts fail that only web browsers do not show.
    ///   - triesRefused: Whether to try refused fonts with the libraries that programs use.
    package init(
        workers: WorkerConfiguration, level: ValidationLevel, isForBrowsers: Bool = false,
        triesRefused: Bool = false
    ) {
        self.workers = workers
        self.level = level
        self.isForBrowsers = isForBrowsers
        self.triesRefused = triesRefused
    }

    /// Examines files.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - members: The fonts from archives among the files.
    ///   - onResult: Called whenever a file is done, in any order.
    /// - Returns: The results in the order of `paths`, without the files that were not examined due to a cancellation.
    package func validate(
        _ paths: [String], members: [String: ArchiveMember] = [:], onResult: @Sendable () -> Void
    ) async -> [Result] {
        // Each file occupies one thread while it is read, and one while a worker examines it.
        let threads = BlockingThreads(name: "typecase-validate", maximumCount: 2 * Self.filesInFlight)
        let pool = FontInspector(configuration: workers, threads: threads)
        let results = await withTaskGroup(of: Result.self) { group in
            var results: [Result] = []
            for (index, path) in paths.enumerated() {
                if Task.isCancelled { break }
                if index >= Self.filesInFlight, let done = await group.next() {
                    results.append(done)
                    onResult()
                }
                group.addTask { await result(index, path, members[path], pool, threads) }
            }
            while let done = await group.next() {
                results.append(done)
                onResult()
            }
            return results
        }
        await pool.shutdown()
        return results.sorted { $0.index < $1.index }
    }

    private func result(
        _ index: Int, _ path: String, _ member: ArchiveMember?, _ pool: FontInspector, _ threads: BlockingThreads
    ) async -> Result {
        let font: SealedMemory
        switch await Self.read(path, member, threads) {
        case .success(let memory): font = memory
        case .failure(.file(let failure)): return Result(index: index, path: path, verdict: .failure(failure))
        case .failure(.font(let error)): return Result(index: index, path: path, verdict: verdict(error, path))
        }
        do throws(FontError) {
            let inspection = try await pool.inspect(font, for: Self.provider)
            let verdict = FontVerdict(inspection, level: level, isForBrowsers: isForBrowsers)
            let trial = triesRefused && !verdict.isInstallable ? await Self.trial(of: font, pool) : nil
            return Result(index: index, path: path, verdict: .success(verdict), trial: trial)
        } catch {
            return Result(index: index, path: path, verdict: verdict(error, path))
        }
    }

    private static func trial(of font: SealedMemory, _ pool: FontInspector) async -> Trial? {
        do throws(FontError) {
            return try await pool.failureInPrograms(font, for: provider).map(Trial.fails) ?? .works
        } catch {
            return error.code == .invalidFontData ? .fails(error.message) : nil
        }
    }

    /// The verdict that follows from an error, or the failure if the error is not about the file.
    func verdict(_ error: FontError, _ path: String) -> Swift.Result<FontVerdict, CommandFailure> {
        if let verdict = FontVerdict(error, level: level) { return .success(verdict) }
        return .failure(CommandFailure(error, item: path))
    }

    /// The reason why a file could not be read.
    private enum ReadingFailure: Error {
        case file(CommandFailure)
        case font(FontError)
    }

    private static func read(
        _ path: String, _ member: ArchiveMember?, _ threads: BlockingThreads
    ) async -> Swift.Result<SealedMemory, ReadingFailure> {
        let limit = FontLimits.fileSize
        do {
            return .success(
                try await threads.run {
                    try SealedMemory(
                        copying: member?.open() ?? FontFile.open(path, followsLinks: true), limit: limit,
                        inMemoryUpTo: FontLimits.memorySize, otherwiseIn: largeFiles)
                })
        } catch let failure as CommandFailure {
            return .failure(.file(failure))
        } catch SealedMemory.Failure.tooLarge {
            return .failure(
                .font(
                    FontError(
                        .exceededResourceLimit,
                        """
                        The file has more than \(limit) bytes, the most that Typecase allows. If it is a collection, \
                        split it into single fonts.
                        """
                    )))
        } catch {
            return .failure(
                .file(
                    CommandFailure(
                        .failure, code: .insufficientPermissions, localized("Cannot be read: %1.", "\(error)"),
                        item: path)))
        }
    }
}
