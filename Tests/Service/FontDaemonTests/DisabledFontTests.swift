internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What requests find among fonts that no program finds: by languages, marks and texts, and through the portal's name.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct DisabledFontTests {
    private static let provider = "org.example.Provider"
    private static let consumer = "org.example.Consumer"
    private static let greek = String(String.UnicodeScalarView((0x384...0x3ce).compactMap(Unicode.Scalar.init)))

    private func font(_ family: String, _ characters: String) -> [UInt8] {
        var font = FontBuilder(family: family, style: "Regular")
        font.characters = " " + characters
        return font.build()
    }

    private func register(
        _ font: [UInt8], enabled: Bool = false, mark: String? = nil, on connection: BusConnection
    ) async throws {
        let answer = try await FontManager1Client(connection).registerFonts(
            fonts: [SealedMemory(bytes: font).descriptor], scope: "persistent", enabled: enabled,
            options: mark.map { ["user_info": BusVariant($0)] } ?? [:])
        #expect(try answer.results.first?["error"]?.converted(to: String.self) == nil, "\(answer.results)")
    }

    @Test("A language that only a disabled font covers brings that font into use, and another language none")
    func languages() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let provider = try await desk.connect(as: Self.provider)
            try await register(font("Latin", "abc"), on: provider)
            try await register(font("Hellenic", Self.greek), on: provider)
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request([
                ["languages": BusVariant(["el"])], ["languages": BusVariant(["ja"])],
            ])
            #expect(try result.names == ["Hellenic-Regular disabled"], "\(result.unresolved)")
            #expect(try result.reasons == ["not-found"])
            let byCharacters = try await consumer.request([
                ["characters": BusVariant("cab")], ["characters": BusVariant("aж")],
            ])
            #expect(try byCharacters.names == ["Latin-Regular disabled"], "\(byCharacters.unresolved)")
            #expect(try byCharacters.reasons == ["not-found"])
            for connection in [consumer, provider] { await connection.close() }
        }
    }

    @Test("A mark tells equal names apart, and is kept with what is in use")
    func marks() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let provider = try await desk.connect(as: Self.provider)
            try await register(Desk.font("Marked"), mark: "one", on: provider)
            let consumer = try await desk.connect(as: Self.consumer)
            func request(_ mark: String) async throws -> RequestResult {
                try await consumer.request([["name": BusVariant("Marked-Regular"), "user_info": BusVariant(mark)]])
            }
            #expect(try await request("two").reasons == ["not-found"])
            let result = try await request("one")
            #expect(try result.names == ["Marked-Regular disabled"], "\(result.unresolved)")
            #expect(try result.resolved[0]["user_info"]?.converted(to: String.self) == "one")
            for connection in [consumer, provider] { await connection.close() }
        }
    }

    @Test("What enabled fonts lack of a text a disabled one may have, which ends with the caller")
    func texts() async throws {
        let home = try ScratchHome()
        try home.scratch.write(font("Latin", "abc"), to: "system/fonts/latin.ttf")
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider)
            try await register(font("Hellenic", Self.greek), on: provider)
            try await register(font("Both", "xyzж"), on: provider)
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request([
                ["text": BusVariant("cab γα")], ["text": BusVariant("xyж")], ["text": BusVariant("ab \u{3042}")],
            ])
            #expect(
                try Set(result.names) == [
                    "Latin-Regular enabled", "Hellenic-Regular disabled", "Both-Regular disabled",
                ], "\(result.resolved)")
            #expect(try result.resolved.map { try $0["request"]?.converted(to: UInt32.self) } == [0, 0, 1, 2])
            #expect(try result.reasons == ["not-found"], "\(result.unresolved)")
            #expect(try result.unresolved[0]["text"]?.converted(to: String.self) == "\u{3042}")
            let sandboxed = try await desk.connect(as: "org.example.Sandboxed", kind: .flatpak)
            let own = try await sandboxed.request([["text": BusVariant("γα")]])
            #expect(try own.reasons == ["not-found"], "it learns of no fonts of others: \(own.resolved)")
            let changes = try await desk.manager.fontsChanged()
            await consumer.close()
            if try await desk.connection.finds("Hellenic-Regular") {
                for await _ in changes where try await !desk.connection.finds("Hellenic-Regular") { break }
            }
            for connection in [sandboxed, provider] { await connection.close() }
        }
    }

    @Test("A text whose rest the user has disabled is told in both lists where they say no")
    func deniedText() async throws {
        let home = try ScratchHome()
        try home.scratch.write(font("Latin", "abc"), to: "system/fonts/latin.ttf")
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider)
            let greek = font("Hellenic", Self.greek)
            try await register(greek, enabled: true, on: provider)
            let fonts = try await desk.management.listFonts(filter: [:]).fonts
            _ = try await desk.management.setEnabled(
                ids: try fonts.compactMap { try $0["id"]?.converted(to: String.self) }, enabled: false, options: [:])
            let agent = try await TestAgent.register(on: desk.connection)
            let consumer = try await desk.connect(as: Self.consumer)
            async let requesting = consumer.request([["text": BusVariant("cab γ")]])
            try await agent.nextQuestion().answer("deny")
            let result = try await requesting
            #expect(try result.names == ["Latin-Regular enabled"])
            #expect(try result.reasons == ["not-found", "denied-by-user"])
            for connection in [consumer, provider] { await connection.close() }
        }
    }

    @Test("A sandboxed program requests and leases fonts by the portal's name, whose jobs and leases are its own")
    func portal() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let consumer = try await desk.connect(as: Self.consumer, kind: .flatpak)
            try await desk.management.setGrant(
                provider: Self.consumer, right: "install-fonts", decision: "allow", options: [:])
            try await desk.management.setGrant(
                provider: Self.consumer, right: "install-undeclared-fonts", decision: "allow", options: [:])
            try await register(Desk.font("Own"), on: consumer)
            let portal = TypecasePortalClient(consumer)
            let token = "portal"
            let end = try await Job1Client.run(
                over: consumer, named: token, of: TypecasePortalNames.busName, below: TypecasePortalNames.path
            ) { () async throws(BusError) in
                _ = try await portal.requestFonts(
                    requests: [["name": BusVariant("Own-Regular")], ["name": BusVariant("Missing")]],
                    options: ["handle_token": BusVariant(token)])
            }
            guard case .ended(let state, let answer) = end else { throw BusError.disconnected }
            let result = try RequestResult(state, answer)
            #expect(try result.names == ["Own-Regular disabled"], "\(result.unresolved)")
            #expect(try result.reasons == ["not-found"])
            let leased = try await portal.registerFonts(
                fonts: [SealedMemory(bytes: Desk.font("Leased")).descriptor], scope: "session", enabled: true,
                options: ["lease_handle": BusVariant("mine")])
            #expect(try leased.results.first?["error"]?.converted(to: String.self) == nil, "\(leased.results)")
            #expect(try await consumer.finds("Leased-Regular"))
            _ = try await portal.endLease(handle: "mine", options: [:])
            #expect(try await !consumer.finds("Leased-Regular"))
            await consumer.close()
        }
    }

    @Test("What does not fit the quota of its provider has the reason limits-exceeded, and the others come")
    func limits() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["First", "Second"])
        try home.scratch.write(
            #"{"version": 1, "rules": [{"providers": ["\#(Self.provider)"], "quota": {"fonts": 1}}]}"#,
            to: "policy/policy.d/50-quota.json")
        try await Desk.run(in: home) { desk in
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request("First-Regular", "Second-Regular")
            #expect(result.resolved.count == 1)
            #expect(try result.reasons == ["limits-exceeded"], "\(result.unresolved)")
            await consumer.close()
        }
    }

    @Test("Assets are leased by their names, and end with the handle")
    func leasedAssets() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["One", "Two"])
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider)
            let end = try await provider.finish { manager, options throws(BusError) in
                _ = try await manager.registerAssets(
                    names: ["One-Regular", "Two-Regular"], scope: "session", enabled: true,
                    options: options.merging(["lease_handle": BusVariant("assets")]) { $1 })
            }
            #expect(end.state == "done", "\(end.result)")
            #expect(try await desk.connection.finds("Two-Regular"))
            _ = try await FontManager1Client(provider).endLease(handle: "assets", options: [:])
            #expect(try await !desk.connection.finds("One-Regular"))
            #expect(try await !desk.connection.finds("Two-Regular"))
            await provider.close()
        }
    }
}
