internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What programs get that ask for fonts, from which source, and for how long.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RequestTests {
    private static let provider = "org.example.Provider"
    private static let consumer = "org.example.Consumer"

    /// Registers a font in the name of a connection.
    @discardableResult
    private func register(_ family: String, enabled: Bool, on connection: BusConnection) async throws -> String {
        let font = try SealedMemory(bytes: Desk.font(family)).descriptor
        let answer = try await FontManager1Client(connection).registerFonts(
            fonts: [font], scope: "persistent", enabled: enabled, options: [:])
        let result = try #require(answer.results.first)
        return try #require(try result["id"]?.converted(to: String.self), "\(result)")
    }

    /// Waits until a font is not found any more.
    private func waitUntilGone(_ name: String, _ desk: Desk) async throws {
        let changes = try await desk.manager.fontsChanged()
        if try await !desk.connection.finds(name) { return }
        for await _ in changes where try await !desk.connection.finds(name) { return }
    }

    private func published(_ home: ScratchHome) -> Int { TreeListing(home.userFontDirectory).fonts }

    @Test("Enabled fonts come at once, in order, with what is missing told apart")
    func enabled() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let provider = try await desk.connect(as: Self.provider)
            try await register("First", enabled: true, on: provider)
            try await register("Second", enabled: true, on: provider)
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request([
                ["postscript_name": BusVariant("Second-Regular")], ["family": BusVariant("Missing")],
                ["name": BusVariant("First")], ["text": BusVariant("AB\n")], ["nonsense": BusVariant(true)],
            ])
            #expect(result.state == "done")
            #expect(
                try result.names.prefix(2) == ["Second-Regular enabled", "First-Regular enabled"], "\(result.resolved)")
            #expect(try result.resolved.map { try $0["request"]?.converted(to: UInt32.self) } == [0, 2, 3])
            #expect(try result.resolved[0]["offered_by"]?.converted(to: String.self) == Self.provider)
            #expect(try result.unresolved.map { try $0["request"]?.converted(to: UInt32.self) } == [1, 4])
            #expect(try result.reasons == ["not-found", "not-found"])
            #expect(try result.message() == "No source has a font for 'Missing'.")
            for connection in [provider, consumer] { await connection.close() }
        }
    }

    @Test("A text that no font covers alone gets the small set that covers it, and a reason for each missing character")
    func severalFonts() async throws {
        let home = try ScratchHome()
        for (family, characters) in [("Latin", "abc"), ("Greek", "αβγ"), ("Both", "abα"), ("Other", "ж")] {
            var font = FontBuilder(family: family, style: "Regular")
            font.characters = " " + characters
            try home.scratch.write(font.build(), to: "system/fonts/\(family).ttf")
        }
        try await Desk.run(in: home) { desk in
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request([
                ["text": BusVariant("abc αβγ\n")], ["text": BusVariant("cab γ\u{3042}\u{65}\u{301}")],
                ["text": BusVariant("\u{3042}")],
            ])
            let names = Set(try result.names)
            #expect(names == ["Latin-Regular enabled", "Greek-Regular enabled"], "\(result.resolved)")
            #expect(try result.resolved.map { try $0["request"]?.converted(to: UInt32.self) } == [0, 0, 1, 1])
            #expect(try result.reasons == ["not-found", "not-found", "not-found"])
            #expect(try result.unresolved.map { try $0["request"]?.converted(to: UInt32.self) } == [1, 1, 2])
            let texts = try result.unresolved.map { try $0["text"]?.converted(to: String.self) }
            #expect(Set(texts.prefix(2)) == ["\u{3042}", "\u{65}\u{301}"])
            #expect(texts[2] == nil)
            let messages = try Set((0..<2).map(result.message))
            #expect(messages == ["No font has U+3042.", "No font has U+0065 U+0301."], "\(messages)")
            // No more than 1,000 are named, and the others counted.
            let many = String(String.UnicodeScalarView((0..<1_500).compactMap { Unicode.Scalar(0x4E00 + $0) }))
            let long = try await consumer.request([["text": BusVariant("a" + many)]])
            #expect(long.unresolved.count == 1_001)
            #expect(try long.message(1_000) == "No font has 500 more of the text's characters.")
            await consumer.close()
        }
    }

    @Test("A disabled font is in use for as long as somebody who has asked for it is there, and no longer")
    func disabled() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider)
            let id = try await register("Waiting", enabled: false, on: provider)
            let (first, second) = (
                try await desk.connect(as: Self.consumer), try await desk.connect(as: "org.example.Other")
            )
            let result = try await first.request("Waiting-Regular")
            #expect(try result.names == ["Waiting-Regular disabled"], "\(result.unresolved)")
            #expect(try result.resolved[0]["offered_by"]?.converted(to: String.self) == Self.provider)
            #expect(published(home) == 1)
            // For the second it is there, and it is held for both.
            #expect(try await second.request("Waiting-Regular").names == ["Waiting-Regular enabled"])
            await first.close()
            // The service has seen the end of the first when it has answered a call that came after it.
            try await desk.waitUntilReady()
            #expect(try await desk.connection.finds("Waiting-Regular"))
            let own = try await FontManager1Client(provider).listRegistered(filter: ["id": BusVariant(id)])
            #expect(try own.fonts.first?["enabled"]?.converted(to: Bool.self) == false, "nothing changed about it")
            await second.close()
            try await waitUntilGone("Waiting-Regular", desk)
            #expect(published(home) == 0)
            await provider.close()
        }
    }

    @Test("What the provider enables while it is on lease stays after the lease")
    func enabledMeanwhile() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let provider = try await desk.connect(as: Self.provider)
            let id = try await register("Kept", enabled: false, on: provider)
            let consumer = try await desk.connect(as: Self.consumer)
            #expect(try await consumer.request("Kept-Regular").resolved.count == 1)
            _ = try await FontManager1Client(provider).setEnabled(ids: [id], enabled: true, options: [:])
            await consumer.close()
            let changes = try await desk.manager.fontsChanged()
            for await _ in changes { break }
            #expect(try await desk.connection.finds("Kept-Regular"))
            await provider.close()
        }
    }

    @Test("An asset of another provider is registered for it, and leaves with the last who holds it")
    func asset() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["Offered", "Second Offer"])
        try await Desk.run(in: home) { desk in
            let consumer = try await desk.connect(as: Self.consumer)
            let other = try await desk.connect(as: "org.example.Other")
            // Both want one asset at once.
            async let first = consumer.request("Offered-Regular", "SecondOffer-Regular")
            async let second = other.request("Offered-Regular")
            let results = try await [first, second]
            #expect(
                try results[0].resolved.map { try $0["postscript_name"]?.converted(to: String.self) }
                    == ["Offered-Regular", "SecondOffer-Regular"], "\(results[0].unresolved)")
            #expect(results[1].resolved.count == 1, "\(results[1].unresolved)")
            #expect(published(home) == 2)
            let listed = try await desk.management.listFonts(filter: [:]).fonts
            #expect(
                try Set(listed.map { try $0["provider"]?.converted(to: String.self) ?? "" }) == [Self.provider])
            await consumer.close()
            try await desk.waitUntilReady()
            #expect(try await desk.connection.finds("Offered-Regular"), "the other one holds it")
            await other.close()
            try await waitUntilGone("Offered-Regular", desk)
            try await waitUntilGone("SecondOffer-Regular", desk)
            #expect(published(home) == 0)
        }
    }

    @Test("What keeps an asset from being had is told by its reason")
    func brokenAssets() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["Changed", "Broken", "Sound", "Away"]) { family, font in
            switch family {
            case "Changed": Desk.font("Something Else")
            default: font
            }
        }
        let garbage = Array("no font at all".utf8)
        try home.scratch.write(garbage, to: "share/typecase/assets/org.example.Broken/garbage.ttf")
        try home.scratch.write(
            """
            {"version": 1, "id": "org.example.Broken", "name": "Broken", "fonts": [{"file": "garbage.ttf",
             "sha256": "\(try SealedMemory(bytes: garbage).digest.hexadecimal)", "name": "Garbage"}]}
            """, to: "share/typecase/providers/org.example.Broken.json")
        home.scratch.remove("share/typecase/assets/\(Self.provider)/Away.ttf")
        try await Desk.run(in: home) { desk in
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request("Changed-Regular", "Garbage", "Away-Regular", "Sound-Regular")
            #expect(try result.names == ["Sound-Regular asset"])
            #expect(try result.reasons == ["checksum-mismatch", "invalid-font", "not-found"])
            let (declared, found) = (
                try SealedMemory(bytes: Desk.font("Changed")).digest.hexadecimal,
                try SealedMemory(bytes: Desk.font("Something Else")).digest.hexadecimal
            )
            #expect(try result.message(0).contains(declared) && result.message(0).contains(found))
            await consumer.close()
        }
    }

    @Test("A caller in a sandbox gets its own fonts and the system's, and learns of no others")
    func sandbox() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["Offered"])
        try home.scratch.write(Desk.font("Of System"), to: "system/fonts/system.ttf")
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider)
            try await register("Public", enabled: true, on: provider)
            try await register("Waiting", enabled: false, on: provider)
            let consumer = try await desk.connect(as: Self.consumer, kind: .flatpak)
            try await register("Own Waiting", enabled: false, on: consumer)
            let names = [
                "Public-Regular", "Waiting-Regular", "Offered-Regular", "OwnWaiting-Regular", "OfSystem-Regular",
            ]
            let result = try await consumer.request(names.map { ["postscript_name": BusVariant($0)] })
            #expect(try result.names == ["OwnWaiting-Regular disabled", "OfSystem-Regular enabled"])
            #expect(try result.reasons == ["not-found", "not-found", "not-found"])
            #expect(try await !consumer.finds("Public-Regular"))
            #expect(try await consumer.finds("OwnWaiting-Regular"))
            let id = try result.resolved[0]["id"]?.converted(to: String.self) ?? ""
            _ = try await FontManager1Client(consumer).openFont(id: id, options: [:])
            try await desk.management.setGrant(
                provider: Self.consumer, right: "use-installed-fonts", decision: "allow", options: [:])
            #expect(try await consumer.finds("Public-Regular"))
            for connection in [provider, consumer] { await connection.close() }
        }
    }

    @Test("A program without a sandbox that is denied installed fonts gets its own and the system's, as by Match")
    func denied() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["Offered"])
        try home.scratch.write(Desk.font("Of System"), to: "system/fonts/system.ttf")
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider)
            try await register("Public", enabled: true, on: provider)
            try await register("Waiting", enabled: false, on: provider)
            let consumer = try await desk.connect(as: Self.consumer)
            try await register("Own", enabled: true, on: consumer)
            let names = ["Public-Regular", "Waiting-Regular", "Offered-Regular", "Own-Regular", "OfSystem-Regular"]
            func found() async throws -> [String] {
                try await FontManager1Client(consumer).match(
                    descriptors: names.map { ["name": BusVariant($0)] }, options: [:]
                ).compactMap { try $0["postscript_name"]?.converted(to: String.self) }
            }
            #expect(try await found() == ["Public-Regular", "Own-Regular", "OfSystem-Regular"])
            try await desk.management.setGrant(
                provider: Self.consumer, right: "use-installed-fonts", decision: "deny", options: [:])
            #expect(try await found() == ["Own-Regular", "OfSystem-Regular"])
            let denied = try await consumer.request(names.map { ["name": BusVariant($0)] })
            #expect(try denied.names == ["Own-Regular enabled", "OfSystem-Regular enabled"])
            #expect(try denied.reasons == ["not-found", "not-found", "not-found"])
            let text = try await consumer.request([["text": BusVariant("A")]])
            #expect(
                try text.resolved.allSatisfy {
                    try $0["postscript_name"]?.converted(to: String.self) != "Public-Regular"
                })
            try await desk.management.setGrant(
                provider: Self.consumer, right: "use-installed-fonts", decision: "allow", options: [:])
            #expect(try await consumer.request(names.map { ["name": BusVariant($0)] }).resolved.count == 5)
            for connection in [provider, consumer] { await connection.close() }
        }
    }

    @Test("Of two assets whose files were exchanged none is registered, under whichever name")
    func exchangedAssets() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["One", "Two"]) { family, _ in
            Desk.font(family == "One" ? "Two" : "One")
        }
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider)
            let end = try await provider.finish { manager, options throws(BusError) in
                _ = try await manager.registerAssets(
                    names: ["One-Regular", "Two-Regular"], scope: "persistent", enabled: true, options: options)
            }
            let results = try #require(try end.result["results"]?.converted(to: [[String: BusVariant]].self))
            let corrupt = "org.typecase.Error.Corrupt"
            #expect(try results.map { try $0["error"]?.converted(to: String.self) } == [corrupt, corrupt])
            #expect(try await !desk.connection.finds("One-Regular"))
            await provider.close()
        }
    }

    @Test("Assets are registered by their names, with all fonts of a name, and a name that the manifest lacks is told")
    func ownAssets() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["One", "Two", "Changed"]) { family, font in
            family == "Changed" ? Desk.font("Something Else") : font
        }
        try await Desk.run(in: home) { desk in
            let provider = try await desk.connect(as: Self.provider)
            let end = try await provider.finish { manager, options throws(BusError) in
                _ = try await manager.registerAssets(
                    names: ["one-regular", "Nobody", "Changed-Regular", "Two-Regular"], scope: "persistent",
                    enabled: true, options: options)
            }
            #expect(end.state == "done")
            let results = try #require(try end.result["results"]?.converted(to: [[String: BusVariant]].self))
            #expect(
                try results.map { try $0["error"]?.converted(to: String.self) }
                    == [nil, "org.typecase.Error.AssetNotFound", "org.typecase.Error.Corrupt", nil])
            #expect(try await desk.connection.finds("One-Regular"))
            #expect(try await desk.connection.finds("Two-Regular"))
            // A name given often is one font.
            let often = try await provider.finish { manager, options throws(BusError) in
                _ = try await manager.registerAssets(
                    names: Array(repeating: "One-Regular", count: 1000), scope: "persistent", enabled: true,
                    options: options)
            }
            let same = try often.result["results"]?.converted(to: [[String: BusVariant]].self) ?? []
            let ids = try same.map { result in
                try result["fonts"]?.converted(to: [[String: BusVariant]].self).first?["id"]?.converted(to: String.self)
            }
            #expect(ids.count == 1000 && Set(ids).count == 1 && ids[0] != nil, "\(ids.prefix(2))")
            let other = try await desk.connect(as: Self.consumer)
            let without = try await other.finish { manager, options throws(BusError) in
                _ = try await manager.registerAssets(
                    names: ["One-Regular"], scope: "session", enabled: true, options: options)
            }
            #expect(without.state == "failed")
            #expect(try without.result["error"]?.converted(to: String.self) == "org.typecase.Error.AssetNotFound")
            for connection in [provider, other] { await connection.close() }
        }
    }
}
