internal import DBus
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Typecase

/// The contract of handlers: several calls, one after the other, the last of which alone says that it is done.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FontManagerHandlerTests {
    /// What a handler was told, in order.
    private final class Calls: Sendable {
        typealias Call = (codes: [FontManagerError.Code], isDone: Bool)

        private let state = Mutex<[Call]>([])
        private let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)

        var all: [Call] { state.withLock { $0 } }

        func note(_ errors: [FontManagerError], _ isDone: Bool) {
            state.withLock { $0.append((errors.map(\.code), isDone)) }
            continuation.yield(isDone)
        }

        /// Waits for so many calls.
        func wait(for count: Int) async {
            if all.count >= count { return }
            for await _ in stream where all.count >= count { return }
        }

        /// Waits for the last call.
        func waitUntilDone() async { for await isDone in stream where isDone { return } }
    }

    @Test("Errors come with the call after they happened, and done comes once, at the end")
    func contract() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            var paths = try daemon.writeFonts((0..<38).map { "Told \($0)" })
            paths.insert(daemon.home.scratch["given/none.ttf"], at: 3)
            paths.append(daemon.home.scratch["given/nothing.ttf"])
            let calls = Calls()
            manager.registerFonts(at: paths, scope: .session, enabled: true) { errors, isDone in
                calls.note(errors, isDone)
                return true
            }
            await calls.waitUntilDone()
            #expect(calls.all.map(\.codes) == [[.fileNotFound], [], [.fileNotFound]])
            #expect(calls.all.map(\.isDone) == [false, false, true])
            #expect(try await manager.registeredFonts(scope: .session).count == 38)

            let removal = Calls()
            manager.unregisterFonts(at: Array(paths.prefix(20)), scope: .session) { errors, isDone in
                removal.note(errors, isDone)
                return true
            }
            await removal.waitUntilDone()
            #expect(removal.all.map(\.codes) == [[.fileNotFound], []])
            #expect(try await manager.registeredFonts(scope: .session).count == 19)

            let nothing = Calls()
            manager.registerFonts(at: [], scope: .session, enabled: true) { errors, isDone in
                nothing.note(errors, isDone)
                return true
            }
            await nothing.waitUntilDone()
            #expect(nothing.all.map(\.isDone) == [true])
        }
    }

    @Test("A handler that returns false stops the rest, keeps what is done, and gets one last call")
    func stopped() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let paths = try daemon.writeFonts((0..<40).map { "Stopped \($0)" })
            let calls = Calls()
            await manager.registerFonts(at: paths) { errors, isDone in
                calls.note(errors, isDone)
                return false
            }.value
            #expect(calls.all.map(\.isDone) == [false, true])
            #expect(calls.all.flatMap(\.codes) == [])
            #expect(try await manager.registeredFonts(scope: .session).count == 16)
        }
    }

    @Test("An operation whose task is cancelled goes no further, and names what it leaves open as that")
    func cancelled() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let paths = try daemon.writeFonts((0..<40).map { "Cancelled \($0)" })
            for scope in [FontScope.session, .process] {
                let gate = try Gate()
                let calls = Calls()
                let operation = manager.registerFonts(at: paths, scope: scope) { errors, isDone in
                    calls.note(errors, isDone)
                    gate.pass()
                    return true
                }
                await calls.wait(for: 1)
                operation.cancel()
                gate.open()
                await operation.value
                #expect(calls.all.map(\.isDone) == [false, true])
                #expect(calls.all.last?.codes == Array(repeating: .cancelled, count: 24))
                let registered = try await manager.registeredFonts(scope: scope).filter { font in
                    font.faces.contains { $0.familyName.hasPrefix("Cancelled ") }
                }
                #expect(registered.count == 16)
                try await manager.unregisterFonts(ids: registered.map(\.id))
            }
        }
    }

    @Test("A handler that blocks holds up nobody else, and one whose manager has gone is called to the end")
    func blocked() async throws {
        try await RunningDaemon.run { daemon in
            let paths = try daemon.writeFonts((0..<20).map { "Blocked \($0)" })
            let gate = try Gate()
            let calls = Calls()
            do {
                // Nobody keeps it.
                daemon.fontManager.registerFonts(at: paths, scope: .session, enabled: true) { errors, isDone in
                    calls.note(errors, isDone)
                    gate.pass()
                    return true
                }
            }
            await calls.wait(for: 1)
            let manager = daemon.fontManager
            let other = Calls()
            let path = try daemon.writeFonts(["Other"])[0]
            manager.registerFonts(at: [path], scope: .session, enabled: true) { errors, isDone in
                other.note(errors, isDone)
                return true
            }
            await other.waitUntilDone()
            #expect(try await manager.registeredFonts(scope: .session).count == 17)
            gate.open()
            await calls.waitUntilDone()
            #expect(calls.all.map(\.isDone) == [false, true])
            #expect(try await manager.registeredFonts(scope: .session).count == 21)
        }
    }

    @Test("Any number of handlers may block at once")
    func manyBlocked() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let path = try daemon.writeFonts(["Blocked"])[0]
            let gate = try Gate()
            let blocked = Calls()
            for _ in 0..<40 {
                manager.registerFonts(at: [path], scope: .session, enabled: true) { errors, isDone in
                    blocked.note(errors, isDone)
                    gate.pass()
                    return true
                }
            }
            await blocked.wait(for: 40)
            let other = Calls()
            manager.unregisterFonts(at: [path], scope: .session) { errors, isDone in
                other.note(errors, isDone)
                return true
            }
            await other.waitUntilDone()
            #expect(other.all.map(\.codes) == [[]])
            gate.open()
        }
    }

    @Test("Hundreds of handlers may block at once, and what is too much waits for one that returns")
    func tooManyBlocked() async throws {
        let manager = FontManager(address: .address("unix:path=/nonexistent"))
        let gate = try Gate()
        let blocked = Calls()
        for _ in 0..<600 {
            manager.unregisterFonts(at: [], scope: .session) { errors, isDone in
                blocked.note(errors, isDone)
                gate.pass()
                return true
            }
        }
        await blocked.wait(for: 512)
        gate.open()
        await blocked.wait(for: 600)
        #expect(blocked.all.count == 600)
    }

    @Test("Without a service everything fails in one call, which is the last")
    func withoutService() async throws {
        let bus = try PrivateBus()
        let manager = FontManager(address: .address(bus.address))
        let calls = Calls()
        let paths = (0..<40).map { "/nonexistent/\($0).ttf" }
        manager.unregisterFonts(paths.map { FontDescriptor(name: $0) }, scope: .session) { errors, isDone in
            calls.note(errors, isDone)
            return true
        }
        await calls.waitUntilDone()
        #expect(calls.all.count == 1)
        #expect(calls.all.first?.codes == Array(repeating: .serviceUnavailable, count: 40))
    }
}
