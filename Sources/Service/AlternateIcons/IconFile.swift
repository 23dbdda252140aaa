internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Files that are whole or not there, whatever happens while they are written.
enum IconFile {
    /// What a file is called while it is written.
    static func draft(of path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return "\(path[..<slash]).\(path[slash...]).typecase-new"
    }

    /// Writes a file; durable when it returns, its name too.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The absolute path; a file there is replaced.
    /// - Throws: What the system said; then what was there is there.
    static func write(_ bytes: [UInt8], to path: String) throws(Errno) {
        try finish(try begin(bytes, for: path), for: path)
        try FileSystem.synchronizeDirectory(of: path)
    }

    /// Writes the content of a file beside its place.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The absolute path of the file.
    /// - Returns: The file, for ``finish(_:for:isDurable:)``.
    /// - Throws: What the system said; nothing is left then.
    static func begin(_ bytes: [UInt8], for path: String) throws(Errno) -> OwnedFileDescriptor {
        // What a draft of somebody who was killed has is nothing anybody needs.
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

    /// Puts a file in its place, whose content is durable when it returns; its name is once its directory is.
    ///
    /// - Parameters:
    ///   - file: What ``begin(_:for:)`` returned.
    ///   - path: The absolute path; a file there is replaced.
    ///   - isDurable: Whether the content must not be lost with the machine's power.
    /// - Throws: What the system said; then what was there is there.
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
    /// Nothing happens where there is none.
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
    ///   - limit: The most bytes.
    /// - Returns: The bytes; `nil` where there is none.
    /// - Throws: `fileTooLarge` for one with more, `invalidArgument` for what is no regular file, and what else keeps it
    ///   from being read: that is no sign of its absence.
    static func read(_ path: String, limit: Int) throws(Errno) -> [UInt8]? {
        let file: OwnedFileDescriptor
        do throws(Errno) {
            // Some are links: those that Flatpak exports, and on systems such as Nix all of them.
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
