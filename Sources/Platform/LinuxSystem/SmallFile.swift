internal import CLinux
internal import FontModel
internal import Glibc
package import SystemPackage

/// A file of a few lines that one process writes and others read, always as a whole, such as a note or a system
/// identifier.
package struct SmallFile: Sendable, Hashable {
    /// The maximum number of bytes that are read or written.
    package static let maximumSize = 64 << 10

    /// The absolute path.
    package let path: String

    /// The path at which the next text is written before it replaces the old file.
    private let draftPath: String

    /// Creates a reference to a file without accessing it.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - writer: A name that distinguishes the drafts of several writers, if there can be several.
    package init(path: String, writer: String = "new") {
        self.path = path
        draftPath = "\(path).\(writer)"
    }

    /// The file's text, with invalid UTF-8 replaced; `nil` if the file does not exist.
    ///
    /// Blocks.
    ///
    /// - Throws: The system's error; `fileTooLarge` if there are more than ``maximumSize`` bytes.
    package func read() throws(Errno) -> String? {
        let file: OwnedFileDescriptor
        do throws(Errno) {
            // If there is a FIFO at the path, opening it must not block.
            file = try open(O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch .noSuchFileOrDirectory {
            return nil
        }
        // Files in /proc do not report a size.
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= Self.maximumSize {
            let count = try retryingInterrupts { Glibc.read(file.rawValue, &part, part.count) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        guard bytes.count <= Self.maximumSize else { throw .fileTooLarge }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces the file atomically with one that only the user can access.
    ///
    /// A reader sees either the complete old text or the complete new text. Blocks. Of several processes with the same
    /// writer name, only one may call this at a time. The directory must exist.
    ///
    /// - Parameters:
    ///   - text: At most ``maximumSize`` bytes.
    ///   - isDurable: Whether the new text survives a power failure once this returns.
    /// - Throws: The system's error; the old text is then unchanged.
    package func replace(with text: String, isDurable: Bool = false) throws(Errno) {
        guard text.utf8.count <= Self.maximumSize else { throw .fileTooLarge }
        do throws(Errno) {
            try SmallFile(path: draftPath).write(text, flags: O_TRUNC, isDurable: isDurable)
            try retryingInterrupts { rename(draftPath, path) }
        } catch {
            unlink(draftPath)
            throw error
        }
        if isDurable { try FileSystem.synchronizeDirectory(of: path) }
    }

    /// Creates the file, which only the user can access, if it does not exist.
    ///
    /// Blocks. If several processes do this at once, even on several machines, only one succeeds. For a moment, others
    /// can read a part of the text.
    ///
    /// - Parameter text: At most ``maximumSize`` bytes.
    /// - Throws: `fileExists`, or the system's error.
    package func create(with text: String) throws(Errno) {
        guard text.utf8.count <= Self.maximumSize else { throw .fileTooLarge }
        try write(text, flags: O_EXCL)
    }

    /// The file's modification time in nanoseconds since 1970, by the clock of its file system.
    package func modificationNanoseconds() throws(Errno) -> Int64 {
        try FileStatus(of: try open(O_RDONLY | O_NONBLOCK | O_NOCTTY)).stamp.modificationNanoseconds
    }

    /// Removes the file, if it exists.
    package func remove() throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts { unlink(path) }
        } catch .noSuchFileOrDirectory {}
    }

    private func write(_ text: String, flags: Int32, isDurable: Bool = false) throws(Errno) {
        let file = try open(O_WRONLY | O_CREAT | flags)
        var rest = Array(text.utf8)
        while !rest.isEmpty {
            rest.removeFirst(try retryingInterrupts { Glibc.write(file.rawValue, rest, rest.count) })
        }
        if isDurable { try retryingInterrupts { fdatasync(file.rawValue) } }
    }

    private func open(_ flags: Int32) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
            })
    }
}
