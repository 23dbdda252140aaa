internal import DBus
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Typecase

/// The changes that a client of the library hears of, whatever happens to the service and to the bus.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FontChangesTests {
    @Test("What happens is told as it happens, and what happened before from a known generation on")
    func live() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let start = try await manager.generation()
            let first = try await daemon.register(makeFont("First"))
            var changes = manager.changes(since: start).makeAsyncIterator()
            let caughtUp = try #require(await changes.next())
            #expect(caughtUp.changes.map(\.id) == [first])
            #expect(caughtUp.changes.map(\.kind) == [.added])
            #expect(caughtUp.isComplete)

            let second = try await daemon.register(makeFont("Second"))
            let added = try #require(await changes.next())
            #expect(added.changes.map(\.id) == [second])
            #expect(added.generation > caughtUp.generation)
            _ = try await daemon.unregister([first])
            #expect(await changes.next()?.changes.map(\.kind) == [.removed])
        }
    }

    @Test("Nothing is missed while the service is away, however it ended", arguments: [15, 9] as [Int32])
    func restart(signal: Int32) async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            var changes = manager.changes(since: try await manager.generation()).makeAsyncIterator()
            let first = try await daemon.register(makeFont("First"))
            #expect(await changes.next()?.changes.map(\.id) == [first])
            await daemon.stop(signal: signal)
            try await daemon.start()
            let second = try await daemon.register(makeFont("Second"))
            var ids: [String] = []
            while !ids.contains(second), let set = await changes.next() {
                #expect(set.isComplete)
                ids += set.changes.map(\.id)
            }
            #expect(ids == [second])
            let third = try await daemon.register(makeFont("Third"))
            #expect(await changes.next()?.changes.map(\.id) == [third])
        }
    }

    @Test("A bus that goes and comes back, with another service, takes nothing along that it does not tell")
    func lostBus() async throws {
        let home = try ScratchHome()
        let socket = home.scratch["run/bus"]
        let manager = FontManager(address: .address("unix:path=\(socket)"))
        var changes = manager.changes(since: 0).makeAsyncIterator()
        let first = try await RunningDaemon.run(home: home, bus: PrivateBus(at: socket)) { daemon in
            let id = try await daemon.register(makeFont("First"))
            var ids: [String] = []
            while !ids.contains(id), let set = await changes.next() { ids += set.changes.map(\.id) }
            daemon.bus.stop()
            return id
        }
        try await RunningDaemon.run(home: home, bus: PrivateBus(at: socket)) { daemon in
            let second = try await daemon.register(makeFont("Second"))
            var ids: [String] = []
            while !ids.contains(second), let set = await changes.next() { ids += set.changes.map(\.id) }
            #expect(ids.filter { $0 == second }.count == 1)
            #expect(!ids.contains(first), "it was told before")
        }
    }

    @Test("Who listens before there is a service is told to look when there is one")
    func lateService() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let manager = daemon.fontManager
            let hasHeard = Mutex(false)
            let listening = Task {
                var changes = manager.changes().makeAsyncIterator()
                let set = await changes.next()
                hasHeard.withLock { $0 = true }
                return set
            }
            await #expect(throws: FontManagerError.self) { try await manager.generation() }
            try await daemon.start()
            // Again and again, as nobody knows when the listener has begun to listen.
            var count = 0
            try await eventually("the listener has heard of a change") {
                _ = try await daemon.register(makeFont("Late \(count)"))
                count += 1
                return hasHeard.withLock { $0 }
            }
            #expect(await listening.value != nil)
        }
    }

    @Test("Who stops iterating stops listening, and a cancelled task gets nil")
    func ended() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let waiting = Task {
                for await _ in manager.changes() {}
                return true
            }
            waiting.cancel()
            #expect(await waiting.value)
        }
    }
}
