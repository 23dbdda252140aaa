import FontModel
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// Reads from a pipe, which answers no sooner than the test.
private final class SilentFile: Sendable {
    /// How many reads have begun.
    let begun = Atomic(0)
    private let ends: [Int32]

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        self.ends = ends
    }

    deinit { for end in ends { close(end) } }

    func read() {
        begun.add(1, ordering: .relaxed)
        var byte: UInt8 = 0
        _ = Glibc.read(ends[0], &byte, 1)
    }

    /// Answers so many reads.
    func answer(_ count: Int) { _ = write(ends[1], [UInt8](repeating: 0, count: count), count) }
}

@Suite(.timeLimit(.minutes(10)))
struct StuckReadsTests {
    private let threads = BlockingThreads(name: "test", maximumCount: 2)
    private let reads = StuckReads()
    private let bad: ProviderIdentifier
    private let good: ProviderIdentifier

    init() throws {
        bad = try #require(ProviderIdentifier(rawValue: "org.example.Bad"))
        good = try #require(ProviderIdentifier(rawValue: "org.example.Good"))
    }

    @Test func `a provider whose reads are stuck is refused until they come back, and no other is`() async throws {
        let file = try SilentFile()
        await #expect(throws: StuckReads.Failure.overdue) {
            try await reads.run(on: threads, for: bad, deadline: .milliseconds(20)) { file.read() }
        }
        // Where the machine is busy, a thread may not even have begun by its deadline; then nothing is stuck.
        while reads.count(of: bad) < StuckReads.limit {
            try? await reads.run(on: threads, for: bad, deadline: .milliseconds(20)) { file.read() }
        }
        for _ in 0..<(2 * BlockingThreads.maximumAbandoned) {
            await #expect(throws: StuckReads.Failure.stuck) {
                try await reads.run(on: threads, for: bad, deadline: .seconds(60)) { file.read() }
            }
        }
        #expect(try await reads.run(on: threads, for: good, deadline: .seconds(60)) { 1 } == 1)
        // One that began late is one more.
        file.answer(2 * StuckReads.limit)
        try await eventually("the reads have come back") { reads.count(of: bad) == 0 }
        #expect(try await reads.run(on: threads, for: bad, deadline: .seconds(60)) { 2 } == 2)
    }

    @Test func `a read that waited in vain for a thread is not stuck`() async throws {
        let file = try SilentFile()
        let single = BlockingThreads(name: "test", maximumCount: 1)
        let (reads, good) = (reads, good)
        let blocker = Task { try await reads.run(on: single, for: good, deadline: .seconds(60)) { file.read() } }
        try await eventually("the read has begun") { file.begun.load(ordering: .relaxed) > 0 }
        await #expect(throws: StuckReads.Failure.overdue) {
            try await reads.run(on: single, for: bad, deadline: .milliseconds(20)) {}
        }
        #expect(reads.count(of: bad) == 0)
        file.answer(1)
        try await blocker.value
    }

    @Test(arguments: [false, true])
    func `a read that nobody waits for any more is given up, and counts until it comes back`(
        isEnd: Bool
    ) async throws {
        let file = try SilentFile()
        let caller = Caller()
        let (reads, threads, bad) = (reads, threads, bad)
        let reading = Task {
            await StuckReads.$caller.withValue(.init { caller.isThere.load(ordering: .acquiring) }) {
                _ = await #expect(throws: StuckReads.Failure.unwanted) {
                    try await reads.run(on: threads, for: bad, deadline: .seconds(600)) { file.read() }
                }
            }
        }
        try await eventually("the read has begun") { file.begun.load(ordering: .relaxed) > 0 }
        #expect(reads.count(of: bad) == 0)
        if isEnd { reads.end() } else { caller.isThere.store(false, ordering: .releasing) }
        await reading.value
        #expect(reads.count(of: bad) == 1)
        file.answer(1)
        try await eventually("the read has come back") { reads.count(of: bad) == 0 }
    }
}

/// Who waits for a read.
private final class Caller: Sendable {
    let isThere = Atomic(true)
}
