internal import CLinux
internal import FontModel
internal import Glibc
package import SystemPackage

/// A file of a few lines that one process writes and others read whole: a note, an identifier of the system.
package struct SmallFile: Sendable, Hashable {
    /// The most bytes that are read or written.
    package static let maximumSize = 64 << 10

    /// The absolute path.
    package let path: String

    /// Where the next text is written before it takes the place of the old one.
    private let draftPath: String

    /// Names a file; nothing is looked at.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - writer: Tells drafts of several writers apart, where there can be any.
    package init(path: String, writer: String = "new") {
        self.path = path
        draftPath = "\(path).\(writer)"
    }

    /// The file's text, bytes that are no UTF-8 replaced; `nil` where there is no file.
    ///
    /// Blocks.
    ///
    /// - Throws: What the system said; `fileTooLarge` for more than ``maximumSize`` bytes.
    package func read() throws(Errno) -> String? {
        let file: OwnedFileDescriptor
        do throws(Errno) {
            // A fifo in its place must not block.
            file = try open(O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch .noSuchFileOrDirectory {
            return nil
        }
        // Files of /proc tell no size.
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

    /// Writes the file anew, for the user alone; whoever reads it sees all of the old text or all of the new.
    ///
    /// Blocks. Only one process of each name of writers may do this at a time. The directory has to exist.
    ///
    /// - Parameters:
    ///   - text: At most ``maximumSize`` bytes.
    ///   - isDurable: Whether it is there after a power cut as well, once this returns.
    /// - Throws: What the system said; then the old text is there.
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

    /// Writes the file where there is none, for the user alone.
    ///
    /// Blocks. Of several processes that do this at once, on several machines too, one succeeds. For a moment others can
    /// read a part of the text.
    ///
    /// - Parameter text: At most ``maximumSize`` bytes.
    /// - Throws: `fileExists`, or what the system said.
    package func create(with text: String) throws(Errno) {
        guard text.utf8.count <= Self.maximumSize else { throw .fileTooLarge }
        try write(text, flags: O_EXCL)
    }

    /// When the file was written, in nanoseconds since 1970 by the clock of its file system.
    package func modificationNanoseconds() throws(Errno) -> Int64 {
        try FileStatus(of: try open(O_RDONLY | O_NONBLOCK | O_NOCTTY)).stamp.modificationNanoseconds
    }

    /// Removes the file; nothing happens where there is none.
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
