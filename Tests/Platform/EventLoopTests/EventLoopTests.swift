import Glibc
import LinuxSystem
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import EventLoop

/// An actor on a loop.
private actor Counter {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private(set) var value = 0

    init(on loop: EventLoop) {
        self.loop = loop
    }

    func increase() -> Bool {
        value += 1
        return loop.isCurrent
    }

    func increase(by count: Int) {
        value += count
    }

    /// Ends the process where the caller is not on the loop.
    nonisolated func increaseHere() {
        assumeIsolated { $0.increase(by: 1) }
    }
}

@Suite struct LoopTests {
    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test loop")
        do {
            try await body(loop)
        } catch {
            await loop.stop()
            throw error
        }
        await loop.stop()
    }

    @Test func `an actor on a loop runs on the loop's thread`() async throws {
        try await withLoop { loop in
            let counter = Counter(on: loop)
            let onLoop = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<1000 { group.addTask { await counter.increase() } }
                return await group.allSatisfy { $0 }
            }
            #expect(onLoop)
            #expect(await counter.value == 1000)
            #expect(!loop.isCurrent)
        }
    }

    @Test func `handlers enter the actor without a hop`() async throws {
        try await withLoop { loop in
            let counter = Counter(on: loop)
            await loop.run { counter.assumeIsolated { $0.increase(by: 3) } }
            #expect(await counter.value == 3)
        }
    }

    @Test func `elsewhere the loop is known not to be isolated`() async throws {
        await #expect(processExitsWith: .failure) {
            Counter(on: try EventLoop(name: "test loop")).increaseHere()
        }
    }

    @Test func `while the loop sleeps work can be run on it right here`() async throws {
        try await withLoop { loop in
            let counter = Counter(on: loop)
            let thread = Mutex<UInt>(0)
            func increase() -> Bool {
                loop.runHere {
                    counter.assumeIsolated { $0.increase(by: 1) }
                    thread.withLock { $0 = UInt(pthread_self()) }
                }
            }
            // It may not sleep yet.
            try await eventually("the loop sleeps") { increase() }
            #expect(!loop.isCurrent)
            #expect(thread.withLock { $0 } != 0)
            #expect(await counter.value == 1)
            // The loop's own thread has taken over again.
            #expect(await counter.increase())
        }
    }

    @Test func `work is not run here while the loop has something else to do`() async throws {
        try await withLoop { loop in
            let isRunning = Atomic(false)
            let mayEnd = Atomic(false)
            loop.execute {
                isRunning.store(true, ordering: .relaxed)
                while !mayEnd.load(ordering: .relaxed) { sched_yield() }
            }
            while !isRunning.load(ordering: .relaxed) { sched_yield() }
            let hasRun = loop.runHere {}
            #expect(!hasRun)
            mayEnd.store(true, ordering: .relaxed)
        }
        let stopped = try EventLoop(name: "test loop")
        await stopped.stop()
        let hasRun = stopped.runHere {}
        #expect(!hasRun)
    }

    @Test func `no two threads run the loop's work at a time`() async throws {
        try await withLoop { loop in
            // Only ever touched on the loop.
            nonisolated(unsafe) var count = 0
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<2_000 where !loop.runHere({ count += 1 }) { await loop.run { count += 1 } }
                    }
                }
            }
            #expect(await loop.run { count } == 16_000)
        }
    }

    @Test func `a timer that is added from here fires`() async throws {
        try await withLoop { loop in
            await settled(loop)
            let (times, time) = AsyncStream.makeStream(of: Void.self)
            try await eventually("the loop sleeps") {
                loop.runHere { _ = loop.addTimer(after: .milliseconds(1)) { time.yield() } }
            }
            #expect(await times.first { true } != nil)
        }
    }

    @Test func `work keeps its order`() async throws {
        try await withLoop { loop in
            let results = await loop.run { [Int](0..<100) }
            for number in results { loop.execute { seenNumbers.withLock { $0.append(number) } } }
            let order = await loop.run { seenNumbers.withLock { $0 } }
            #expect(order == results)
        }
    }

    @Test func `timers fire in the order of their deadlines and not early`() async throws {
        try await withLoop { loop in
            let clock = ContinuousClock()
            var order: [Int] = []
            var preparing: Duration
            repeat {
                let start = clock.now
                let (fired, fire) = AsyncStream.makeStream(of: (Int, ContinuousClock.Instant).self)
                preparing = await loop.run {
                    let start = clock.now
                    for delay in [40, 10, 30, 20] {
                        _ = loop.addTimer(after: .milliseconds(delay)) { fire.yield((delay, clock.now)) }
                    }
                    return clock.now - start
                }
                order = []
                for await (delay, time) in fired.prefix(4) {
                    order.append(delay)
                    #expect(time - start >= .milliseconds(delay))
                }
                // Where this took so long that another order of the deadlines came of it, they say nothing.
            } while preparing >= .milliseconds(10)
            #expect(order == [10, 20, 30, 40])
        }
    }

    @Test func `a timer with an interval fires again until it is cancelled`() async throws {
        try await withLoop { loop in
            let (fired, fire) = AsyncStream.makeStream(of: Int.self)
            await loop.run {
                var count = 0
                var timer: EventTimer?
                timer = loop.addTimer(after: .zero, repeating: .milliseconds(1)) {
                    count += 1
                    fire.yield(count)
                    if count == 3 {
                        timer?.cancel()
                        // Later than the next would have fired.
                        _ = loop.addTimer(after: .milliseconds(5)) { fire.finish() }
                    }
                }
            }
            var counts: [Int] = []
            for await count in fired { counts.append(count) }
            #expect(counts == [1, 2, 3])
        }
    }

    @Test(arguments: [0, 1, 2, 3, 50, 99]) func `a cancelled timer does not fire and the others do`(
        _ victim: Int
    ) async throws {
        try await withLoop { loop in
            let (fired, fire) = AsyncStream.makeStream(of: Int.self)
            await loop.run {
                // In an order that is not that of the deadlines, to have the heap turned over.
                let timers = (0..<100).map { index in
                    (index, loop.addTimer(after: .microseconds((index * 37) % 100 * 10)) { fire.yield(index) })
                }
                for (index, timer) in timers where index == victim { timer.cancel() }
                _ = loop.addTimer(after: .milliseconds(20)) { fire.finish() }
            }
            var seen: Set<Int> = []
            for await index in fired { seen.insert(index) }
            #expect(seen == Set(0..<100).subtracting([victim]))
        }
    }

    @Test func `a source tells of data, of a changed mask and of nothing after its end`() async throws {
        try await withLoop { loop in
            var ends: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            let (near, far) = (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
            let (events, event) = AsyncStream.makeStream(of: EventMask.self)
            let box = Box()
            try await loop.runThrowing {
                box.source = try loop.addSource(near.rawValue, events: .readable) { mask in
                    event.yield(mask)
                    // Level-triggered: it would be told again and again.
                    try? box.source?.setEvents([])
                }
            }
            var iterator = events.makeAsyncIterator()
            #expect(write(far.rawValue, "x", 1) == 1)
            #expect(await iterator.next() == .readable)
            try await loop.runThrowing { try box.source?.setEvents(.writable) }
            #expect(await iterator.next() == .writable)
            await loop.run { box.source?.cancel() }
            #expect(write(far.rawValue, "x", 1) == 1)
            await loop.run {}
            event.finish()
            #expect(await iterator.next() == nil)
        }
    }

    @Test func `a source without events is not told of a hang-up`() async throws {
        try await withLoop { loop in
            var ends: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            let near = OwnedFileDescriptor(adopting: ends[0])
            try await loop.runThrowing {
                _ = try loop.addSource(near.rawValue, events: []) { _ in fatalError("told of a hang-up") }
            }
            close(ends[1])
            await settled(loop)
        }
    }

    @Test func `while there is nothing to do the loop does not wake up`() async throws {
        try await withLoop { loop in
            await loop.run { _ = loop.addTimer(after: .seconds(1000)) {} }
            await settled(loop)
            let before = loop.wakeUpCount
            // Time has to pass for a loop that polls to show.
            try await Task.sleep(for: .milliseconds(200))
            #expect(loop.wakeUpCount == before)
        }
    }

    @Test func `stopping runs what is waiting and ends the thread`() async throws {
        let loop = try EventLoop(name: "short-lived")
        let count = Tally()
        for _ in 0..<100 { loop.execute { count.value.add(1, ordering: .relaxed) } }
        await loop.stop()
        let total = count.value.load(ordering: .relaxed)
        #expect(total == 100)
        #expect(threadNames().allSatisfy { $0 != "short-lived" })
        // Stopping what is stopped is harmless.
        await loop.stop()
    }

    @Test func `an actor outlives the loop's thread`() async throws {
        let loop = try EventLoop(name: "test loop")
        let counter = Counter(on: loop)
        await loop.stop()
        let onLoop = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { await counter.increase() } }
            return await group.allSatisfy { $0 }
        }
        #expect(onLoop)
        #expect(await counter.value == 100)
    }

    @Test func `a loop leaves no descriptor behind`() async throws {
        // In a process of its own: other tests open descriptors at the same time.
        await #expect(processExitsWith: .success) {
            // Whatever the Swift runtime opens for itself, it has opened after this.
            try await Task.sleep(for: .milliseconds(1))
            let before = openDescriptors()
            for _ in 0..<10 {
                let loop = try EventLoop(name: "test loop")
                await loop.run {}
                await loop.stop()
            }
            let after = openDescriptors()
            #expect(after == before)
        }
    }
}

