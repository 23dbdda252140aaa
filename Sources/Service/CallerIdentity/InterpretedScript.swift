internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A script that a process interprets, which distinguishes the process from others with the same interpreter.
///
/// The kernel knows only the interpreter. The script is the argument that the process was started with, which the
/// process can change. Therefore the script only divides the identity of the interpreter, and only if the argument is a
/// file of the user or of root that such an interpreter runs. A process that changes it becomes another script of the
/// same interpreter.
struct InterpretedScript {
    /// Distinguishes the script from others, in characters allowed in a provider id: its name and a digest of its path.
    let identifier: String
    /// The name of its file, in the same characters.
    let name: String

    /// The maximum number of characters in the name.
    private static let maximumNameLength = 64
    /// The number of digits of the digest.
    private static let digestLength = 16
    /// The maximum number of bytes of the first line that matter, as for the kernel.
    private static let maximumLineLength = 256

    /// Creates the script of a process; `nil` if the process certainly runs none, or the script cannot be determined.
    ///
    /// Blocks on the file system of the script.
    init?(of process: ProcessHandle, userID: UInt32) {
        guard let (program, _) = try? process.executablePath(),
            DesktopEntries.isInterpreter(program.split(separator: "/").last ?? ""),
            let arguments = try? process.arguments(), arguments.count > 1
        else { return nil }
        var path = arguments[1]
        let isOption = path.hasPrefix("-")
        if isOption {
            // The kernel passes everything after the interpreter in the first line as a single argument before the
            // script.
            guard arguments.count > 2, !arguments[2].hasPrefix("-") else { return nil }
            path = arguments[2]
        }
        if !path.hasPrefix("/") {
            guard let directory = try? process.workingDirectory() else { return nil }
            path = "\(directory)/\(path)"
        }
        guard let resolved = try? FileSystem.resolved(path),
            let file = try? OwnedFileDescriptor.openingFont(resolved.fileSystemRepresentation, followsLinks: false),
            let status = try? FileStatus(of: file), [0, userID].contains(status.userID),
            !isOption || Self.firstLine(of: file).contains(" \(arguments[1])")
        else { return nil }
        let plain = ProcessHandle.plain(resolved.split(separator: "/").last ?? "")
        name = String(plain.prefix(Self.maximumNameLength))
        identifier = "\(name)-\(PathDigest.of(resolved).prefix(Self.digestLength))"
    }

    /// The line that names the interpreter; empty if there is none.
    private static func firstLine(of file: OwnedFileDescriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: maximumLineLength)
        let count = (try? retryingInterrupts { pread(file.rawValue, &bytes, bytes.count, 0) }) ?? 0
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
        return line.starts(with: "#!".utf8) ? String(decoding: line, as: UTF8.self) : ""
    }
}
