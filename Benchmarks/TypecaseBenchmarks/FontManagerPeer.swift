internal import Glibc
internal import TestSupport

/// The command of font-manager, which opens a display although it shows nothing.
///
/// Without one, `font-manager --install FILE` fails with "cannot open display", as `font-manager --help` does.
final class FontManagerPeer: FontPeer {
    private static let program = "/usr/bin/font-manager"
    private static let server = "/usr/bin/Xvfb"

    static var isInstalled: Bool { access(program, X_OK) == 0 && access(server, X_OK) == 0 }

    let home: ScratchHome
    private let bus: PrivateBus
    private let display: ChildProcess
    private let environment: [String: String]

    /// Starts a bus and a display, and copies fonts into the home as their user did with `cp`.
    init(with fonts: [String]) async throws {
        let home = try ScratchHome()
        let bus = try PrivateBus()
        let display = try ChildProcess.start(
            Self.server, ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"],
            environment: home.environment)
        // Written in one piece, and nothing else is: what it complains of is in the standard error.
        while !display.standardOutput.contains("\n") {
            guard !ProcessFacts(processID: display.processID).hasEnded else {
                throw BenchmarkFailure("\(Self.server) shows no display: \(display.standardError)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        let number = display.standardOutput.prefix { $0.isNumber }
        environment = home.environment.merging([
            "DISPLAY": ":\(number)", "DBUS_SESSION_BUS_ADDRESS": bus.address,
            // Its settings' schemas.
            "XDG_DATA_DIRS": "/usr/share",
            // Services that this bus does not start.
            "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1", "GTK_USE_PORTAL": "0",
        ]) { $1 }
        self.home = home
        self.bus = bus
        self.display = display
        guard mkdir(home.userFontDirectory, 0o755) == 0 else {
            throw BenchmarkFailure("\(home.userFontDirectory) cannot be made.")
        }
        for (number, font) in fonts.enumerated() {
            let name = font.split(separator: "/").last ?? ""
            try Files.write(Files.read(font), to: "\(home.userFontDirectory)/\(number)-\(name)")
        }
        try await refresh()
    }

    func install(_ fonts: [String]) async throws -> Duration {
        try run(["--install"] + fonts)
    }

    func refresh() async throws {
        _ = try TimedProgram.run(["/usr/bin/fc-cache"], environment: environment)
        _ = try run(["--update"])
    }

    /// Runs the command, which recommends an archiver in its standard error each time.
    private func run(_ arguments: [String]) throws -> Duration {
        try TimedProgram.run(
            ["/bin/sh", "-c", #"exec "$@" 2>/dev/null"#, "sh", Self.program] + arguments, environment: environment)
    }

    func end() async {
        display.send(signal: SIGTERM)
        _ = await display.wait()
        bus.stop()
    }
}
