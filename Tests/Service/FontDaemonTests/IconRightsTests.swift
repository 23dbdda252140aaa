internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Icons that have to be fetched, that an application hands over, and that the user does not want.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct IconRightsTests {
    private static let application = "org.example.App"

    private static func svg(_ color: String) -> [UInt8] {
        Array(
            "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><path fill='\(color)' d='M0 0h64v64z'/></svg>"
                .utf8)
    }

    private func error(_ body: () async throws -> Void) async -> BusError? {
        do { try await body() } catch { return error as? BusError }
        return nil
    }

    @Test("An icon with an address is fetched once, held to its SHA-256, and listed with the fetched files")
    func fetched() async throws {
        let home = try ScratchHome()
        let server = try await WebServer.start(font: Self.svg("navy"))
        try home.allowLocalNetwork()
        let digest = FileDigest.of(Self.svg("navy")).hexadecimal
        let wrong = String(repeating: "0", count: 64)
        try home.installApplication(
            Self.application,
            manifest: """
                "alternate-icons": [
                  {"name": "night", "url": "\(server.address("font"))", "sha256": "\(digest)"},
                  {"name": "other", "url": "\(server.address("font"))?other", "sha256": "\(wrong)"}]
                """)
        try await Desk.run(in: home, fetcher: server.fetcher) { desk in
            try await desk.waitUntilReady()
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            #expect(try await client.supportsAlternateIcons())
            try await client.setAlternateIconName(name: "night", options: [:])
            let icon = try #require(try home.icon(of: Self.application))
            #expect(access("\(home.dataDirectory)/icons/hicolor/64x64/apps/\(icon).png", R_OK) == 0)
            let before = server.requests.count
            try await client.setAlternateIconName(name: "", options: [:])
            try await client.setAlternateIconName(name: "night", options: [:])
            #expect(try home.icon(of: Self.application) == icon && server.requests.count == before)
            let files = try await desk.management.listResources(filter: [:]).map {
                try $0["file"]?.converted(to: String.self)
            }
            #expect(files.contains("alternate-icons/night"), "\(files)")
            let mismatch = await error { try await client.setAlternateIconName(name: "other", options: [:]) }
            #expect(mismatch?.name == "org.typecase.Error.InvalidFontData", "\(mismatch as Any)")
            #expect(try home.icon(of: Self.application) == icon)
            await application.close()
        }
    }

    @Test("The user is asked once of an icon that an application hands over, sandboxed or not")
    func handedOver() async throws {
        let home = try ScratchHome()
        try home.installApplication(Self.application, manifest: #""icons-at-run-time": true"#)
        try await Desk.run(in: home) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            #expect(try await client.supportsAlternateIcons())
            func set(_ name: String, _ color: String) async throws {
                let picture = try SealedMemory(bytes: Self.svg(color)).descriptor
                try await client.setAlternateIconName(
                    name: name, options: ["pictures": BusVariant([picture])], timeout: .seconds(600))
            }
            async let denied = error { try await set("drawing", "navy") }
            let first = try await agent.nextQuestion()
            #expect(try first.texts("rights") == ["set-undeclared-icons"] && first.texts("fonts") == ["drawing"])
            first.answer("dismiss")
            #expect(await denied?.name == "org.typecase.Error.CancelledByUser")
            #expect(try home.icon(of: Self.application) == nil)
            async let setting: Void = set("drawing", "navy")
            try await agent.nextQuestion().answer("allow")
            try await setting
            let icon = try #require(try home.icon(of: Self.application))
            #expect(icon.hasPrefix("org.example.App.typecase-drawing-"))
            #expect(try await client.alternateIconName() == "drawing")
            try await set("drawing", "gold")
            #expect(try home.icon(of: Self.application) != icon && agent.questionCount == 2, "it is asked once")
            let unnamed = await error { try await set("a/b", "navy") }
            #expect(unnamed?.name == "org.typecase.Error.InsufficientInfo")
            await application.close()
        }
    }

    @Test("Icons that the manifest does not allow to be handed over are refused, and nobody is asked")
    func refused() async throws {
        let home = try ScratchHome()
        let digest = FileDigest.of(Self.svg("navy")).hexadecimal
        try home.scratch.write(
            String(decoding: Self.svg("navy"), as: UTF8.self), to: "share/typecase/assets/\(Self.application)/night.svg"
        )
        func install(_ allows: Bool) throws {
            let icon = #"{"name": "night", "files": "night.svg", "sha256": "\#(digest)"}"#
            try home.installApplication(
                Self.application, manifest: #""icons-at-run-time": \#(allows), "alternate-icons": [\#(icon)]"#)
        }
        try install(false)
        try await Desk.run(in: home) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            func failure(_ name: String, _ count: Int = 1) async throws -> String? {
                let picture = try SealedMemory(bytes: Self.svg("gold")).descriptor
                return await error {
                    try await client.setAlternateIconName(
                        name: name,
                        options: ["pictures": BusVariant([OwnedFileDescriptor](repeating: picture, count: count))])
                }?.name
            }
            #expect(try await failure("drawing") == "org.typecase.Error.MissingEntitlement")
            try install(true)
            #expect(try await failure("night") == "org.typecase.Error.DuplicatedName")
            #expect(try await failure("drawing", 0) == "org.freedesktop.DBus.Error.InvalidArgs")
            #expect(agent.questionCount == 0)
            await application.close()
        }
    }

    @Test("An icon that the user takes back for good stays away, until the user has it otherwise")
    func forGood() async throws {
        let home = try ScratchHome()
        try home.installApplication(
            Self.application, manifest: #""alternate-icons": [{"name": "night", "icon": "org.example.App.night"}]"#)
        try home.scratch.write("", to: "share/icons/hicolor/scalable/apps/org.example.App.night.svg")
        try await Desk.run(in: home) { desk in
            let notifications = try await TestNotifications(on: try await desk.connect(as: "org.example.Desktop"))
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            var changes = try await client.alternateIconNameChanged().makeAsyncIterator()
            try await client.setAlternateIconName(name: "night", options: [:])
            #expect(try await changes.next() == "night")
            try await eventually("the user is told") { notifications.shown.count == 1 }
            try await notifications.press("typecase-deny")
            #expect(try await changes.next() == "")
            #expect(try home.icon(of: Self.application) == nil)
            #expect(try await !client.supportsAlternateIcons())
            let refusal = await error { try await client.setAlternateIconName(name: "night", options: [:]) }
            #expect(refusal?.name == "org.typecase.Error.MissingEntitlement", "\(refusal as Any)")
            #expect(refusal?.message.contains("set-alternate-icons allow") == true)
            // The user's own choice is another matter.
            try await desk.management.setAlternateIcon(application: Self.application, name: "night", options: [:])
            #expect(try home.icon(of: Self.application) == "org.example.App.night")
            try await desk.management.setGrant(
                provider: Self.application, right: "set-alternate-icons", decision: "allow", options: [:])
            #expect(try await client.supportsAlternateIcons())
            await application.close()
            await notifications.connection.close()
        }
    }

    @Test("A policy has the user not told of new icons")
    func untold() async throws {
        let home = try ScratchHome()
        try home.installApplication(
            Self.application,
            manifest: """
                "alternate-icons": [{"name": "night", "icon": "\(Self.application).night"},
                                    {"name": "day", "icon": "\(Self.application).day"}]
                """)
        for name in ["night", "day"] {
            try home.scratch.write("", to: "share/icons/hicolor/scalable/apps/\(Self.application).\(name).svg")
        }
        try home.scratch.write(
            #"{"version": 1, "rules": [{"providers": ["org.example.*"], "alternate-icons": {"notify": false}}]}"#,
            to: "policy/policy.d/10-icons.json")
        try await Desk.run(in: home) { desk in
            let notifications = try await TestNotifications(on: try await desk.connect(as: "org.example.Desktop"))
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            var changes = try await client.alternateIconNameChanged().makeAsyncIterator()
            try await client.setAlternateIconName(name: "night", options: [:])
            #expect(try await changes.next() == "night")
            home.scratch.remove("policy/policy.d/10-icons.json")
            _ = try await desk.management.reconcile(options: [:])
            try await client.setAlternateIconName(name: "day", options: [:])
            // Of both changes the second alone is told of.
            try await eventually("the user is told of the second") { notifications.shown.count == 1 }
            guard case .string(let icon) = notifications.shown[0][2] else {
                Issue.record("no icon")
                return
            }
            #expect(icon == "\(Self.application).day")
            await application.close()
            await notifications.connection.close()
        }
    }
}
