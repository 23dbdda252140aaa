internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The icons of applications on the bus: who may have which, and whom a change is told.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct AlternateIconsTests {
    private static let application = "org.example.App"
    private static let fileName = "org.example.App.desktop"

    private static func svg(_ color: String, _ content: String = "") -> String {
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><rect width='64' height='64' fill='\(color)'/>\
        \(content)</svg>
        """
    }

    /// An application with the icons night, day and bad.
    private static func install(in home: ScratchHome) throws {
        let files = ["night": svg("navy"), "day": svg("gold"), "bad": svg("red", "<text>A</text>")]
        var icons: [String] = []
        for (name, svg) in files.sorted(by: { $0.key < $1.key }) {
            icons.append(try home.addIcon(name, svg, of: application))
        }
        let wrong = String(repeating: "0", count: 64)
        icons.append("{\"name\": \"other\", \"files\": \"icons/day.svg\", \"sha256\": \"\(wrong)\"}")
        icons.append("{\"name\": \"missing\", \"files\": \"icons/none.svg\", \"sha256\": \"\(wrong)\"}")
        icons.append("{\"name\": \"theme\", \"icon\": \"\(application).theme\"}")
        try home.scratch.write("", to: "share/icons/hicolor/scalable/apps/\(application).theme.svg")
        try home.installApplication(
            application, manifest: "\"alternate-icons\": [\(icons.joined(separator: ", "))]")
    }

    private func run(_ body: (Desk, ScratchHome) async throws -> Void) async throws {
        let home = try ScratchHome()
        try Self.install(in: home)
        try await Desk.run(in: home) { try await body($0, home) }
    }

    private func merged(_ home: ScratchHome) -> String? { (try? home.desktopEntry(of: Self.application)) ?? nil }

    @Test("An application changes its icon and takes it back, by either name, and is told of it")
    func change() async throws {
        try await run { desk, home in
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            #expect(try await client.supportsAlternateIcons())
            #expect(try await client.unsupportedReason() == "")
            #expect(
                try await client.alternateIconNames() == ["bad", "day", "night", "other", "missing", "theme"])
            #expect(try await client.alternateIconName() == "")
            var changes = try await client.alternateIconNameChanged().makeAsyncIterator()
            try await client.setAlternateIconName(name: "night", options: [:])
            #expect(try await changes.next() == "night")
            #expect(try await client.alternateIconName() == "night")
            let entry = try #require(merged(home))
            let icon = try #require(entry.split(separator: "\n").first { $0.hasPrefix("Icon=") }).dropFirst(5)
            for size in [16, 48, 512] {
                let path = "\(home.dataDirectory)/icons/hicolor/\(size)x\(size)/apps/\(icon).png"
                #expect(access(path, R_OK) == 0, "\(path)")
            }
            let listed = try #require(try await desk.management.listAlternateIcons(filter: [:]).first)
            #expect(try listed["application"]?.converted(to: String.self) == Self.application)
            #expect(try listed["name"]?.converted(to: String.self) == "night")
            // A sandboxed application of the same name has no entry of its own: the one that is shown is another's.
            let sandboxed = try await desk.connect(as: Self.application, kind: .flatpak)
            let portal = AlternateIcons1Client(throughPortalOver: sandboxed)
            #expect(try await !portal.supportsAlternateIcons())
            #expect(try await portal.unsupportedReason().contains("another application"))
            let other = AlternateIcons1Client(throughPortalOver: application)
            var portalChanges = try await other.alternateIconNameChanged().makeAsyncIterator()
            #expect(try await other.alternateIconName() == "night")
            try await other.setAlternateIconName(name: "", options: [:])
            #expect(try await portalChanges.next() == "")
            #expect(merged(home) == nil)
            #expect(TreeListing("\(home.dataDirectory)/icons").files.isEmpty)
            for connection in [application, sandboxed] { await connection.close() }
        }
    }

    @Test("What cannot be an icon is refused with the reason, and the icon stays what it was")
    func refusals() async throws {
        try await run { desk, home in
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            try await client.setAlternateIconName(name: "day", options: [:])
            let before = merged(home)
            for (name, code) in [
                ("none", "AssetNotFound"), ("a/b", "AssetNotFound"), ("..", "AssetNotFound"), ("other", "Corrupt"),
                ("missing", "FileNotFound"), ("bad", "InvalidFontData"),
            ] {
                do {
                    try await client.setAlternateIconName(name: name, options: [:])
                    Issue.record("\(name) was set")
                } catch let error as BusError {
                    #expect(error.name == "org.typecase.Error.\(code)", "\(name): \(error)")
                }
                #expect(merged(home) == before, "\(name)")
            }
            let stranger = try await desk.connect(as: "org.example.Other")
            let reason = try await AlternateIcons1Client(stranger).unsupportedReason()
            #expect(reason.contains("no desktop entry"), "\(reason)")
            try home.scratch.write(
                #"{"version": 1, "rules": [{"providers": ["org.example.*"], "alternate-icons": {"allowed": false}}]}"#,
                to: "policy/policy.d/10-icons.json")
            _ = try await desk.management.reconcile(options: [:])
            try await eventually("the policy forbids it") { try await !client.supportsAlternateIcons() }
            #expect(try await client.unsupportedReason().contains("10-icons.json"))
            for connection in [application, stranger] { await connection.close() }
        }
    }

    @Test("Of many calls the first and the last are carried out, and the others are told that it is busy")
    func manyCalls() async throws {
        try await run { desk, home in
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            let begin = ContinuousClock.now
            let results = await withTaskGroup(of: String.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        do {
                            let name = number == 199 ? "theme" : ["night", "day"][number % 2]
                            try await client.setAlternateIconName(name: name, options: [:])
                            return "set"
                        } catch {
                            return (error as? BusError)?.name ?? "\(error)"
                        }
                    }
                }
                return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(results["org.typecase.Error.Busy", default: 0] >= 190, "\(results)")
            #expect((1...4).contains(results["set", default: 0]), "\(results)")
            #expect(results.values.reduce(0, +) == 200 && ContinuousClock.now - begin < .seconds(30))
            #expect(TreeListing("\(home.dataDirectory)/applications").files.count == 1)
            await application.close()
        }
    }

    @Test("An icon follows its application: after an upgrade, and away with it")
    func following() async throws {
        try await run { desk, home in
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            var changes = try await client.alternateIconNameChanged().makeAsyncIterator()
            try await client.setAlternateIconName(name: "night", options: [:])
            #expect(try await changes.next() == "night")
            try home.scratch.write(
                "[Desktop Entry]\nType=Application\nName=Example 2\nExec=/usr/bin/false\nIcon=org.example.App\n",
                to: "share/applications/\(Self.fileName)")
            try await eventually("the entry is merged again") { merged(home)?.contains("Exec=/usr/bin/false") == true }
            #expect(try await client.alternateIconName() == "night")
            home.scratch.remove("share/applications/\(Self.fileName)")
            #expect(try await changes.next() == "")
            #expect(merged(home) == nil && TreeListing("\(home.dataDirectory)/icons").files.isEmpty)
            await application.close()
        }
    }

    @Test("The user sets and resets icons without the application")
    func management() async throws {
        try await run { desk, home in
            try await desk.management.setAlternateIcon(application: Self.application, name: "day", options: [:])
            #expect(merged(home)?.contains("X-Typecase-IconName=day") == true)
            #expect(try await desk.management.resetAlternateIcons(application: "org.example.Other", options: [:]) == 0)
            #expect(try await desk.management.resetAlternateIcons(application: "", options: [:]) == 1)
            #expect(merged(home) == nil)
        }
    }

    @Test("The user is told of a change with the new icon, and takes it back with one click")
    func notification() async throws {
        try await run { desk, home in
            let notifications = try await TestNotifications(on: try await desk.connect(as: "org.example.Desktop"))
            let application = try await desk.connect(as: Self.application)
            let client = AlternateIcons1Client(application)
            var changes = try await client.alternateIconNameChanged().makeAsyncIterator()
            try await client.setAlternateIconName(name: "night", options: [:])
            #expect(try await changes.next() == "night")
            try await eventually("the user is told") { notifications.shown.count == 1 }
            let arguments = try #require(notifications.shown.first)
            guard case .string(let icon) = arguments[2], case .string(let text) = arguments[4] else {
                Issue.record("\(arguments)")
                return
            }
            #expect(icon.hasPrefix("org.example.App.typecase-night-") && text.contains("Example"))
            try await notifications.press("typecase-undo")
            #expect(try await changes.next() == "")
            #expect(merged(home) == nil)
            await application.close()
            await notifications.connection.close()
        }
    }
}
