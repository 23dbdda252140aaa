internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Applications that change their icon, as they are installed and as they call.
@Suite(.timeLimit(.minutes(10)))
struct ApplicationIconTests {
    private static let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><circle r='60'/></svg>"

    /// Writes a manifest with the icon night, and its file.
    private func declare(_ id: String, in data: String, of home: ScratchHome, _ members: String = "") throws {
        let digest = FileDigest.of(Array(Self.svg.utf8)).hexadecimal
        try home.scratch.write(Self.svg, to: "\(data)/typecase/assets/\(id)/night.svg")
        try home.scratch.write(
            """
            {"version": 2, "id": "\(id)", "name": "App", \(members)
             "alternate-icons": [{"name": "night", "files": "night.svg", "sha256": "\(digest)"}]}
            """, to: "\(data)/typecase/providers/\(id).json")
    }

    @Test("A Flatpak changes its icon with the library, and desktops of KDE are told")
    func flatpak() async throws {
        let id = "org.example.App"
        try await RunningDaemon.run { daemon in
            let flatpak = "home/.local/share/flatpak"
            let deployment = "\(flatpak)/app/\(id)/x86_64/stable/0123456789abcdef/files"
            try declare(id, in: "\(deployment)/share", of: daemon.home, #""icons-at-run-time": true,"#)
            let current = daemon.home.scratch["\(flatpak)/app/\(id)/current"]
            try retryingInterrupts { symlink("x86_64/stable", current) }
            let active = daemon.home.scratch["\(flatpak)/app/\(id)/x86_64/stable/active"]
            try retryingInterrupts { symlink("0123456789abcdef", active) }
            try daemon.home.scratch.write(
                "[Desktop Entry]\nType=Application\nName=App\nExec=app\nIcon=\(id)\nX-Flatpak=\(id)\n",
                to: "\(flatpak)/exports/share/applications/\(id).desktop")
            let drawing = try daemon.home.scratch.write(Self.svg, to: "given/drawing.svg")
            try await daemon.management.setGrant(
                provider: id, right: "set-undeclared-icons", decision: "allow", options: [:])
            var told = try await daemon.connection.signals(
                matching: MatchRule(interface: "org.kde.KIconLoader")
            ).makeAsyncIterator()
            let process = try ChildProcess(
                "/usr/bin/bwrap",
                daemon.sandboxArguments(
                    id, [BuildProducts.executable("ClientProgram")], deployedAt: daemon.home.scratch[deployment]),
                environment: daemon.environment, acceptsInput: true)
            try process.write("icons\nicon\tnight\n")
            try await process.waitForOutput("night\n")
            #expect(process.standardOutput == "true; -; night; -\nnight\n")
            #expect(await told.next()?.member == "iconChanged")
            #expect(try daemon.home.icon(of: id)?.hasPrefix("\(id).typecase-night-") == true)
            try process.write("icon\tdrawing\t\(drawing)\nicon\t-\n")
            try await process.waitForOutput("drawing\n-\n")
            try process.write("icons\n")
            process.closeInput()
            #expect(await process.wait().succeeded)
            #expect(process.standardOutput.hasSuffix("\ndrawing\n-\ntrue; -; night; -\n"))
            #expect(try daemon.home.icon(of: id) == nil)
            #expect(TreeListing("\(daemon.home.dataDirectory)/icons").files.isEmpty)
        }
    }

    @Test(
        "An AppImage changes its icon as its own manifest has it",
        .enabled("file systems can be served") { await ApplicationImage.isAvailable() })
    func appImage() async throws {
        try await RunningDaemon.run { daemon in
            let image = try ApplicationImage(in: daemon.home.scratch)
            try declare("org.example.Imaged", in: "content of Foundry-1.2.AppImage/usr/share", of: daemon.home)
            try daemon.home.scratch.write(
                "[Desktop Entry]\nType=Application\nName=Foundry\nExec=\(image.path) %U\nIcon=foundry\n",
                to: "share/applications/foundry.desktop")
            let program = """
                import dbus
                icons = dbus.Interface(dbus.SessionBus().get_object("org.typecase.FontManager1",
                    "/org/typecase/AlternateIcons1"), "org.typecase.AlternateIcons1")
                icons.SetAlternateIconName("night", dbus.Dictionary({}, signature="sv"), timeout=600)
                """
            let outcome = try await image.run(
                ["-c", program], environment: daemon.environment.merging(["PYTHONHOME": "/usr"]) { $1 })
            #expect(outcome.succeeded, "\(outcome.standardError)")
            let icon = try #require(try daemon.home.icon(of: "foundry"))
            #expect(icon.hasPrefix("appimage.org.example.Imaged.typecase-night-"))
            // The file has gone, and with it the icon.
            try #require(unlink(image.path) == 0)
            try #require(unlink(daemon.home.scratch["share/applications/foundry.desktop"]) == 0)
            try await eventually("the entry goes with its source") {
                try daemon.home.icon(of: "foundry") == nil
            }
        }
    }

    @Test("The command resets icons where no service answers, and lets an application not change its icon again")
    func command() async throws {
        let id = "org.example.App"
        try await RunningDaemon.run { daemon in
            let icon = try daemon.home.addIcon("night", Self.svg, of: id)
            try daemon.home.installApplication(id, manifest: "\"alternate-icons\": [\(icon)]")
            #expect(
                try await daemon.typecase("icons", "set", id, "night").standardOutput == "\(id) shows the icon night.\n"
            )
            #expect(try daemon.home.icon(of: id) != nil)
            let denied = try await daemon.typecase("icons", "reset", id, "--deny")
            #expect(denied.standardOutput == "Reset: 1\n\(id) can no longer change its icon.\n")
            let grants = try await daemon.management.listGrants(filter: [:])
            #expect(try grants.map { try $0["right"]?.converted(to: String.self) } == ["set-alternate-icons"])
            #expect(try await daemon.typecase("icons", "set", id, "night").succeeded, "the user may")
            await daemon.stop()
            var environment = daemon.environment
            environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(daemon.home.scratch["nowhere"])"
            let alone = try await ChildProcess.run(
                BuildProducts.executable("typecase"), ["icons", "reset", "--all"], environment: environment)
            #expect(alone.standardOutput == "Reset: 1\n", "\(alone)")
            #expect(try daemon.home.icon(of: id) == nil)
            #expect(TreeListing("\(daemon.home.dataDirectory)/icons").files.isEmpty)
        }
    }
}
