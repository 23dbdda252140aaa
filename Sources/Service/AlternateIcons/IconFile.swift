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
        try writeContent(bytes, to: path)
        try FileSystem.synchronizeDirectory(of: path)
    }

    /// Writes a file, whose content is durable when it returns; its name is once its directory is.
    static func writeContent(_ bytes: [UInt8], to path: String) throws(Errno) {
        let draft = draft(of: path)
        do throws(Errno) {
            // What a draft of somebody who was killed has is nothing anybody needs.
            let file = OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_openat(AT_FDCWD, draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
                })
            var failure: Errno?
            bytes.withUnsafeBytes { content in
                do throws(Errno) { try FileCopy.write(content, to: file) } catch { failure = error }
            }
            if let failure { throw failure }
            try retryingInterrupts { fdatasync(file.rawValue) }
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

    /// The bytes of a file; `nil` where there is none, or it is no regular file or has more than the limit.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        // Some are links: those that Flatpak exports, and on systems such as Nix all of them.
        guard let file = try? OwnedFileDescriptor.reading(path), (try? FileStatus(of: file))?.kind == .regular else {
            return nil
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            guard let count = try? retryingInterrupts({ Glibc.read(file.rawValue, &part, part.count) }) else {
                return nil
            }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return bytes.count <= limit ? bytes : nil
    }
}
