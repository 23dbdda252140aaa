internal import Glibc
internal import LinuxSystem

/// A file that is an AppImage, as far as anybody can tell without starting it, and programs that run as if from it.
package struct ApplicationImage: Sendable {
    /// The absolute path of the file.
    package let path: String
    private let content: String
    private let mountPoint: String

    /// Whether an ordinary user may serve file systems here: the device may be closed, and some kernels and containers
    /// forbid the namespaces.
    package static func isAvailable() async -> Bool {
        guard access("/dev/fuse", R_OK | W_OK) == 0, let scratch = try? ScratchDirectory(),
            let image = try? ApplicationImage(in: scratch),
            let outcome = try? await image.run(["-c", "print(1)"], environment: [:])
        else { return false }
        return outcome.succeeded
    }

    /// Makes the file, with a Python in it and nothing else.
    ///
    /// - Parameters:
    ///   - scratch: Where to make it.
    ///   - name: The name of the file.
    ///   - entry: The name of the desktop entry in it; `nil` for none.
    /// - Throws: What the system said.
    package init(
        in scratch: ScratchDirectory, name: String = "Foundry-1.2.AppImage",
        entry: String? = "org.example.Imaged.desktop"
    ) throws {
        path = try scratch.write([0x7F] + Array("ELF".utf8) + [2, 1, 1, 0] + Array("AI".utf8) + [2, 0], to: name)
        content = try scratch.makeDirectory("content of \(name)")
        mountPoint = try scratch.makeDirectory("mount of \(name)")
        let python = scratch["content of \(name)/python"]
        try retryingInterrupts { symlink("/usr/bin/python3", python) }
        if let entry {
            try scratch.write(
                Array("[Desktop Entry]\nType=Application\nName=Foundry, Imaged\n".utf8),
                to: "content of \(name)/\(entry)")
        }
    }

    /// The command that runs the Python of the file as the file's runtime would.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of Python.
    ///   - claim: What the variable says that the file is; `nil` for the truth.
    /// - Returns: The program, and its arguments.
    package func command(_ arguments: [String], claiming claim: String? = nil) -> [String] {
        // This file is Tests/Support/TestSupport/ApplicationImage.swift.
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return ["/usr/bin/env"] + (claim.map { ["CLAIMED_APPIMAGE=\($0)"] } ?? []) + [
            "/usr/bin/unshare", "--user", "--map-current-user", "--keep-caps", "--mount",
            "/\(root)/Tests/Helpers/application-image", path, mountPoint, content, "python",
        ] + arguments
    }

    /// Runs it to its end.
    package func run(_ arguments: [String], environment: [String: String]) async throws -> ChildProcess.Outcome {
        let command = command(arguments)
        return try await ChildProcess.run(command[0], Array(command.dropFirst()), environment: environment)
    }
}
