internal import TestSupport
internal import Testing

/// Connections that outlive the process that made them, on a bus that tells processes by their numbers alone.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled("process namespaces can be made") { await ProcessNamespace.isAvailable() })
struct RecycledProcessTests {
    /// Calls over a connection whose process has ended and has left its number to another.
    ///
    /// - Parameter order: Whether the service runs before, `served`, or is started by the call.
    /// - Returns: What the service answered.
    /// - Throws: What kept the processes from being started.
    private func call(_ order: String) async throws -> String {
        let home = try ScratchHome()
        // A bus' address must not be long.
        let directory = try ScratchDirectory(name: "bus")
        let outcome = try await ChildProcess.run(
            ProcessNamespace.command[0],
            ProcessNamespace.command.dropFirst() + [
                "/usr/bin/python3", sourcePath("Tests", "Helpers", "recycled-process"), directory.path,
                BuildProducts.executable("typecased"), order,
            ], environment: home.environment)
        #expect(outcome.succeeded, "\(outcome.standardError)")
        return outcome.standardOutput
    }

    @Test("Whoever got the number of a process that connected is not taken for it")
    func refusal() async throws {
        let answer = try await call("served")
        #expect(answer.hasPrefix("org.freedesktop.DBus.Error.AccessDenied: "), "\(answer)")
        #expect(answer.contains("has ended, and a later one is process"), "\(answer)")
    }

    @Test("What happened before the service ran is not seen, as its documents say")
    func gap() async throws {
        // It shows as well that the other test's number really goes to another process.
        #expect(try await call("unserved").hasPrefix("session.python3"))
    }
}

/// A process namespace of a test's own, in which it may choose the number of the next process.
private enum ProcessNamespace {
    static let command = [
        "/usr/bin/unshare", "--user", "--map-current-user", "--keep-caps", "--pid", "--fork", "--kill-child",
        "--mount-proc",
    ]

    static func isAvailable() async -> Bool {
        let outcome = try? await ChildProcess.run(
            command[0], command.dropFirst() + ["/usr/bin/test", "-w", "/proc/sys/kernel/ns_last_pid"],
            environment: [:])
        return outcome?.succeeded ?? false
    }
}
