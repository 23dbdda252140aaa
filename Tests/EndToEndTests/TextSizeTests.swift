internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// The text size in the whole: the real daemon, the program, and Debian's dconf.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct TextSizeTests {
    private static let dconf = "/usr/libexec/dconf-service"
    /// Where GSettings finds what it knows.
    private static let settings = ["XDG_DATA_DIRS": "/usr/share", "GSETTINGS_BACKEND": "dconf"]
    private static let schema = "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
    private static var hasDconf: Bool {
        let paths: [String] = [dconf, schema, "/usr/lib/x86_64-linux-gnu/gio/modules/libdconfsettings.so"]
        return paths.allSatisfy { path in access(path, R_OK) == 0 }
    }

    @Test("The program shows and chooses the text size, for all programs and for one, and forgets it")
    func program() async throws {
        try await RunningDaemon.run { daemon in
            #expect(try await daemon.typecase("text-size").standardOutput.hasPrefix("large: the default"))
            #expect(
                try await daemon.typecase("text-size", "XL").standardOutput == "extra-large: chosen for all programs\n")
            let one = try await daemon.typecase("text-size", "--app", "org.example.Reader", "accessibility-medium")
            #expect(one.standardOutput == "accessibility-medium: chosen for this program\n")
            try await daemon.restart()
            #expect(
                try await daemon.typecase("text-size").standardOutput
                    == "extra-large: chosen for all programs\norg.example.Reader: accessibility-medium\n")
            let styles = try await daemon.typecase("text-styles")
            #expect(styles.standardOutput.contains("body") && styles.standardOutput.contains("19"))
            #expect(try await daemon.typecase("text-size", "--reset").succeeded)
            #expect(try await daemon.typecase("text-size", "--reset").termination == .exited(2), "nothing to do")
            #expect(try await daemon.typecase("text-size", "huge").termination == .exited(64))
            #expect(try await daemon.typecase("text-size").standardOutput.hasPrefix("large: the default"))
        }
    }

    @Test("A daemon that leaves when it is idle stays for whoever follows the text size, and no longer")
    func following() async throws {
        let bus = try PrivateBus(starting: IdleExitTests.programs)
        try await RunningDaemon.run(bus: bus, isStarted: false) { daemon in
            try await daemon.letBusStart(environment: ["TYPECASE_IDLE_TIME": "0.2"])
            let owners = try await daemon.connection.ownerChanges(of: FontManager1Names.busName)
            var iterator = owners.makeAsyncIterator()
            let application = try await daemon.connect()
            let client = DynamicType1Client(application)
            let changes = try await client.categoryChanged()
            var ofApplication = changes.makeAsyncIterator()
            #expect(try await client.category() == "large")
            let owner = try await daemon.connection.owner(of: FontManager1Names.busName)
            let desktop = try await daemon.connect()
            // Five idle times: the clock of the desktop, as it were.
            try await Task.sleep(for: .seconds(1))
            #expect(try await daemon.connection.owner(of: FontManager1Names.busName) == owner)
            try await Management1Client(desktop).setTextSize(application: "", category: "small", options: [:])
            #expect(try await ofApplication.next() == "small")
            await desktop.close()
            await application.close()
            while let change = await iterator.next(), change.newOwner != nil {}
            #expect(try await !daemon.connection.hasOwner(FontManager1Names.busName))
        }
    }

    @Test(
        "Debian's dconf is followed where no portal runs",
        .enabled("dconf and the schemas of the desktop are here") { hasDconf })
    func realDconf() async throws {
        let bus = try PrivateBus(starting: ["ca.desrt.dconf": Self.dconf])
        try await RunningDaemon.run(bus: bus, isStarted: false) { daemon in
            let environment = daemon.environment.merging(Self.settings) { $1 }
            try await daemon.letBusStart(environment: environment)
            func set(_ factor: String) async throws {
                let outcome = try await ChildProcess.run(
                    "/usr/bin/gsettings", ["set", "org.gnome.desktop.interface", "text-scaling-factor", factor],
                    environment: environment)
                #expect(outcome.succeeded, "\(outcome.standardError)")
            }
            try await set("1.25")
            try await daemon.start(environment: Self.settings)
            let client = DynamicType1Client(daemon.connection)
            let changes = try await client.categoryChanged()
            var iterator = changes.makeAsyncIterator()
            #expect(try await client.category() == "extra-extra-large")
            try await set("2.0")
            #expect(try await iterator.next() == "accessibility-large")
            let shown = try await daemon.typecase("text-size").standardOutput
            #expect(shown == "accessibility-large: the desktop scales text by a factor of 2.0 (dconf)\n")
            let outcome = try await ChildProcess.run(
                "/usr/bin/gsettings", ["reset", "org.gnome.desktop.interface", "text-scaling-factor"],
                environment: environment)
            #expect(outcome.succeeded)
            #expect(try await iterator.next() == "large")
        }
    }

    private static let portals = [
        "org.freedesktop.portal.Desktop": "/usr/libexec/xdg-desktop-portal",
        "org.freedesktop.impl.portal.desktop.gtk": "/usr/libexec/xdg-desktop-portal-gtk",
        "org.freedesktop.impl.portal.PermissionStore": "/usr/libexec/xdg-permission-store",
    ]
    private static var hasPortal: Bool {
        hasDconf && (Array(portals.values) + ["/usr/bin/Xvfb"]).allSatisfy { access($0, X_OK) == 0 }
    }

    @Test(
        "Debian's settings portal is followed, from its start to its end",
        .enabled("xdg-desktop-portal, its part for GTK, dconf and Xvfb are here") { hasPortal })
    func realPortal() async throws {
        let programs = Self.portals.merging(["ca.desrt.dconf": Self.dconf]) { $1 }
        let bus = try PrivateBus(starting: programs)
        try await RunningDaemon.run(bus: bus, isStarted: false) { daemon in
            // Its backend does not start without a display.
            let display = try ChildProcess(
                "/bin/sh",
                // What it complains of is not the number that is waited for.
                ["-c", "exec /usr/bin/Xvfb -displayfd 1 -screen 0 64x64x24 -nolisten tcp 2>/dev/null"],
                environment: daemon.environment)
            try await display.waitForOutput("\n")
            let number = display.standardOutput.split(separator: "\n")[0]
            let environment = daemon.environment.merging(Self.settings) { $1 }.merging([
                "XDG_CURRENT_DESKTOP": "GNOME", "DISPLAY": ":\(number)", "GDK_BACKEND": "x11", "GTK_A11Y": "none",
                "NO_AT_BRIDGE": "1",
            ]) { $1 }
            try await daemon.letBusStart(environment: environment)
            func set(_ factor: String) async throws {
                let outcome = try await ChildProcess.run(
                    "/usr/bin/gsettings", ["set", "org.gnome.desktop.interface", "text-scaling-factor", factor],
                    environment: environment)
                #expect(outcome.succeeded, "\(outcome.standardError)")
            }
            try await set("1.25")
            // As the desktop does; the service starts none.
            _ = try await daemon.connection.call(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "StartServiceByName",
                arguments: [.string("org.freedesktop.portal.Desktop"), .uint32(0)])
            try await daemon.start(environment: Self.settings)
            let client = DynamicType1Client(daemon.connection)
            let changes = try await client.categoryChanged()
            var iterator = changes.makeAsyncIterator()
            #expect(try await client.category() == "extra-extra-large")
            try await set("2.0")
            #expect(try await iterator.next() == "accessibility-large")
            let shown = try await daemon.typecase("text-size").standardOutput
            #expect(shown == "accessibility-large: the desktop scales text by a factor of 2.0 (portal)\n")
            // It goes: the database that it was a window on is still there, and says the same.
            let owner = try await daemon.connection.owner(of: "org.freedesktop.portal.Desktop")
            let portal = try await daemon.connection.credentials(of: #require(owner)).processID
            kill(portal, SIGKILL)
            try await eventually("the database is read in its place") {
                try await daemon.typecase("text-size").standardOutput
                    == "accessibility-large: the desktop scales text by a factor of 2.0 (dconf)\n"
            }
            display.send(signal: SIGTERM)
            _ = await display.wait()
        }
    }
}
