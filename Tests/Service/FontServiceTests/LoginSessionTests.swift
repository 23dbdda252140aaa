import FontModel
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FontService

@Suite struct `Evidence of a login session` {
    private let alone = SessionEvidence(boot: "boot", manager: "7", buses: [SessionBus("bus")], logins: ["1@100"])

    @Test func `goes on while one of the logins seen last is there`() {
        #expect(alone.continues(alone))
        #expect(with(logins: ["1@100", "2@200"]).continues(alone))
        #expect(with(logins: ["2@200"]).continues(with(logins: ["1@100", "2@200"])))
    }

    @Test(arguments: [
        SessionEvidence(boot: "another", manager: "7", buses: [SessionBus("bus")], logins: ["1@100"]),
        SessionEvidence(boot: "boot", manager: "8", buses: [SessionBus("bus")], logins: ["1@100"]),
        SessionEvidence(boot: "boot", manager: "7", buses: [SessionBus("bus")], logins: []),
        SessionEvidence(boot: "boot", manager: "7", buses: [SessionBus("bus")], logins: ["2@200"]),
        // The same number given again is another login.
        SessionEvidence(boot: "boot", manager: "7", buses: [SessionBus("bus")], logins: ["1@300"]),
    ])
    func `ends with the boot, the service manager or the last of the logins`(later: SessionEvidence) {
        #expect(!later.continues(alone))
    }

    @Test func `needs neither the bus nor the manager where logind tells of logins`() {
        for buses in [[SessionBus("nested")], []] as [Set<SessionBus>] {
            #expect(SessionEvidence(boot: "boot", manager: nil, buses: buses, logins: ["1@100"]).continues(alone))
        }
    }

    @Test func `does not end because logind does not answer`() {
        let silent = SessionEvidence(boot: "boot", manager: "7", buses: [], logins: nil)
        #expect(silent.continues(alone))
        #expect(silent.remembering(alone) == alone)
        #expect(!with(logins: []).continues(silent.remembering(alone)))
    }

    @Test func `is as long as the bus where there is no logind`() {
        func on(_ buses: String...) -> SessionEvidence {
            SessionEvidence(boot: "boot", manager: nil, buses: Set(buses.map { SessionBus($0) }), logins: nil)
        }
        #expect(on("first").continues(on("first")))
        #expect(!on("second").continues(on("first")))
        #expect(!on().continues(on("first")))
        // As with logins: what was seen together is one session.
        #expect(on("first", "second").continues(on("first")))
        #expect(on("second").continues(on("first", "second")))
        #expect(on("second").remembering(on("first", "second")) == on("second"))
        // logind came later, and knows who has been there all the time.
        #expect(with(logins: ["1@100"]).continues(on("bus")))
    }

    @Test(arguments: [
        SessionEvidence(boot: "b", manager: nil, buses: [], logins: nil),
        SessionEvidence(boot: "b", manager: "1", buses: [SessionBus("c")], logins: ["1@2", "c2@3"]),
        SessionEvidence(
            boot: "b", manager: nil,
            buses: [
                SessionBus("c", address: "unix:path=/run/bus,guid=c"), SessionBus("d", address: "unix:abstract=d"),
            ],
            logins: nil),
    ])
    func `is the same when it is read from the note`(evidence: SessionEvidence) throws {
        let record = SessionRecord(token: "abc", evidence: evidence)
        #expect(SessionRecord(text: record.text) == record)
    }

    @Test func `of an earlier version names the bus alone`() throws {
        let record = try #require(SessionRecord(text: "token abc\nboot b\nbus c\n"))
        #expect(record.evidence.buses == [SessionBus("c")])
    }

    @Test(arguments: [
        "unixexec:path=/bin/bus", "autolaunch:", "tcp:host=example.org,port=1", "unix:path=/run/bus;autolaunch:",
        "unix:path=/run/bus;", "unix:path=/run/a bus", "unix:path=/run/bus\nlogin 1@100", "", "/run/bus",
        "unix:path=/" + String(repeating: "a", count: 1024),
    ])
    func `has no address of a bus that cannot be asked for nothing`(address: String) {
        #expect(SessionBus("c", address: address).address == nil)
    }

