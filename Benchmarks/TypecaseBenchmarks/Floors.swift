internal import FontModel
internal import Fontconfig
internal import Glibc
internal import InspectionClient
internal import LinuxSystem
internal import Registry
internal import TestSupport

/// What the parts of a registration take at least, each done by itself in the home that they are compared with.
final class Floors {
    /// The parts of one registration.
    struct Parts {
        var reading: Duration
        var synchronizing: Duration
        var scanning: Duration
        var committing: Duration
        var pinging: Duration
        /// The worker's checks, which nobody else makes; not part of ``sum``.
        var inspecting: Duration

        var sum: Duration { reading + synchronizing + scanning + committing + pinging }
    }

    private let home: ServedHome
    private let directory: String
    private let configuration: FontconfigConfiguration
    private let registry: Registry
    private let pool: FontInspector
    private let threads = BlockingThreads(name: "floor", maximumCount: 2)
    private let owner: ProviderIdentifier
    private let clock = ContinuousClock()

    /// Prepares for measuring in a home.
    init(in home: ServedHome, programs: String) throws {
        self.home = home
        directory = try home.home.scratch.makeDirectory("floor")
        configuration = try .load(in: home.environment)
        registry = try Registry.open(at: "\(directory)/registry").0
        pool = FontInspector(
            configuration: .programs(in: programs, environment: home.environment),
            threads: threads)
        guard let owner = ProviderIdentifier(rawValue: "session.benchmark") else {
            throw BenchmarkFailure("The name of the provider is none.")
        }
        self.owner = owner
    }

    /// Measures everything for the font that was registered last.
    func measure(_ path: String) async throws -> Parts {
        let file = try Files.open(path)
        let reading = clock.now
        let memory = try SealedMemory(copying: file, limit: FontLimits.fileSize)
        let read = clock.now
        let bytes = try Files.read(path)
        let synchronizing = clock.now
        try replaceDurably(bytes)
        let synchronized = clock.now
        let shard = try home.lastShard()
        let scanning = clock.now
        _ = try configuration.warm(shard)
        let scanned = clock.now
        _ = try registry.commitBlocking([.setPublicationPending(true)])
        let committed = clock.now
        // The first of a pair wakes everybody up, as a registration does long before its reply.
        _ = try await home.provider.ping()
        let pinging = try await home.provider.ping()
        let inspecting = clock.now
        _ = try await pool.inspect(memory, for: owner)
        return Parts(
            reading: reading.duration(to: read), synchronizing: synchronizing.duration(to: synchronized),
            scanning: scanning.duration(to: scanned), committing: scanned.duration(to: committed), pinging: pinging,
            inspecting: inspecting.duration(to: clock.now))
    }

    /// Ends the worker.
    func close() async throws {
        await pool.shutdown()
        try registry.close()
    }

    /// Writes a file so that it is there after a power loss, which is the least that a durable registration does.
    private func replaceDurably(_ bytes: [UInt8]) throws {
        let file = try Files.open("\(directory)/new", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        try Files.write(bytes, to: file)
        try retryingInterrupts { fsync(file.rawValue) }
        try retryingInterrupts { rename("\(directory)/new", "\(directory)/font") }
        let parent = try Files.open(directory, O_RDONLY | O_DIRECTORY)
        try retryingInterrupts { fsync(parent.rawValue) }
    }
}
