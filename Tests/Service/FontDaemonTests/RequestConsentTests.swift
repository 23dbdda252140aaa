internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What the user is asked where programs ask for fonts, and what becomes of the answer.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RequestConsentTests {
    private static let provider = "org.example.Provider"
    private static let consumer = "org.example.Consumer"

    /// Registers a font of the user's, who disables it then.
    private func disableByUser(_ family: String, _ desk: Desk) async throws {
        let provider = try await desk.connect(as: Self.provider)
        let font = try SealedMemory(bytes: Desk.font(family)).descriptor
        let answer = try await FontManager1Client(provider).registerFonts(
            fonts: [font], scope: "persistent", enabled: true, options: [:])
        let id = try answer.results.first?["id"]?.converted(to: String.self) ?? ""
        _ = try await desk.management.setEnabled(ids: [id], enabled: false, options: [:])
        await provider.close()
    }

    @Test("One question for the whole call shows names, providers and bytes; what is allowed is remembered")
    func oneQuestion() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["Offered"])
        try await Desk.run(in: home) { desk in
            try await disableByUser("Unwanted", desk)
            try await disableByUser("Unwanted Too", desk)
            let agent = try await TestAgent.register(on: desk.connection)
            let consumer = try await desk.connect(as: Self.consumer)
            async let requesting = consumer.request("Unwanted-Regular", "UnwantedToo-Regular", "Offered-Regular")
            let question = try await agent.nextQuestion()
            #expect(try question.texts("rights") == ["request-fonts"])
            #expect(try question.texts("fonts") == ["Unwanted Regular", "Unwanted Too Regular"])
            #expect(try question.texts("font_providers") == [Self.provider, Self.provider])
            let bytes = Desk.font("Unwanted").count + Desk.font("Unwanted Too").count
            #expect(try question.request["bytes"]?.converted(to: UInt64.self) == UInt64(bytes))
            question.answer("allow")
            let result = try await requesting
            #expect(try result.names.count == 3, "\(result.unresolved)")
            #expect(try await consumer.request("Unwanted-Regular").resolved.count == 1)
            #expect(agent.questionCount == 1)
            await consumer.close()
        }
    }

    @Test("The bytes of fonts whose manifest does not say them are not taken for none", arguments: [true, false])
    func unknownSizes(isOnlyOne: Bool) async throws {
        let home = try ScratchHome()
        let digest = try SealedMemory(bytes: Desk.font("Remote")).digest.hexadecimal
        func entry(_ name: String, _ digit: String, _ size: String) -> String {
            """
            {"file": "\(name).ttf", "sha256": "\(digit)\(digest.dropFirst())", "name": "\(name)",
             "url": "https://fonts.example.org/\(name)"\(size)}
            """
        }
        try home.scratch.write(
            """
            {"version": 2, "id": "\(Self.provider)", "name": "Test", "fonts": [
            \(entry("Known", "0", ", \"size\": 4000")), \(entry("Unknown", "1", ""))]}
            """, to: "share/typecase/providers/\(Self.provider).json")
        try await Desk.run(in: home) { desk in
            try await desk.management.setGrant(
                provider: Self.consumer, right: "use-installed-fonts", decision: "allow", options: [:])
            let agent = try await TestAgent.register(on: desk.connection)
            let consumer = try await desk.connect(as: Self.consumer, kind: .flatpak)
            let names = isOnlyOne ? ["Unknown"] : ["Known", "Unknown"]
            async let requesting = consumer.request(names.map { ["name": BusVariant($0)] })
            let question = try await agent.nextQuestion()
            #expect(try question.request["bytes"]?.converted(to: UInt64.self) == (isOnlyOne ? 0 : 4000))
            #expect(try question.request["unsized_fonts"]?.converted(to: UInt32.self) == 1)
            question.answer("deny")
            #expect(try await requesting.reasons == names.map { _ in "denied-by-user" })
            await consumer.close()
        }
    }

    @Test("A denial is followed by no question, a hundred times, until it is taken back")
    func denial() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            try await disableByUser("Unwanted", desk)
            let agent = try await TestAgent.register(on: desk.connection)
            let consumer = try await desk.connect(as: Self.consumer)
            async let requesting = consumer.request("Unwanted-Regular")
            try await agent.nextQuestion().answer("deny")
            #expect(try await requesting.reasons == ["denied-by-user"])
            for _ in 0..<100 {
                let again = try await consumer.request("Unwanted-Regular")
                #expect(try again.reasons == ["denied-by-user"])
                #expect(try again.message().contains("typecase grants set \(Self.consumer) request-fonts allow"))
            }
            #expect(agent.questionCount == 1)
            #expect(try await !desk.connection.finds("Unwanted-Regular"))
            _ = try await desk.management.revokeGrant(
                provider: Self.consumer, right: "request-fonts", options: [:])
            async let once = consumer.request("Unwanted-Regular")
            try await agent.nextQuestion().answer("dismiss")
            #expect(try await once.reasons == ["cancelled"])
            await consumer.close()
        }
    }

    @Test("With nobody to ask, and where the policy denies it, the reason says so")
    func nobody() async throws {
        let home = try ScratchHome()
        try home.scratch.write(
            #"{"version": 1, "rules": [{"providers": ["org.example.Denied"], "rights": ["request-fonts"], "#
                + #""decision": "deny", "reason": "Not here."}]}"#, to: "policy/policy.d/10-requests.json")
        try await Desk.run(in: home) { desk in
            try await disableByUser("Unwanted", desk)
            let consumer = try await desk.connect(as: Self.consumer)
            #expect(try await consumer.request("Unwanted-Regular").reasons == ["consent-unavailable"])
            let denied = try await desk.connect(as: "org.example.Denied")
            let result = try await denied.request("Unwanted-Regular")
            #expect(try result.reasons == ["denied-by-policy"])
            #expect(try result.message().contains("Not here."))
            for connection in [consumer, denied] { await connection.close() }
        }
    }

    @Test("A caller that leaves or cancels while the user is asked leaves nothing behind")
    func leaving() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            try await disableByUser("Unwanted", desk)
            let agent = try await TestAgent.register(on: desk.connection)
            let consumer = try await desk.connect(as: Self.consumer)
            _ = try await FontManager1Client(consumer).requestFonts(
                requests: [["name": BusVariant("Unwanted-Regular")]], options: [:])
            let question = try await agent.nextQuestion()
            await consumer.close()
            #expect(try await agent.nextWithdrawal() == question.id)
            question.answer("allow")
            #expect(try await !desk.connection.finds("Unwanted-Regular"))
            let other = try await desk.connect(as: "org.example.Other")
            let job = try await FontManager1Client(other).requestFonts(
                requests: [["name": BusVariant("Unwanted-Regular")]], options: [:])
            let second = try await agent.nextQuestion()
            try await Job1Client(other, busName: FontManager1Names.busName, path: job).cancel()
            #expect(try await agent.nextWithdrawal() == second.id)
            #expect(TreeListing(home.userFontDirectory).fonts == 0)
            second.answer("dismiss")
            await other.close()
        }
    }
}
