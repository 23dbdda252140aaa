internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that the manifest of a sandboxed application declares, and those that it does not.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct UndeclaredFontTests {
    private static let application = "org.unheard.App"

    /// Registers fonts, and tells of each its id, or the name of its error.
    private func register(
        _ families: [String], on connection: BusConnection
    ) async throws -> [String] {
        let fonts = try families.map { try SealedMemory(bytes: Desk.font($0)).descriptor }
        let answer = try await FontManager1Client(connection).registerFonts(
            fonts: fonts, scope: "persistent", enabled: true, options: [:], timeout: .seconds(600))
        return try answer.results.map(Self.outcome)
    }

    private static func outcome(_ result: [String: BusVariant]) throws -> String {
        let error = try result["error"]?.converted(to: String.self).split(separator: ".").last
        return try error.map(String.init) ?? (result["id"]?.converted(to: String.self).count == 32 ? "" : "no id")
    }

    private func allow(_ desk: Desk, _ right: String = "install-fonts") async throws {
        try await desk.management.setGrant(
            provider: Self.application, right: right, decision: "allow", options: [:])
    }

    private func families(_ desk: Desk) async throws -> [String] {
        try await desk.management.listFonts(filter: [:]).fonts.map { font in
            let faces = try #require(try font["faces"]?.converted(to: [[String: BusVariant]].self))
            return try #require(try faces.first?["family"]?.converted(to: String.self))
        }
    }

    @Test("What the manifest declares needs no question, and of the rest the user is asked for each once, by its name")
    func asking() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            try await allow(desk)
            let app = try await desk.connect(as: Self.application, kind: .flatpak, declaring: [Desk.font("Own")])
            #expect(try await register(["Own"], on: app) == [""])
            #expect(agent.questionCount == 0)
            async let registering = register(["Own", "Made", "Fetched"], on: app)
            let question = try await agent.nextQuestion()
            #expect(try question.texts("rights") == ["install-undeclared-fonts"])
            #expect(try question.texts("fonts") == ["Made Regular", "Fetched Regular"])
            #expect(try await families(desk) == ["Own"], "nothing of them is there before")
            question.answer("allow")
            #expect(try await registering == ["", "", ""])
            let ids = try await FontManager1Client(app).listRegistered(filter: [:]).fonts
                .map { try #require(try $0["id"]?.converted(to: String.self)) }
            _ = try await FontManager1Client(app).unregister(ids: ids, options: [:])
            #expect(try await register(["Made"], on: app) == [""], "it was allowed before")
            #expect(agent.questionCount == 1)

            async let another = register(["Another", "Own"], on: app)
            try await agent.nextQuestion().answer("deny")
            #expect(try await another == ["CancelledByUser", ""])
            #expect(try await register(["Another", "Made"], on: app) == ["InvalidFilePath", ""])
            #expect(agent.questionCount == 2, "it was denied before")
            #expect(Set(try await families(desk)) == ["Own", "Made"])
            let grants = try await desk.management.listGrants(filter: [:])
            #expect(try grants.compactMap { try $0["font"]?.converted(to: String.self) }.count == 3)
            // What is said of all takes the place of what was said of one.
            try await allow(desk, "install-undeclared-fonts")
            #expect(try await register(["Another", "Whatever"], on: app) == ["", ""])
            await app.close()
        }
    }

    @Test("Who asks for the right to install fonts with fonts at hand is asked about once")
    func firstTime() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak, declaring: [Desk.font("Own")])
            async let registering = register(["Own", "Made"], on: app)
            let question = try await agent.nextQuestion()
            #expect(try question.texts("rights") == ["install-fonts", "install-undeclared-fonts"])
            #expect(try question.texts("fonts") == ["Own Regular", "Made Regular"])
            question.answer("allow")
            #expect(try await registering == ["", ""])
            #expect(agent.questionCount == 1)
            #expect(try await FontManager1Client(app).rights()["install-undeclared-fonts"] == "ask", "of others")
            await app.close()
        }
    }

    @Test("What the policy denies is asked of nobody, and what came with the application stays free")
    func denied() async throws {
        let home = try ScratchHome()
        let rule = "{\"providers\": [\"*\"], \"rights\": [\"install-undeclared-fonts\"], \"decision\": \"deny\"}"
        try home.scratch.write("{\"version\": 1, \"rules\": [\(rule)]}", to: "policy/policy.d/00.json")
        try await Desk.run(in: home) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            try await allow(desk)
            try await allow(desk, "install-undeclared-fonts")
            let app = try await desk.connect(as: Self.application, kind: .flatpak, declaring: [Desk.font("Own")])
            #expect(try await register(["Own", "Made"], on: app) == ["", "InvalidFilePath"])
            #expect(agent.questionCount == 0)
            #expect(try await families(desk) == ["Own"])
            await app.close()
        }
    }

    @Test("With nobody to ask the font alone is refused")
    func nobody() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            try await allow(desk)
            let app = try await desk.connect(as: Self.application, kind: .flatpak, declaring: [Desk.font("Own")])
            #expect(try await register(["Made", "Own"], on: app) == ["InvalidFilePath", ""])
            await app.close()
        }
    }

    @Test("A batch asks once, when it is committed", arguments: [true, false])
    func batch(isAtomic: Bool) async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            try await allow(desk)
            let app = try await desk.connect(as: Self.application, kind: .flatpak, declaring: [Desk.font("Own")])
            for decision in ["deny", "allow"] {
                let path = try await FontManager1Client(app).beginBatch(
                    scope: "persistent", enabled: true, options: ["atomic": BusVariant(isAtomic)])
                let batch = Batch1Client(app, busName: FontManager1Names.busName, path: path)
                // What was denied stays so.
                for family in ["Own", "Made \(decision)", "Fetched \(decision)"] {
                    let font = try SealedMemory(bytes: Desk.font(family)).descriptor
                    _ = try await batch.addFonts(fonts: [font], options: [:])
                }
                #expect(agent.questionCount == (decision == "deny" ? 0 : 1))
                async let committing = batch.commit(timeout: .seconds(600))
                let question = try await agent.nextQuestion()
                #expect(try question.texts("fonts") == ["Made \(decision) Regular", "Fetched \(decision) Regular"])
                question.answer(decision)
                let outcomes = try await committing.results.map(Self.outcome)
                let refused = isAtomic ? "RegistrationFailed" : ""
                #expect(
                    outcomes == (decision == "deny" ? [refused, "CancelledByUser", "CancelledByUser"] : ["", "", ""]))
            }
            await app.close()
        }
    }

    @Test("A batch that is cancelled while the user is asked takes the question back and leaves nothing")
    func cancelledBatch() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            try await allow(desk)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let path = try await FontManager1Client(app).beginBatch(scope: "persistent", enabled: true, options: [:])
            let batch = Batch1Client(app, busName: FontManager1Names.busName, path: path)
            _ = try await batch.addFonts(fonts: [SealedMemory(bytes: Desk.font("Made")).descriptor], options: [:])
            let committing = Task { try await batch.commit(timeout: .seconds(600)) }
            let question = try await agent.nextQuestion()
            try await batch.cancel()
            #expect(try await agent.nextWithdrawal() == question.id)
            let error = await #expect(throws: BusError.self) { try await committing.value }
            #expect(error?.typecaseName == "BatchClosed")
            question.answer("allow")
            #expect(try await families(desk) == [])
            await app.close()
        }
    }

    @Test("The right to install that is taken away while a batch is open is missing when it is committed")
    func revokedBatch() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            try await allow(desk)
            let app = try await desk.connect(as: Self.application, kind: .flatpak, declaring: [Desk.font("Own")])
            let path = try await FontManager1Client(app).beginBatch(scope: "persistent", enabled: true, options: [:])
            let batch = Batch1Client(app, busName: FontManager1Names.busName, path: path)
            _ = try await batch.addFonts(fonts: [SealedMemory(bytes: Desk.font("Own")).descriptor], options: [:])
            try await desk.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "deny", options: [:])
            #expect(try await batch.commit().results.map(Self.outcome) == ["MissingEntitlement"])
            #expect(try await families(desk) == [])
            await app.close()
        }
    }

    @Test("What the user allowed are these bytes: a file that changes meanwhile is asked about anew")
    func changedFile() async throws {
        let home = try ScratchHome()
        let path = try home.scratch.write(Desk.font("Harmless"), to: "given/font.ttf")
        try await Desk.run(in: home) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            try await allow(desk)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let font = OwnedFileDescriptor(adopting: Glibc.open(path, O_RDONLY | O_CLOEXEC))
            async let registering = FontManager1Client(app).registerFonts(
                fonts: [font], scope: "persistent", enabled: true, options: [:], timeout: .seconds(600))
            let first = try await agent.nextQuestion()
            #expect(try first.texts("fonts") == ["Harmless Regular"])
            try home.scratch.write(Desk.font("Another"), to: "given/font.ttf")
            first.answer("allow")
            let second = try await agent.nextQuestion()
            #expect(try second.texts("fonts") == ["Another Regular"])
            second.answer("deny")
            #expect(try await registering.results.map(Self.outcome) == ["CancelledByUser"])
            #expect(try await families(desk) == [])
            await app.close()
        }
    }
}
