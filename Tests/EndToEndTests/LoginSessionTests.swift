internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// Fonts that are registered for a session, from login to logout.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct LoginSessionTests {
    /// Runs a test with a daemon and a logind that begins and ends the user's sessions.
    private func withLogins(_ body: (RunningDaemon, FakeLoginManager) async throws -> Void) async throws {
        let logins = try await FakeLoginManager()
        do {
            try await RunningDaemon.run(isStarted: false) { daemon in
                try await daemon.start(environment: logins.environment)
                try await body(daemon, logins)
            }
        } catch {
            await logins.end()
            throw error
        }
        await logins.end()
    }

    /// Waits until no more than these registrations are left.
    private func waitForFonts(_ ids: Set<String>, _ daemon: RunningDaemon) async throws {
        let changes = try await daemon.manager.fontsChanged()
        if try await Set(daemon.list().map { $0.text("id") }) == ids { return }
        for await _ in changes {
            if try await Set(daemon.list().map { $0.text("id") }) == ids { return }
        }
    }

    @Test("The end of the last login takes the session's fonts away, and nothing else")
    func lastLogout() async throws {
        try await withLogins { daemon, logins in
            try await logins.logIn("1")
            let lasting = try await daemon.register(makeFont("Lasting"))
            let first = try await daemon.register(makeFont("First"), scope: .session)
            try await logins.logIn("2")
            let second = try await daemon.register(makeFont("Second"), by: .user, scope: .session)
            try await logins.logOut("1")
            try await daemon.management.reconcile(options: [:])
            #expect(try await Set(daemon.list(by: .user).map { $0.text("id") }) == [lasting, first, second])

            try await logins.logOut("2")
            try await waitForFonts([lasting], daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Lasting"])
            #expect(daemon.publishedFiles.count == 1)
            let changes = try await daemon.manager.changes(sinceGeneration: 0).changes
            let removed = changes.filter { $0.text("kind") == "removed" }
            #expect(Set(removed.map { $0.text("id") }) == [first, second])
        }
    }

    @Test(
        "A batch that was begun before the last logout is not committed into the next session, nor left behind",
        arguments: [true, false])
    func batchOfPastSession(isBackAgain: Bool) async throws {
        try await withLogins { daemon, logins in
            try await logins.logIn("1")
            let past = try await Batch(on: daemon.connection, scope: .session, with: Batch.fonts(3))
            let lasting = try await Batch(on: daemon.connection, with: Batch.fonts(2, "Lasting"))
            try await logins.logOut("1")
            if isBackAgain { try await logins.logIn("2") }
            let error = try #require(await past.commitError())
            #expect(error.shortName == "UnsupportedScope")
            #expect(error.message.contains("session") && error.message.contains("is over"))
            #expect(try await past.commitError()?.shortName == "BatchClosed")
            _ = try await lasting.commit()
            #expect(try await daemon.fontconfigFamilies() == ["Lasting 0", "Lasting 1"])
            #expect(daemon.stagedFiles.isEmpty && daemon.publishedFiles.count == 2)
            if isBackAgain {
                let present = try await Batch(on: daemon.connection, scope: .session, with: Batch.fonts(3))
                #expect(try await present.commit().results.allSatisfy { $0.errorName == "" })
                try await daemon.management.reconcile(options: [:])
                #expect(try await daemon.list().count == 5)
            }
        }
    }

    @Test("A session that ended while the daemon did not run is found over at its start", arguments: [true, false])
    func logoutUnseen(isBackAgain: Bool) async throws {
        try await withLogins { daemon, logins in
            try await logins.logIn("1")
            let lasting = try await daemon.register(makeFont("Lasting"))
            _ = try await daemon.register(makeFont("Fleeting"), scope: .session)
            await daemon.stop()
            try await daemon.start(environment: logins.environment)
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list().count == 2, "the session goes on")

            await daemon.stop()
            try await logins.logOut("1")
            // The services of a user who lingers go on, and so does the bus.
            if isBackAgain { try await logins.logIn("1") }
            try await daemon.start(environment: logins.environment)
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list().map { $0.text("id") } == [lasting])
            #expect(try await daemon.fontconfigFamilies() == ["Lasting"])
        }
    }

    @Test(
        "A font that is registered again in the next session belongs to that, though the last one's end was not seen",
        arguments: [true, false])
    func registeredAgain(byDescriptor: Bool) async throws {
        try await withLogins { daemon, logins in
            try await logins.logIn("1")
            let font = makeFont("Renewed")
            let first = try await daemon.register(font, scope: .session)
            await daemon.stop(signal: SIGKILL)
            try await logins.logOut("1")
            try await logins.logIn("2")
            try await daemon.start(environment: logins.environment)
            // As a program does that starts with the session: the start of the daemon is under way still.
            var id: String? = first
            if byDescriptor {
                let answer = try await daemon.manager.registerDescriptors(
                    descriptors: [["family": BusVariant("Renewed")]], scope: "session", enabled: true, options: [:])
                let result = try #require(answer.results.first)
                // Where the start was faster, there is nothing of that name any more.
                if !result.errorName.isEmpty {
                    #expect(result.errorName == "AssetNotFound")
                    id = nil
                }
            } else {
                id = try await daemon.register(font, scope: .session)
            }
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list().map { $0.text("id") } == (id.map { [$0] } ?? []))
            #expect(daemon.publishedFiles.count == (id == nil ? 0 : 1))
        }
    }

    @Test("While nobody is logged in there is no session scope, and a job's or manager's session is no login")
    func nobody() async throws {
        try await withLogins { daemon, logins in
            try await logins.logIn("c1", kind: "manager")
            try await logins.logIn("c2", kind: "background")
            let font = try daemon.home.openFont(makeFont("Nobody's"))
            let error = await #expect(throws: BusError.self) {
                try await daemon.register([font], scope: .session)
            }
            #expect(error?.name == BusErrorNames.prefix + "UnsupportedScope")
            #expect(error?.message.contains("not logged in") == true)
            #expect(try await daemon.list().isEmpty)
            _ = try await daemon.register(makeFont("Anybody's"))
        }
    }

    @Test("A logind that goes away ends no session")
    func loginManagerGone() async throws {
        try await withLogins { daemon, logins in
            try await logins.logIn("1")
            let id = try await daemon.register(makeFont("Staying"), scope: .session)
            await logins.crash()
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            try await daemon.restart()
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list().map { $0.text("id") } == [id])
        }
    }

    @Test(
        "A logind that does not tell of a session ends none of them",
        arguments: [BusError.Code.accessDenied, .limitsExceeded, .failed, .noReply])
    func loginManagerRefuses(code: BusError.Code) async throws {
        try await withLogins { daemon, logins in
            try await logins.logIn("1")
            let id = try await daemon.register(makeFont("Staying"), scope: .session)
            logins.refuse(with: BusError(code, "not now"))
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            await daemon.stop()
            try await daemon.start(environment: logins.environment)
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list().map { $0.text("id") } == [id])

            // One that is gone does end.
            logins.refuse(with: BusError(.unknownObject, "gone"))
            try await daemon.management.reconcile(options: [:])
            try await waitForFonts([], daemon)
        }
    }

    @Test(
        "Without logind the session is as long as its bus, whether the daemon sees the end or not",
        arguments: [true, false])
    func endOfBus(isSeen: Bool) async throws {
        let home = try ScratchHome()
        let bus = try PrivateBus()
        try await RunningDaemon.run(home: home, bus: bus) { daemon in
            _ = try await daemon.register(makeFont("Lasting"))
            let id = try await daemon.register(makeFont("Fleeting"), scope: .session)
            try await daemon.restart()
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list().contains { $0.text("id") == id }, "the bus is the same")
            if !isSeen { await daemon.stop(signal: 9) }
            bus.stop()
            _ = await daemon.waitForEnd()
            #expect(daemon.publishedFiles.count == (isSeen ? 1 : 2))
        }
        try await RunningDaemon.run(home: home) { daemon in
            try await daemon.management.reconcile(options: [:])
            #expect(
                try await daemon.list().flatMap { $0.dictionaries("faces") }.map { $0.text("family") } == ["Lasting"])
            #expect(try await daemon.fontconfigFamilies() == ["Lasting"])
        }
    }

    @Test(
        "Without logind a nested bus and its end take nothing away from the session around it",
        arguments: [true, false])
    func nestedBus(isSeen: Bool) async throws {
        let home = try ScratchHome()
        let nested = try PrivateBus()
        try await RunningDaemon.run(home: home) { outer in
            let id = try await outer.register(makeFont("Around"), scope: .session)
            await outer.stop()
            try await RunningDaemon.run(home: home, bus: nested) { inner in
                try await inner.management.reconcile(options: [:])
                #expect(try await inner.list().map { $0.text("id") } == [id])
                _ = try await inner.register(makeFont("Within"), scope: .session)
                if !isSeen { await inner.stop(signal: SIGKILL) }
                nested.stop()
                _ = await inner.waitForEnd()
            }
            try await outer.start()
            try await outer.management.reconcile(options: [:])
            #expect(try await outer.fontconfigFamilies() == ["Around", "Within"], "they are one session")
        }
    }

    @Test("Without logind the session goes on until the last of the buses that overlap has ended")
    func lastBus() async throws {
        let home = try ScratchHome()
        let (first, last) = (try PrivateBus(), try PrivateBus())
        let id = try await RunningDaemon.run(home: home, bus: first) { daemon in
            try await daemon.register(makeFont("Staying"), scope: .session)
        }
        try await RunningDaemon.run(home: home, bus: last) { daemon in
            try await daemon.management.reconcile(options: [:])
            first.stop()
            for _ in 0..<2 {
                try await daemon.management.reconcile(options: [:])
                #expect(try await daemon.list().map { $0.text("id") } == [id])
                try await daemon.restart()
            }
            last.stop()
            _ = await daemon.waitForEnd()
            #expect(daemon.publishedFiles.isEmpty)
        }
    }

    @Test("A font that is registered as persistent as well does not end with the session")
    func bothScopes() async throws {
        try await withLogins { daemon, logins in
            try await logins.logIn("1")
            let font = makeFont("Twice")
            let mine = try await daemon.register(font, scope: .session)
            let users = try await daemon.register(font, by: .user, scope: .persistent)
            #expect(mine != users)
            try await logins.logOut("1")
            try await daemon.management.reconcile(options: [:])
            #expect(try await daemon.list(by: .user).map { $0.text("id") } == [users])
            #expect(try await daemon.fontconfigFamilies() == ["Twice"])
        }
    }
}
