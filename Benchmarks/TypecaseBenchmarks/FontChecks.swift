internal import FontModel
internal import InspectionClient
internal import LinuxSystem

/// The worker's checks of some fonts, and nothing else of what is done with them: what no registration of them can be
/// faster than, as the processors are all that they take.
struct FontChecks {
    private let memories: [SealedMemory]
    private let pool: FontInspector
    private let owner: ProviderIdentifier

    /// Reads the fonts; the first checks start the workers.
    ///
    /// - Parameters:
    ///   - fonts: The paths.
    ///   - asksForSecondOpinion: Whether the sanitizer is heard as well, where it is installed.
    ///   - programs: The directory with the worker.
    ///   - home: Whose environment the worker has.
    /// - Throws: What kept a font from being read.
    init(of fonts: [String], asksForSecondOpinion: Bool = true, programs: String, in home: ServedHome) throws {
        memories = try fonts.map { try SealedMemory(copying: Files.open($0), limit: FontLimits.fileSize) }
        var configuration = WorkerConfiguration.programs(in: programs, environment: home.environment)
        configuration.asksForSecondOpinion = asksForSecondOpinion
        pool = FontInspector(
            configuration: configuration, threads: BlockingThreads(name: "checks", maximumCount: 8))
        guard let owner = ProviderIdentifier(rawValue: "session.benchmark") else {
            throw BenchmarkFailure("The name of the provider is none.")
        }
        self.owner = owner
    }

    /// Checks the fonts, each when the one before is done, and tells how long each took.
    func oneByOne() async throws -> [Duration] {
        var times: [Duration] = []
        for memory in memories {
            let start = ContinuousClock.now
            _ = try await pool.inspect(memory, for: owner)
            times.append(start.duration(to: .now))
        }
        return times
    }

    /// Checks the fonts, as many at a time as the daemon does.
    func together() async throws -> Duration {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for memory in memories { group.addTask { [pool, owner] in _ = try await pool.inspect(memory, for: owner) } }
            try await group.waitForAll()
        }
        return start.duration(to: .now)
    }

    /// Ends the workers.
    func end() async { await pool.shutdown() }
}
