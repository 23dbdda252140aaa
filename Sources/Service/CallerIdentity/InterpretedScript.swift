internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A script that the program of a process interprets, which tells the process from others with the same interpreter.
///
/// The kernel knows the interpreter only; the script is the argument that the process was started with, which the process
/// can change. So it only ever divides the identity of the interpreter, and only where that argument is a file of the
/// user or of root that such an interpreter runs: whoever changes it becomes another script of the same interpreter.
struct InterpretedScript {
    /// What tells the script from others, made of what a provider id may hold: its name and a digest of its path.
    let identifier: String
    /// The name of its file, made of the same characters.
    let name: String

    /// The most characters of the name.
    private static let maximumNameLength = 64
    /// The digits of the digest.
    private static let digestLength = 16
    /// The most bytes of the first line that matter, as for the kernel.
    private static let maximumLineLength = 256

    /// Looks for the script; `nil` where the process runs none for certain, or nothing tells which.
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
            // The kernel passes all that follows the interpreter in the first line as one argument before the script.
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

    /// The line that names the interpreter, empty where there is none.
    private static func firstLine(of file: OwnedFileDescriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: maximumLineLength)
        let count = (try? retryingInterrupts { pread(file.rawValue, &bytes, bytes.count, 0) }) ?? 0
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
        return line.starts(with: "#!".utf8) ? String(decoding: line, as: UTF8.self) : ""
    }
}
