internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What the policy says of fonts and of how many, to those who register them.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct FontPolicyTests {
    private static let application = "org.example.App"

    private func write(_ rules: String, in home: ScratchHome) throws {
        try home.scratch.write("{\"version\": 1, \"rules\": [\(rules)]}", to: "policy/policy.d/00-fonts.json")
    }

    /// Registers fonts and tells the errors of those that are refused.
    private func register(
        _ fonts: [[UInt8]], on connection: BusConnection
    ) async throws -> [String] {
        let answer = try await FontManager1Client(connection).registerFonts(
            fonts: fonts.map { try SealedMemory(bytes: $0).descriptor }, scope: "persistent", enabled: true,
            options: [:])
        return try answer.results.map(Self.outcome)
    }

    private static func outcome(_ result: [String: BusVariant]) throws -> String {
        guard let error = try result["error"]?.converted(to: String.self).split(separator: ".").last else { return "" }
        return try "\(error): \(result["message"]?.converted(to: String.self) ?? "")"
    }

    @Test(
        "Who has as many fonts as the policy allows is refused the next, by a call and by a batch",
        arguments: [CallerIdentity.Kind.flatpak, .application])
    func count(kind: CallerIdentity.Kind) async throws {
        let home = try ScratchHome()
        try write(#"{"providers": ["org.example.*"], "quota": {"fonts": 2}}"#, in: home)
        try await Desk.run(in: home) { desk in
            let families = ["One", "Two", "Three", "Four"]
            let app = try await desk.connect(as: Self.application, kind: kind, declaring: families.map(Desk.font))
            if kind == .flatpak {
                try await desk.management.setGrant(
                    provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            }
            let answers = try await register(families.prefix(3).map(Desk.font), on: app)
            #expect(answers.prefix(2) == ["", ""])
            #expect(answers[2].hasPrefix("ExceededResourceLimit: \(Self.application) has 2 fonts; the limit is 2."))
            #expect(answers[2].contains("\(home.scratch["policy/policy.d/00-fonts.json"]) sets it."), "\(answers[2])")
            #expect(answers[2].contains("Remove some first"), "\(answers[2])")
            #expect(try await register([Desk.font("One")], on: app) == [""], "it is there already")

            let path = try await FontManager1Client(app).beginBatch(scope: "persistent", enabled: true, options: [:])
            let batch = Batch1Client(app, busName: FontManager1Names.busName, path: path)
            _ = try await batch.addFonts(fonts: [try SealedMemory(bytes: Desk.font("Four")).descriptor], options: [:])
            let results = try await batch.commit().results
            #expect(try Self.outcome(#require(results.first)).hasPrefix("ExceededResourceLimit: "))

            let other = try await desk.connect(as: "org.other.App")
            #expect(try await register(families.suffix(2).map(Desk.font), on: other) == ["", ""])
            // More is allowed: from the next call on.
            try write(#"{"providers": ["org.example.*"], "quota": {"fonts": 3}}"#, in: home)
            _ = try await desk.management.revalidate(ids: [], options: [:])
            #expect(try await register([Desk.font("Three")], on: app) == [""])
            await other.close()
            await app.close()
        }
    }

    @Test("Who has as many bytes as the policy allows is refused the next, and the user is not")
    func bytes() async throws {
        let home = try ScratchHome()
        let size = Desk.font("One").count
        try write(#"{"providers": ["*"], "quota": {"bytes": \#(size + size / 2)}}"#, in: home)
        try await Desk.run(in: home) { desk in
            let app = try await desk.connect(as: Self.application)
            let answers = try await register([Desk.font("One"), Desk.font("Two")], on: app)
            #expect(answers[0] == "")
            let limit = "ExceededResourceLimit: \(Self.application) may register \(size + size / 2) bytes in all."
            #expect(answers[1].hasPrefix(limit), "\(answers[1])")
            let fonts = try ["Two", "Three"].map { try SealedMemory(bytes: Desk.font($0)).descriptor }
            let installed = try await desk.management.installFonts(
                fonts: fonts, scope: "persistent", enabled: true, options: [:])
            #expect(try installed.results.map(Self.outcome) == ["", ""])
            await app.close()
        }
    }

    @Test("The policy says how large a font of a program may be: more than usual, or less, which tells who says so")
    func sizes() async throws {
        let home = try ScratchHome()
        let count = FontLimits.facesOfPrograms + 1
        let collection = FontBuilder.collection((0..<count).map { FontBuilder(family: "Face \($0)") })
        let size = Desk.font("Small").count
        try write(
            """
            {"providers": ["\(Self.application)"], "quota": {"faces": \(count)}},
            {"providers": ["org.other.*"], "quota": {"file-size": \(size)}}
            """, in: home)
        try await Desk.run(in: home) { desk in
            let app = try await desk.connect(as: Self.application)
            #expect(try await register([collection], on: app) == [""])
            let other = try await desk.connect(as: "org.other.App")
            let answers = try await register([Desk.font("Small"), Desk.font("Smaller No More"), collection], on: other)
            #expect(answers[0] == "")
            for answer in answers.dropFirst() {
                let limit = "\(size) are allowed for fonts of org.other.App, by the policy: install it as your own"
                #expect(answer.contains(limit), "\(answer)")
            }
            for connection in [app, other] { await connection.close() }
        }
    }

    @Test("A format and a way that the policy denies are refused with the file that says so")
    func formats() async throws {
        let home = try ScratchHome()
        try write(
            """
            {"providers": ["org.example.*"], "formats": ["collection"], "decision": "deny", "reason": "Too slow."},
            {"providers": ["org.example.*"], "sources": ["descriptor"], "decision": "deny"}
            """, in: home)
        try await Desk.run(in: home) { desk in
            let app = try await desk.connect(as: Self.application)
            let collection = FontBuilder.collection(["First", "Second"].map { FontBuilder(family: $0) })
            let answers = try await register([collection, Desk.font("One")], on: app)
            let file = home.scratch["policy/policy.d/00-fonts.json"]
            #expect(
                answers[0]
                    == "MissingEntitlement: \(Self.application) may not register fonts of the format collection: "
                    + "\(file) denies it: Too slow. Whoever administers this machine can change that.")
            #expect(answers[1] == "")
            let error = await #expect(throws: BusError.self) {
                _ = try await FontManager1Client(app).registerDescriptors(
                    descriptors: [["name": BusVariant("One")]], scope: "persistent", enabled: true, options: [:])
            }
            #expect(error?.typecaseName == "MissingEntitlement")
            #expect(error?.message.contains("by the way descriptor: \(file) denies it.") == true)
            let other = try await desk.connect(as: "org.other.App")
            #expect(try await register([collection], on: other) == [""])
            await other.close()
            await app.close()
        }
    }
}
