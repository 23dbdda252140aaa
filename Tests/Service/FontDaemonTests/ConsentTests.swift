internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What happens to a right that only the user can grant or deny.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ConsentTests {
    private static let application = "org.unheard.App"

    private func font(_ family: String) throws -> OwnedFileDescriptor {
        try SealedMemory(bytes: Desk.font(family)).descriptor
    }

    /// Registers one font and returns its id, or the error of the call.
    private func register(_ family: String, on connection: BusConnection) async throws -> Result<String, BusError> {
        let font = try font(family)
        do throws(BusError) {
            let answer = try await FontManager1Client(connection).registerFonts(
                fonts: [font], scope: "persistent", enabled: true, options: [:], timeout: .seconds(600))
            let result = answer.results.first ?? [:]
            return .success(try result["id"]?.converted(to: String.self) ?? "\(result)")
        } catch {
            return .failure(error)
        }
    }

    /// The end of a job whose path is known before it is begun.
    private func finish(
        _ connection: BusConnection, _ rights: [String], token: String
    ) async throws -> (state: String, result: [String: BusVariant]) {
        let name = connection.uniqueName.dropFirst().replacing(".", with: "_")
        let path = try FontManager1Names.path.appending("job").appending(String(name)).appending(token)
        let job = Job1Client(connection, busName: FontManager1Names.busName, path: path)
        let ends = try await job.finished()
        let begun = try await FontManager1Client(connection).requestRights(
            rights: rights, options: ["handle_token": BusVariant(token)])
        #expect(begun == path)
        for await end in ends { return end }
        throw BusError.disconnected
    }

    private func standing(_ connection: BusConnection) async throws -> String? {
        try await FontManager1Client(connection).rights()["install-fonts"]
    }

    @Test("The user is asked by the agent, with the program, the right and the names of the fonts")
    func question() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            #expect(try await desk.management.status()["consent_agents"]?.converted(to: UInt32.self) == 1)
            let app = try await desk.connect(
                as: Self.application, kind: .flatpak, declaring: [Desk.font("Asked For"), Desk.font("Another")])
            async let registering = register("Asked For", on: app)
            let question = try await agent.nextQuestion()
            #expect(try question.request["provider"]?.converted(to: String.self) == Self.application)
            #expect(try question.request["kind"]?.converted(to: String.self) == "flatpak")
            #expect(try question.texts("rights") == ["install-fonts"])
            #expect(try question.texts("fonts") == ["Asked For Regular"])
            // Neither its own calls nor those of others wait for the user.
            #expect(try await standing(app) == "ask")
            #expect(try await FontManager1Client(app).listRegistered(filter: [:]).fonts.isEmpty)
            let other = try await desk.connect(as: "org.example.Trusted", kind: .flatpak)
            #expect(try await register("Trusted", on: other).get().count == 32)
            #expect(try await desk.management.status()["questions"]?.converted(to: UInt32.self) == 1)
            question.answer("allow")
            #expect(try await registering.get().count == 32)
            #expect(try await register("Another", on: app).get().count == 32)
            #expect(agent.questionCount == 1, "it is asked once")
            let grants = try await desk.management.listGrants(filter: [:])
            #expect(try grants.map { try $0["provider"]?.converted(to: String.self) } == [Self.application])
            for connection in [app, other] { await connection.close() }
        }
    }

    @Test("Who is denied a right registers nothing, and is not asked about again")
    func denial() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            async let registering = register("Denied", on: app)
            try await agent.nextQuestion().answer("deny")
            guard case .failure(let error) = try await registering else { return #expect(Bool(false)) }
            #expect(error.typecaseName == "CancelledByUser")
            guard case .failure(let again) = try await register("Denied", on: app) else {
                return #expect(Bool(false))
            }
            #expect(again.typecaseName == "MissingEntitlement")
            #expect(again.message.contains("typecase grants set \(Self.application) install-fonts allow gives it"))
            #expect(agent.questionCount == 1)
            #expect(try await desk.management.listFonts(filter: [:]).fonts.isEmpty)
            await app.close()
        }
    }

    @Test("With nobody to ask the answer comes at once, names the right and how to give it")
    func nobody() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            guard case .failure(let error) = try await register("Nobody", on: app) else {
                return #expect(Bool(false))
            }
            #expect(error.typecaseName == "MissingEntitlement")
            #expect(error.message.contains("Nobody is there who could ask the user, as typecase consent does."))
            #expect(error.message.contains("typecase grants set \(Self.application) install-fonts allow gives it"))
            let end = try await finish(app, ["install-fonts"], token: "mine")
            #expect(end.state == "failed")
            #expect(try end.result["error"]?.converted(to: String.self) == "org.typecase.Error.MissingEntitlement")
            #expect(try end.result["rights"]?.converted(to: [String: String].self) == ["install-fonts": "ask"])
            await app.close()
        }
    }

    @Test("A hundred requests of a right are one question, and all of them end with its answer")
    func manyRequests() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let states = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<100 {
                    group.addTask { try await finish(app, ["install-fonts"], token: "job\(number)").state }
                }
                let question = try await agent.nextQuestion()
                try await desk.waitForQuestions(1)
                question.answer("allow")
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(states == Array(repeating: "done", count: 100))
            #expect(agent.questionCount == 1)
            await app.close()
        }
    }

    @Test("A job that is cancelled takes its question back, and so does a caller that leaves")
    func withdrawal() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let path = try await FontManager1Client(app).requestRights(
                rights: ["install-fonts", "use-installed-fonts"], options: [:])
            let first = try await agent.nextQuestion()
            #expect(try first.texts("rights") == ["install-fonts", "use-installed-fonts"])
            let job = Job1Client(app, busName: FontManager1Names.busName, path: path)
            #expect(try await job.state() == "running")
            try await job.cancel()
            #expect(try await agent.nextWithdrawal() == first.id)
            #expect(try await job.state() == "cancelled")
            // Too late to count.
            first.answer("allow")
            #expect(try await standing(app) == "ask")

            _ = try await FontManager1Client(app).requestRights(rights: ["install-fonts"], options: [:])
            let second = try await agent.nextQuestion()
            let call = Task { try await register("Left", on: app) }
            await app.close()
            #expect(try await agent.nextWithdrawal() == second.id)
            _ = try? await call.value
            second.answer("allow")
            try await desk.waitForQuestions(0)
            #expect(try await desk.management.listGrants(filter: [:]).isEmpty)
        }
    }

    /// How an agent can go wrong.
    enum Fault: CaseIterable {
        case fails, answersAnother, answersNonsense, dies, unregisters
    }

    @Test("An agent that goes wrong is passed over, and gives nobody a right", arguments: Fault.allCases)
    func faultyAgent(fault: Fault) async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let sound = try await TestAgent.register(on: desk.connection)
            let connection = try await desk.connect(as: "org.example.Agent")
            let faulty = try await TestAgent.register(on: connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let another = try await desk.connect(as: "org.unheard.Another", kind: .flatpak)
            async let registering = register("Faulty", on: app)
            let question = try await faulty.nextQuestion()
            async let registeringAnother = register("Another", on: another)
            let other = try await faulty.nextQuestion()
            switch fault {
            case .fails: question.fail()
            // Each of the two answers would be a yes to somebody that the user never saw.
            case .answersAnother: question.answer("allow", to: other.id)
            case .answersNonsense: question.answer("always")
            case .dies: await connection.close()
            case .unregisters:
                try await Management1Client(connection).unregisterConsentAgent(agent: "/agent", options: [:])
                question.fail()
            }
            if fault != .dies { other.fail() }
            // They come in any order.
            for _ in 0..<2 {
                let next = try await sound.nextQuestion()
                #expect([question.id, other.id].contains(next.id))
                #expect(try await [standing(app), standing(another)].contains("ask"))
                next.answer(next.id == question.id ? "allow" : "deny")
            }
            #expect(try await registering.get().count == 32)
            guard case .failure(let error) = try await registeringAnother else { return #expect(Bool(false)) }
            #expect(error.typecaseName == "CancelledByUser")
            for connection in [app, another, connection] { await connection.close() }
        }
    }

    @Test("Of an agent that answers twice the first answer counts", arguments: ["deny", "allow"], [false, true])
    func secondAnswer(first: String, namesCall: Bool) async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let connection = try await desk.connect(as: "org.example.Agent")
            let agent = try await TestAgent.register(on: connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            async let registering = register("Twice", on: app)
            let question = try await agent.nextQuestion()
            let second = first == "deny" ? "allow" : "deny"
            // Once as the reply to the call once more, and once as one to a call that it was never sent.
            let call = try #require(await connection.unansweredCall)
            question.answer(first)
            try await eventually("it has answered") { await connection.unansweredCall == nil }
            try await connection.replyAgain(
                [question.id.busValue, second.busValue], to: call, shiftingCall: namesCall ? 0 : 1)
            switch try await registering {
            case .success(let id): #expect(first == "allow" && id.count == 32)
            case .failure(let error): #expect(first == "deny" && error.typecaseName == "CancelledByUser")
            }
            // Sent after the second answer, so that the service has it by then.
            #expect(try await FontManager1Client(connection).version() == 1)
            #expect(try await standing(app) == (first == "allow" ? "granted" : "denied"))
            let grants = try await desk.management.listGrants(filter: [:])
            #expect(try grants.map { try $0["right"]?.converted(to: String.self) }.contains("install-fonts"))
            #expect(agent.questionCount == 1)
            for connection in [app, connection] { await connection.close() }
        }
    }

    @Test("An agent that hangs keeps nobody longer than the time of a question, and is told")
    func hangingAgent() async throws {
        try await Desk.run(in: ScratchHome(), consentTime: .milliseconds(200)) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            guard case .failure(let error) = try await register("Hanging", on: app) else {
                return #expect(Bool(false))
            }
            #expect(error.typecaseName == "MissingEntitlement")
            #expect(error.message.contains("did not answer within"))
            let question = try await agent.nextQuestion()
            #expect(try await agent.nextWithdrawal() == question.id)
            question.answer("allow")
            #expect(try await standing(app) == "ask", "it came too late")
            await app.close()
        }
    }

    @Test("A sandboxed application cannot be an agent, nor answer for the user")
    func sandboxedAgent() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let error = await #expect(throws: BusError.self) {
                try await Management1Client(app).registerConsentAgent(agent: "/agent", options: [:])
            }
            #expect(error?.code == .accessDenied)
            #expect(try await desk.management.status()["consent_agents"]?.converted(to: UInt32.self) == 0)
            await app.close()
        }
    }

    @Test("An open question keeps the service from ending no longer than its callers can wait")
    func ending() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            async let registering = register("Ending", on: app)
            let question = try await agent.nextQuestion()
            await desk.daemon.stop()
            guard case .failure(let error) = try await registering else { return #expect(Bool(false)) }
            #expect(error.typecaseName == "Busy")
            question.answer("allow")
            await app.close()
        }
    }

    @Test("Where the desktop has a dialog of its own, that asks the user", arguments: [0, 1, 2] as [UInt32])
    func desktopDialog(response: UInt32) async throws {
        let home = try ScratchHome()
        try home.scratch.write(
            """
            [portal]
            DBusName=org.freedesktop.impl.portal.desktop.test
            Interfaces=org.freedesktop.impl.portal.FileChooser;org.freedesktop.impl.portal.Access;
            UseIn=test
            """, to: "share/xdg-desktop-portal/portals/test.portal")
        try await Desk.run(in: home) { desk in
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let backEnd = try await desk.connect(as: "org.example.BackEnd")
            let dialog = TestDialog(response: response)
            await backEnd.export(
                ExportedObject(interfaces: [try dialog.table], handlesConcurrently: true),
                at: "/org/freedesktop/portal/desktop")
            // Not before it runs.
            guard case .failure(let missing) = try await register("Dialog", on: app) else {
                return #expect(Bool(false))
            }
            #expect(missing.typecaseName == "MissingEntitlement")
            try await backEnd.requestName("org.freedesktop.impl.portal.desktop.test")
            let result = try await register("Dialog", on: app)
            let shown = try #require(dialog.shown.first)
            #expect(shown.application == Self.application)
            #expect(shown.title == "Allow \(Self.application) to install fonts?")
            #expect(shown.body.contains("Dialog Regular"))
            switch (response, result) {
            case (0, .success(let id)): #expect(id.count == 32)
            case (1, .failure(let error)):
                #expect(error.typecaseName == "CancelledByUser")
                #expect(try await standing(app) == "denied")
            case (2, .failure(let error)):
                #expect(error.typecaseName == "CancelledByUser")
                #expect(try await standing(app) == "ask")
            default: #expect(Bool(false), "\(response): \(result)")
            }
            for connection in [app, backEnd] { await connection.close() }
        }
    }
}
