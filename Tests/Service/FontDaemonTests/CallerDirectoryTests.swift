internal import DBus
internal import EventLoop
@testable internal import FontDaemon
internal import FontModel
internal import Logging
internal import Synchronization
internal import TestSupport
internal import Testing

/// Who is remembered, and for how long.
@Suite(.timeLimit(.minutes(10))) struct `A directory of callers` {
    /// What tasks wait for until it is opened, without a thread each.
    private final class Latch: Sendable {
        private let state = Mutex<(isOpen: Bool, arrivals: Int, waiting: [CheckedContinuation<Void, Never>])>(
            (false, 0, []))

        var arrivalCount: Int { state.withLock { $0.arrivals } }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    state.arrivals += 1
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                state.isOpen = true
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// A bus that says who a name is as often as it is asked, and when a name leaves.
    private final class World: Sendable {
        let resolutions = Mutex(0)
        /// What the next resolutions fail with.
        let failure = Mutex<BusError?>(nil)
        /// Each resolution waits here.
        let gate = Latch()
        let departure = Latch()
        /// What waiting for a name to leave ends with, instead of with its leaving.
        let watchFailure = Mutex<BusError?>(nil)

        func resolve(_ name: String) async throws -> CallerIdentity {
            resolutions.withLock { $0 += 1 }
            await gate.wait()
            if let error = failure.withLock({ $0 }) { throw error }
            return CallerIdentity(
                kind: .process, applicationID: nil, displayName: name,
                provider: try #require(ProviderIdentifier(rawValue: "session.example")), processID: 1)
        }

        func waitUntilVanished() async throws {
            if let error = watchFailure.withLock({ $0 }) { throw error }
            await departure.wait()
        }
    }

    private static let name = ":1.7"
    private let world = World()
    private let directory: CallerDirectory

    init() throws {
        let world = world
        directory = CallerDirectory(
            on: try EventLoop(name: "callers"), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            resolve: { try await world.resolve($0) }, waitUntilVanished: { _ in try await world.waitUntilVanished() })
    }

    private var resolutions: Int { world.resolutions.withLock { $0 } }

    /// Waits until nobody is remembered, as after a departure.
    private func untilForgotten() async throws {
        let directory = directory
        try await eventually("the name is forgotten") { await directory.count == 0 }
    }

    @Test func `asks once who a name is, however many of its calls come together`() async throws {
        let directory = directory
        let calls = (0..<100).map { _ in Task { try await directory.identity(of: Self.name) } }
        try await eventually("it is asked") { world.gate.arrivalCount > 0 }
        world.gate.open()
        for call in calls { #expect(try await call.value.displayName == Self.name) }
        #expect(try await directory.identity(of: Self.name).displayName == Self.name)
        #expect(resolutions == 1)
        #expect(directory.isThere(Self.name))
        _ = try await directory.identity(of: ":1.8")
        #expect(resolutions == 2, "another name is somebody else")
    }

    @Test func `forgets a name that leaves, and tells whoever waited for that`() async throws {
        world.gate.open()
        let directory = directory
        _ = try await directory.identity(of: Self.name)
        let told = Latch()
        #expect(await directory.whenGone(Self.name) { await told.wait() })
        world.departure.open()
        try await eventually("somebody is told") { told.arrivalCount > 0 }
        told.open()
        try await untilForgotten()
        #expect(!directory.isThere(Self.name))
        #expect(await !directory.whenGone(Self.name) {}, "it has left")
        _ = try await directory.identity(of: Self.name)
        #expect(resolutions == 2)
    }

    @Test func `refuses whoever cannot be identified, and asks anew at the next call`() async throws {
        world.gate.open()
        world.failure.withLock { $0 = .failed("the process is gone") }
        let error = await #expect(throws: BusError.self) { try await directory.identity(of: Self.name) }
        #expect(error?.code == .accessDenied)
        #expect(error?.message.contains("the process is gone") == true)
        #expect(!directory.isThere(Self.name))
        world.failure.withLock { $0 = nil }
        #expect(try await directory.identity(of: Self.name).displayName == Self.name)
        #expect(resolutions == 2)
    }

    @Test func `keeps nothing of a name that leaves while it is asked who it is`() async throws {
        let directory = directory
        let call = Task { try await directory.identity(of: Self.name) }
        try await eventually("it is asked") { world.gate.arrivalCount > 0 }
        world.departure.open()
        try await untilForgotten()
        world.gate.open()
        _ = try? await call.value
        #expect(await directory.count == 0)
        #expect(!directory.isThere(Self.name))
    }

    @Test func `remembers nobody where it does not learn who leaves, and takes nobody for gone`() async throws {
        world.gate.open()
        world.watchFailure.withLock { $0 = .disconnected }
        _ = try? await directory.identity(of: Self.name)
        try await untilForgotten()
        #expect(directory.isThere(Self.name))
        #expect(directory.isThere(":1.8"))
    }

    /// What is installed, as two who look for it at a time find it.
    private final class Installation: Sendable {
        /// What the manifest says, and what else shows that the caller is installed.
        let fonts = Mutex(1), place = Mutex("/old")
        /// Whoever has looked waits here, the first time.
        let gates = [Latch(), Latch()]
        private let looks = Mutex((rights: 0, whole: 0))

        func renew(_ identity: CallerIdentity, isWhole: Bool) async -> CallerIdentity {
            var renewed = identity
            renewed.quotaWish = FontQuota(fonts: fonts.withLock { $0 })
            if isWhole { renewed.program = place.withLock { $0 } }
            let isFirst = looks.withLock { looks in
                defer { if isWhole { looks.whole += 1 } else { looks.rights += 1 } }
                return (isWhole ? looks.whole : looks.rights) == 0
            }
            if isFirst { await gates[isWhole ? 1 : 0].wait() }
            return renewed
        }
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `loses nothing of what two find who look anew at the same time, whoever is done first`(
        order: [Int]
    ) async throws {
        let installation = Installation()
        let world = world
        let directory = CallerDirectory(
            on: try EventLoop(name: "callers"), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            resolve: { name in
                CallerIdentity(
                    kind: .flatpak, applicationID: "org.example.App", displayName: name,
                    provider: try #require(ProviderIdentifier(rawValue: "org.example.App")), processID: 1)
            },
            renew: { await installation.renew($0, isWhole: $1) },
            waitUntilVanished: { _ in try await world.waitUntilVanished() })
        _ = try await directory.identity(of: Self.name)
        // Both have looked at what there is, and begin with what was known before.
        let rights = Task { try await directory.renewedIdentity(of: Self.name) }
        let whole = Task { await directory.renew() }
        try await eventually("both have looked") { installation.gates.allSatisfy { $0.arrivalCount == 1 } }
        installation.fonts.withLock { $0 = 2 }
        for number in order {
            installation.gates[number].open()
            if number == 0 { _ = try await rights.value } else { await whole.value }
        }
        let known = try #require(directory.known(Self.name))
        #expect(known.program == "/old", "the whole look is not lost")
        #expect(known.quotaWish.fonts == 2, "the later of the looks counts")
    }
}
