internal import FoundationEssentials
internal import SystemPackage
internal import TestSupport

/// Programs in a sandbox that looks like Flatpak's to the daemon.
extension RunningDaemon {
    /// Whether an unprivileged user may make sandboxes here; some kernels and containers forbid it.
    static func canMakeSandboxes() async -> Bool {
        let outcome = try? await ChildProcess.run(
            "/usr/bin/bwrap", ["--ro-bind", "/", "/", "/bin/true"], environment: ["PATH": "/usr/bin:/bin"])
        return outcome?.succeeded ?? false
    }

    /// Whether processes may be traced here; some containers forbid it.
    static func canTrace() async -> Bool {
        let outcome = try? await ChildProcess.run(
            "/usr/bin/strace", ["-f", "--seccomp-bpf", "-e", "trace=fsync", "-o", "/dev/null", "/bin/true"],
            environment: ["PATH": "/usr/bin:/bin"])
        return outcome?.succeeded ?? false
    }

    /// Runs a program as a Flatpak application to its end.
    ///
    /// - Parameters:
    ///   - application: The id of the application.
    ///   - command: The program and its arguments.
    /// - Returns: What the program left behind.
    /// - Throws: Why it could not be started.
    func runSandboxed(_ application: String, _ command: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            "/usr/bin/bwrap", sandboxArguments(application, command), environment: environment)
    }

    /// The arguments of bubblewrap for a program that looks like a Flatpak application to the daemon.
    ///
    /// - Parameters:
    ///   - application: The id of the application.
    ///   - command: The program and its arguments.
    ///   - directory: Where the files of the application are deployed; `nil` for what says nothing of it.
    /// - Returns: The arguments.
    /// - Throws: What kept files from being written.
    func sandboxArguments(
        _ application: String, _ command: [String], deployedAt directory: String? = nil
    ) throws -> [String] {
        let information = try home.scratch.write(
            "[Application]\nname=\(application)\nruntime=runtime/org.example.Platform/x86_64/1\n"
                + (directory.map { "\n[Instance]\ninstance-id=1\napp-path=\($0)\n" } ?? ""),
            to: "flatpak-info/\(application)")
        // The root of a sandbox is a tmpfs, in which the file can be made; everything else is the machine's.
        var arguments = ["--die-with-parent", "--dev-bind", "/dev", "/dev", "--proc", "/proc"]
        for entry in try FileManager.default.contentsOfDirectory(atPath: "/") where entry != "dev" && entry != "proc" {
            arguments += ["--ro-bind-try", "/\(entry)", "/\(entry)"]
        }
        return arguments + ["--ro-bind", information, "/.flatpak-info"] + command
    }

    /// Runs the Python provider of the examples.
    func provide(as application: String? = nil, _ arguments: String...) async throws -> ChildProcess.Outcome {
        let command = ["/usr/bin/python3", examplePath("provide-fonts.py")] + arguments
        if let application { return try await runSandboxed(application, command) }
        return try await ChildProcess.run(command[0], Array(command.dropFirst()), environment: environment)
    }
}

/// The path of an example of the sources.
func examplePath(_ name: String) -> String { sourcePath("Examples", name) }
