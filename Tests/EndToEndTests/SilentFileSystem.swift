internal import Glibc
internal import LinuxSystem
internal import TestSupport

/// A file system, served by a process of the user, whose files never answer a read.
final class SilentFileSystem: Sendable {
    private let server: ChildProcess
    private let directory: String

    /// Whether an ordinary user may serve file systems here: the device may be closed, and some kernels and containers
    /// forbid the namespaces.
    static func isAvailable() async -> Bool {
        guard access("/dev/fuse", R_OK | W_OK) == 0, let scratch = try? ScratchDirectory() else { return false }
        return (try? await SilentFileSystem(in: scratch)) != nil
    }

    /// Mounts the file system where only its server sees it, and waits until it is there.
    ///
    /// - Parameter scratch: Where to make its directory.
    /// - Throws: What kept it from being mounted.
    init(in scratch: ScratchDirectory) async throws {
        directory = try scratch.makeDirectory("silent")
        server = try ChildProcess(
            "/usr/bin/unshare",
            [
                "--user", "--map-root-user", "--mount", "/usr/bin/python3",
                sourcePath("Tests", "Helpers", "silent-file-system"), directory,
            ], environment: [:])
        try await server.waitForOutput("mounted")
    }

    /// The path by which others get at one of its files.
    func path(_ number: Int) -> String { "/proc/\(server.processID)/root\(directory)/\(number)" }

    /// Opens one of its files for reading.
    ///
    /// - Parameter number: Which: all are there.
    /// - Returns: The file, as large as a small font.
    /// - Throws: What the system says.
    func open(_ number: Int) throws -> OwnedFileDescriptor {
        try openDescriptor(path(number), O_RDONLY)
    }

    /// Waits until somebody has begun to read a file.
    func waitForRead(of number: Int) async throws { try await server.waitForOutput("read \(number)\n") }

    /// Ends it, as a server that crashes does: whoever waits for it gets an error.
    func end() async {
        server.send(signal: SIGKILL)
        _ = await server.wait()
    }
}
