internal import DBus
internal import EventLoop
internal import FontService
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import FontDaemon

/// When the daemon counts as idle.
@Suite(.timeLimit(.minutes(10)))
struct IdleWatchTests {
    /// Long enough for a test to see that it has not passed; a test that waits for it knows of nothing else to wait for.
    private static let idleTime = Duration.milliseconds(20)

    @Test func `Without need it is idle after its time`() async throws {
        try await withLoop { loop in
            await IdleWatch(on: loop, idleTime: Self.idleTime, work: WorkInProgress()).waitUntilIdle()
        }
    }

    @Test func `Work under way is need, and the time begins with its end`() async throws {
        try await withLoop { loop in
            let work = WorkInProgress()
            let watch = IdleWatch(on: loop, idleTime: Self.idleTime, work: work)
            work.begin(.notices)
            let end = ContinuousClock.now.advanced(by: Self.idleTime * 3)
            let ending = Task {
                try await Task.sleep(until: end)
                work.end(.notices)
            }
            await watch.waitUntilIdle()
            #expect(ContinuousClock.now >= end + Self.idleTime)
            try await ending.value
        }
    }

    @Test func `While there is need nobody looks at the time`() async throws {
        try await withLoop { loop in
            let work = WorkInProgress()
            work.begin(.recovery)
            let watch = IdleWatch(on: loop, idleTime: .milliseconds(1), work: work)
            // Is on its way to the loop when this returns, so that whatever it starts there is over after that.
            let waiting = Task.immediate { await watch.waitUntilIdle() }
            for _ in 0..<3 { await loop.run {} }
            let before = loop.wakeUpCount
            try await Task.sleep(for: .milliseconds(50))
            // One is that of this question.
            #expect(await loop.run { loop.wakeUpCount } <= before + 1)
            waiting.cancel()
            await waiting.value
        }
    }

    @Test func `A call in flight is need`() async throws {
        let bus = try PrivateBus()
        try await withLoop { loop in
            let server = try await BusConnection.open(.address(bus.address), on: loop)
            let client = try await BusConnection.open(.address(bus.address), on: loop)
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
            let hang = ExportedMethod(name: "Hang", inputSignature: "", outputSignature: "") { _ in
                arrive.yield()
                for await _ in never {}
                return []
            }
            await server.export(
                ExportedObject(interfaces: [
                    ExportedInterface(name: "org.example.Interface", methods: [hang], introspection: "")
                ]), at: "/org/example")
            let watch = IdleWatch(on: loop, idleTime: Self.idleTime, work: WorkInProgress())
            await watch.watch(server)
            let call = Task {
                try await client.call(
                    destination: server.uniqueName, path: "/org/example", interface: "org.example.Interface",
                    member: "Hang")
            }
            // However long the call takes to get here.
            for await _ in arrivals.prefix(1) {}
            let answering = ContinuousClock.now.advanced(by: Self.idleTime * 3)
            let ending = Task {
                try await Task.sleep(until: answering)
                end.finish()
            }
            await watch.waitUntilIdle()
            #expect(ContinuousClock.now >= answering + Self.idleTime)
            _ = try await call.value
            try await ending.value
            await client.close()
            await server.close()
        }
    }

    @Test func `Once idle, it is idle again only after another need`() async throws {
        try await withLoop { loop in
            let work = WorkInProgress()
            let watch = IdleWatch(on: loop, idleTime: Self.idleTime, work: work)
            await watch.waitUntilIdle()
            let isDone = Atomic(false)
            let again = Task {
                await watch.waitUntilIdle()
                isDone.store(true, ordering: .relaxed)
            }
            try await Task.sleep(for: Self.idleTime * 2)
            let isEarly = isDone.load(ordering: .relaxed)
            #expect(!isEarly)
            work.begin(.publication)
            work.end(.publication)
            await again.value
        }
    }

    @Test func `Waiting can be cancelled`() async throws {
        try await withLoop { loop in
            let watch = IdleWatch(on: loop, idleTime: .seconds(1 << 20), work: WorkInProgress())
            let waiting = Task { await watch.waitUntilIdle() }
            waiting.cancel()
            await waiting.value
        }
    }

    @Test func `The environment sets the idle time, and nonsense changes nothing`() {
        #expect(DaemonConfiguration.idleTime(nil) == .seconds(60))
        #expect(DaemonConfiguration.idleTime("never") == nil)
        #expect(DaemonConfiguration.idleTime("0.5") == .milliseconds(500))
        #expect(DaemonConfiguration.idleTime("300") == .seconds(300))
        for nonsense in ["", "0", "-1", "soon", "nan", "1e300"] {
            #expect(DaemonConfiguration.idleTime(nonsense) == .seconds(60), "\(nonsense)")
        }
    }

    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test-idle")
        do {
            try await body(loop)
        } catch {
            await loop.stop()
            throw error
        }
        await loop.stop()
    }
}
