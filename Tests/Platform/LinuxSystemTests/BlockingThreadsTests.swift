import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LinuxSystem

/// Something that threads block on until a test lets them go.
private final class Gate: Sendable {
    private let isOpen = Monitor(false)

    func open() {
        isOpen.withLock { $0 = true }
        isOpen.wakeAll()
    }

    func wait() {
        isOpen.waitForResult(limit: { _ in .seconds(60) }) { isOpen, isLate in isOpen || isLate ? () : nil }
    }
}

/// How many do something at a time.
private final class Tally: Sendable {
    let running = Atomic(0)
    let most = Atomic(0)
}

@Suite struct BlockingThreadsTests {
    @Test func `work runs on a thread of its own and its result comes back`() async throws {
        let threads = BlockingThreads(name: "test", maximumCount: 2)
        let (result, thread) = try await threads.run { (6 * 7, UInt(pthread_self())) }
        #expect(result == 42)
        #expect(thread != UInt(pthread_self()))
    }

    @Test func `tasks run on the threads that carry them`() async {
        await #expect(processExitsWith: .success) {
            let threads = BlockingThreads(name: "carrier", maximumCount: 2)
            threads.carryAllTasks()
            // A new task, as this one was begun elsewhere.
            let name = await Task.detached { try? SmallFile(path: "/proc/thread-self/comm").read() }.value
            #expect(name == "carrier\n")
        }
    }

    @Test func `tasks that prefer the threads run there, and so does the work that they bring`() async throws {
        let threads = BlockingThreads(name: "preferred", maximumCount: 1)
        @Sendable func name() throws -> String? { try SmallFile(path: "/proc/thread-self/comm").read() }
        let names = try await Task(executorPreference: threads) {
            // The only thread is this one, which nobody else could do the work on.
            let names = [try name(), try await threads.run { try name() }]
            await Task.yield()
            return names + [try name()]
        }.value
        #expect(names == Array(repeating: "preferred\n", count: 3))
        #expect(try name() != "preferred\n")
    }

    @Test func `two pools cannot carry the tasks`() async {
        await #expect(processExitsWith: .failure) {
            BlockingThreads(name: "one", maximumCount: 1).carryAllTasks()
            BlockingThreads(name: "other", maximumCount: 1).carryAllTasks()
        }
    }

    @Test func `work that may get stuck is not taken by threads that carry tasks`() async {
        await #expect(processExitsWith: .failure) {
            let threads = BlockingThreads(name: "carrier", maximumCount: 2)
            threads.carryAllTasks()
            try await threads.run(deadline: .seconds(60)) {}
        }
    }

    @Test func `what the work throws comes back`() async {
        struct Failure: Error {}
        let threads = BlockingThreads(name: "test", maximumCount: 1)
        await #expect(throws: Failure.self) { try await threads.run { throw Failure() } }
    }

    @Test func `no more than the allowed number work at a time, and all work gets done`() async throws {
        let threads = BlockingThreads(name: "test", maximumCount: 3)
        let tally = Tally()
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await threads.run {
                        let now = tally.running.add(1, ordering: .relaxed).newValue
                        tally.most.max(now, ordering: .relaxed)
                        usleep(100)
                        tally.running.subtract(1, ordering: .relaxed)
                        return 1
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(total == 200)
        let mostAtOnce = tally.most.load(ordering: .relaxed)
        #expect((1...3).contains(mostAtOnce))
    }

    @Test func `work that passes its deadline gives its thread up, and others go on`() async throws {
        let threads = BlockingThreads(name: "test", maximumCount: 1)
        let gate = Gate()
        repeat {
            // Where the machine is busy, the thread may not even have begun by then.
            await #expect(throws: BlockingThreads.DeadlineExceeded.self) {
                try await threads.run(deadline: .milliseconds(20)) { gate.wait() }
            }
        } while threads.abandonedCount == 0
        #expect(threads.abandonedCount == 1)
        #expect(try await threads.run { 1 } == 1)
        gate.open()
    }

    @Test func `work that waited in vain for a thread is dropped at its deadline`() async throws {
        let threads = BlockingThreads(name: "test", maximumCount: 1)
        let gate = Gate()
        let hasRun = Atomic(false)
        let blocker = Task { try await threads.run { gate.wait() } }
        try await eventually("a thread works") { threads.threadCount > 0 }
        await #expect(throws: BlockingThreads.DeadlineExceeded.self) {
            try await threads.run(deadline: .milliseconds(20)) { hasRun.store(true, ordering: .relaxed) }
        }
        gate.open()
        try await blocker.value
        // With one thread, whatever was queued before this has run before this.
        try await threads.run {}
        let ranLate = hasRun.load(ordering: .relaxed)
        #expect(!ranLate)
        #expect(threads.abandonedCount == 0)
    }

    @Test func `with too many stuck threads, work with a deadline is refused and other work is not`() async throws {
        let threads = BlockingThreads(name: "test", maximumCount: 1)
        let gate = Gate()
        while threads.abandonedCount < BlockingThreads.maximumAbandoned {
            await #expect(throws: BlockingThreads.DeadlineExceeded.self) {
                try await threads.run(deadline: .milliseconds(20)) { gate.wait() }
            }
        }
        await #expect(throws: BlockingThreads.Overloaded.self) {
            try await threads.run(deadline: .seconds(10)) {}
        }
        #expect(try await threads.run { 1 } == 1)
        gate.open()
        try await eventually("no thread is stuck") { threads.abandonedCount == 0 }
        #expect(try await threads.run(deadline: .seconds(10)) { 2 } == 2)
    }

    @Test func `threads end when they have had nothing to do for a while`() async throws {
        let threads = BlockingThreads(name: "test", maximumCount: 4, idleTime: .milliseconds(10))
        try await threads.run {}
        try await eventually("the idle threads have ended") { threads.threadCount == 0 }
        #expect(try await threads.run { 1 } == 1)
    }

    @Test func `work given on one of the threads is done at once, unless it has a deadline`() async throws {
        let threads = BlockingThreads(name: "test", maximumCount: 2)
        let isAtOnce = try await threads.run {
            let thread = UInt(pthread_self())
            let started = Mutex<UInt?>(nil)
            // Begins on this thread, and would have to leave it for anything that is not done at once.
            Task.immediate { try await threads.run { started.withLock { $0 = UInt(pthread_self()) } } }
            return started.withLock { $0 == thread }
        }
        #expect(isAtOnce)
    }
}