/// A source, where a handler and a test both reach it.
///
/// `@unchecked Sendable`: only used on the loop.
private final class Box: @unchecked Sendable {
    var source: EventSource?
}

private final class Tally: Sendable {
    let value = Atomic(0)
}

private let seenNumbers = Mutex<[Int]>([])

extension EventLoop {
    /// Runs a throwing closure on the loop.
    func runThrowing(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await run { Result(catching: body) }.get()
    }
}

/// Waits until the loop has done what it had to do, and sleeps.
func settled(_ loop: EventLoop) async {
    await loop.run {}
    var count = -1
    while count != loop.wakeUpCount {
        count = loop.wakeUpCount
        await loop.run {}
        count += 1
    }
}

private func threadNames() -> [String] {
    entries(of: "/proc/self/task").compactMap { thread in
        let path = FilePath("/proc/self/task/\(thread)/comm")
        guard let file = try? FileDescriptor.open(path, .readOnly) else { return nil }
        defer { try? file.close() }
        let name = String(unsafeUninitializedCapacity: 64) { buffer in
            (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
        return String(name.dropLast())
    }
}

private func entries(of directory: String) -> Set<String> {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: Set<String> = []
    while let entry = readdir(stream) {
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { _ = names.insert(String(cString: $0)) }
        }
    }
    return names
}
