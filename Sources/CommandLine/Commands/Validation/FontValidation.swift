package import FontModel
package import InspectionClient
package import InspectionProtocol
internal import LinuxSystem
internal import Localization

/// Examines font files in workers of its own, a few at a time.
package struct FontValidation: Sendable {
    /// What the libraries that programs use make of a font that cannot be taken under management.
    package enum Trial: Sendable, Equatable {
        /// They show it.
        case works
        /// They do not, and why.
        case fails(String)
    }

    /// What became of one file.
    package struct Result: Sendable {
        /// The file's position among all.
        package var index: Int
        /// The file.
        package var path: String
        /// The verdict, or why there is none.
        package var verdict: Swift.Result<FontVerdict, CommandFailure>
        /// What programs make of a font that is refused; `nil` where that is not known.
        package var trial: Trial?
    }

    /// How many files are open at once: as many as keep the workers busy.
    private static let filesInFlight = WorkerConfiguration.fontsAtOnce + 2
    /// In whose name: all files are the user's.
    private static let provider = ProviderIdentifier.user
    /// Where there is room for fonts that are too large for memory: unlike /tmp it is on a disk.
    private static let largeFiles = "/var/tmp"

    private let workers: WorkerConfiguration
    private let level: ValidationLevel
    private let isForBrowsers: Bool
    private let triesRefused: Bool

    /// Creates a validation.
    ///
    /// - Parameters:
    ///   - workers: How to reach the programs that parse fonts.
    ///   - level: How strict to be.
    ///   - isForBrowsers: Whether a font fails that only web browsers do not show.
    ///   - triesRefused: Whether to find out what programs make of fonts that are refused.
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
    ///   - members: Those of them that are fonts of archives.
    ///   - onResult: Called as files are done, in any order.
    /// - Returns: What became of them, in the order of `paths`; without those that a cancellation left out.
    package func validate(
        _ paths: [String], members: [String: ArchiveMember] = [:], onResult: @Sendable () -> Void
    ) async -> [Result] {
        // Each file keeps a thread while it is read, and one while a worker has it.
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

    /// What an error says of a file, if it says anything of it.
    func verdict(_ error: FontError, _ path: String) -> Swift.Result<FontVerdict, CommandFailure> {
        if let verdict = FontVerdict(error, level: level) { return .success(verdict) }
        return .failure(CommandFailure(error, item: path))
    }

    /// Why a file could not be read.
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
                        "The file has more than \(limit) bytes, the most that Typecase allows. Split the collection into files."
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
