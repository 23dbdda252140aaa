internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Writes files atomically: after an interruption, a file is either complete or unchanged.
enum IconFile {
    /// The path of a file while it is being written.
    static func draft(of path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return "\(path[..<slash]).\(path[slash...]).typecase-new"
    }

    /// Writes a file; its content and its name are durable when it returns.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The absolute path; a file there is replaced.
    /// - Throws: The error of the system; the previous file is then unchanged.
    static func write(_ bytes: [UInt8], to path: String) throws(Errno) {
        try finish(try begin(bytes, for: path), for: path)
        try FileSystem.synchronizeDirectory(of: path)
    }

    /// Writes the content of a file next to its final path.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The absolute path of the file.
    /// - Returns: The file, for ``finish(_:for:isDurable:)``.
    /// - Throws: The error of the system; nothing is left behind.
    static func begin(_ bytes: [UInt8], for path: String) throws(Errno) -> OwnedFileDescriptor {
        // The draft of a process that was killed is not needed, and is overwritten.
        let draft = draft(of: path)
        let file = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
            })
        var failure: Errno?
        bytes.withUnsafeBytes { content in
            do throws(Errno) { try FileCopy.write(content, to: file) } catch { failure = error }
        }
        if let failure {
            unlink(draft)
            throw failure
        }
        return file
    }

    /// Moves a written file to its path.
    ///
    /// Its content is durable when this returns; its name is durable once its directory is.
    ///
    /// - Parameters:
    ///   - file: The file returned by ``begin(_:for:)``.
    ///   - path: The absolute path; a file there is replaced.
    ///   - isDurable: Whether the content must survive a power failure.
    /// - Throws: The error of the system; the previous file is then unchanged.
    static func finish(_ file: OwnedFileDescriptor, for path: String, isDurable: Bool = true) throws(Errno) {
        let draft = draft(of: path)
        do throws(Errno) {
            if isDurable { try retryingInterrupts { fdatasync(file.rawValue) } }
            try retryingInterrupts { rename(draft, path) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Removes a file; durable when it returns.
    ///
    /// Does nothing if there is no file.
    static func remove(_ path: String) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts { unlink(path) }
        } catch .noSuchFileOrDirectory {
            return
        }
        try FileSystem.synchronizeDirectory(of: path)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes; `nil` if there is no file.
    /// - Throws: `fileTooLarge` for a larger file, `invalidArgument` if it is not a regular file, or another error that
    ///   prevented reading it. An error does not mean that the file is absent.
    static func read(_ path: String, limit: Int) throws(Errno) -> [UInt8]? {
        let file: OwnedFileDescriptor
        do throws(Errno) {
            // Some files are links: those that Flatpak exports, and all of them on systems such as Nix.
            file = try .reading(path)
        } catch .noSuchFileOrDirectory {
            return nil
        } catch .notDirectory {
            return nil
        }
        guard try FileStatus(of: file).kind == .regular else { throw .invalidArgument }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = try retryingInterrupts { Glibc.read(file.rawValue, &part, part.count) }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
        throw .fileTooLarge
    }
}
