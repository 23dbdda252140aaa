internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// An application that Flatpak itself built, installed for the user of the daemon, and runs.
struct BuiltFlatpak: Sendable {
    /// Where its fonts are, as it sees them.
    static func assets(of application: String) -> String { "/app/share/typecase/assets/\(application)" }

    private let environment: [String: String]
    /// Flatpak asks it for parental controls, of which there are none.
    private let system: PrivateBus

    /// Builds it and installs it.
    ///
    /// - Parameters:
    ///   - application: Its id.
    ///   - program: What it does, in Python.
    ///   - families: The fonts that come with it, and that its manifest declares.
    ///   - names: What it may talk to.
    ///   - daemon: In whose home.
    /// - Throws: Why it could not be built.
    init(
        _ application: String, _ program: String, declaring families: [String], talkingTo names: [String] = [],
        of daemon: RunningDaemon
    ) async throws {
        let scratch = daemon.home.scratch
        let share = "files/share/typecase"
        let fonts = try families.map { family in
            let font = makeFont(family)
            try scratch.write(font, to: "\(share)/assets/\(application)/\(family).ttf")
            return #"{"file": "\#(family).ttf", "sha256": "\#(try SealedMemory(bytes: font).digest.hexadecimal)"}"#
        }
        try scratch.write(
            """
            {"version": 1, "id": "\(application)", "name": "Portal", "rights": ["install-fonts"],
             "fonts": [\(fonts.joined(separator: ", "))]}
            """, to: "\(share)/providers/\(application).json")
        let path = try scratch.write("#!/usr/bin/python3\n" + program, to: "program.py")
        system = try PrivateBus()
        environment = daemon.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": system.address]) { $1 }
        let making = try await ChildProcess.run(
            sourcePath("Tests", "Helpers", "flatpak-application"),
            [scratch["flatpak"], application, path, scratch["files"]] + names,
            environment: environment)
        try #require(making.succeeded, "\(making.standardError)")
    }

    /// Runs Flatpak to its end.
    func command(_ arguments: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run("/usr/bin/flatpak", ["--user"] + arguments, environment: environment)
    }

    /// Starts Flatpak, with input.
    func start(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            "/usr/bin/flatpak", ["--user"] + arguments, environment: environment, acceptsInput: true)
    }
}