    @Test(arguments: ["", "\n", "token", "token abc\n", "boot b\n", "token abc\nboot\n", "\0\u{FFFD}"])
    func `is not made of a note that is damaged`(text: String) {
        #expect(SessionRecord(text: text) == nil)
    }

    private func with(logins: Set<String>) -> SessionEvidence {
        SessionEvidence(boot: "boot", manager: "7", buses: [SessionBus("bus")], logins: logins)
    }
}

@Suite struct `A login session` {
    /// The user, who logs in and out.
    private final class User: Sendable {
        let evidence = Mutex(SessionEvidence(boot: "boot", manager: "7", buses: [SessionBus("bus")], logins: []))

        func logIn(_ login: String) { evidence.withLock { _ = $0.logins?.insert(login) } }
        func logOut(_ login: String) { evidence.withLock { _ = $0.logins?.remove(login) } }
    }

    private let scratch: ScratchDirectory
    private let user = User()

    init() throws { scratch = try ScratchDirectory() }

    /// The session as a daemon that has just started finds it.
    private func session(unsupported: FontError? = nil) -> LoginSession {
        LoginSession(
            note: scratch["session"], threads: BlockingThreads(name: "test", maximumCount: 1),
            unsupported: unsupported, observe: { [user] _ in user.evidence.withLock { $0 } })
    }

    @Test func `has one token over overlapping logins and starts of the daemon`() async throws {
        user.logIn("1")
        let token = try await session().token()
        #expect(try await session().current() == token)
        user.logIn("2")
        #expect(try await session().current() == token)
        user.logOut("1")
        #expect(try await session().current() == token)
        #expect(try await session().token() == token)
        user.logOut("2")
        #expect(try await session().current() == nil)
    }

    @Test func `has another token after the last logout, whoever saw it`() async throws {
        user.logIn("1")
        let daemon = session()
        let first = try await daemon.token()
        user.logOut("1")
        user.logIn("2")
        #expect(try await daemon.current() == nil)
        let second = try await daemon.token()
        #expect(second != first)
        user.evidence.withLock { $0.boot = "next" }
        #expect(try await session().current() == nil)
    }

    @Test func `is none while nobody is logged in`() async throws {
        let error = await #expect(throws: FontError.self) { try await session().token() }
        #expect(error?.code == .unsupportedScope)
        #expect(try await session().current() == nil)
    }

    @Test func `is none where the scope is not supported, and ends all the same`() async throws {
        user.logIn("1")
        _ = try await session().token()
        let refused = session(unsupported: FontError(.unsupportedScope, "shared"))
        let error = await #expect(throws: FontError.self) { try await refused.token() }
        #expect(error?.message == "shared")
        user.logOut("1")
        #expect(try await refused.current() == nil)
    }

    @Test func `gives everybody who asks at once the same token`() async throws {
        user.logIn("1")
        let session = session()
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await session.token() } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
    }

    @Test func `has ended for a token from the look on that finds it over`() async throws {
        user.logIn("1")
        let session = session()
        let first = try await session.token()
        #expect(!session.hasEnded(first))
        user.logOut("1")
        user.logIn("2")
        #expect(!session.hasEnded(first), "nobody has looked yet")
        let error = await #expect(throws: FontError.self) { try await session.checkGoesOn(first) }
        #expect(error?.code == .unsupportedScope)
        #expect(session.hasEnded(first))
        let second = try await session.token()
        #expect(!session.hasEnded(second))
        try await session.checkGoesOn(second)
        #expect(session.hasEnded(first))
    }

    @Test func `does not end where its note cannot be read`() async throws {
        user.logIn("1")
        _ = try await session().token()
        try SmallFile(path: scratch["session"]).remove()
        try scratch.makeDirectory("session")
        let error = await #expect(throws: FontError.self) { try await session().current() }
        #expect(error != nil)
        let scope = await #expect(throws: FontError.self) { try await session().token() }
        #expect(scope?.code == .unsupportedScope)
    }
}
