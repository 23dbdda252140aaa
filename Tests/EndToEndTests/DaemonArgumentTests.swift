internal import FontModel
internal import TestSupport
internal import Testing

/// What the daemon's program answers to arguments, without a bus or a home.
struct DaemonArgumentTests {
    private func typecased(_ arguments: String...) async throws -> ChildProcess.Outcome {
        // It would serve, and fail for want of a bus, if it took them for none.
        try await ChildProcess.run(
            BuildProducts.executable("typecased"), arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/"])
    }

    @Test func `Help and version are told, and what is no argument is refused`() async throws {
        let version = try await typecased("--version")
        #expect(version.termination == .exited(0) && version.standardOutput == "\(TypecaseVersion.current)\n")
        let help = try await typecased("--help")
        #expect(help.termination == .exited(0) && help.standardOutput.hasPrefix("USAGE: typecased"))
        let wrong = try await typecased("--verson\u{1B}[2J")
        #expect(wrong.termination == .exited(64) && wrong.standardOutput.isEmpty)
        #expect(wrong.standardError.contains("'--verson?[2J'"))
    }
}
