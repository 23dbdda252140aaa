internal import CLinux
internal import Glibc
internal import Synchronization
package import SystemPackage

/// A file of a few lines that is valid as long as the process that wrote it lives.
///
/// Programs read the file in place of asking that process.
///
/// The writer keeps a lock on the file, which the kernel releases when the process ends, for whatever reason. Each text
/// is a new file, so that a reader sees one complete text and the lock of its writer.
package final class LivingNote: Sendable {
    /// The absolute path.
    package let path: String

    /// The file with the lock; `nil` while there is no note.
    ///
    /// Locked while the note is written.
    private let file = Mutex<OwnedFileDescriptor?>(nil)

    /// Creates a reference to a note without accessing it.
    ///
    /// - Parameter path: The absolute path, in a directory that belongs to the user.
    package init(path: String) { self.path = path }

    /// Replaces the note with one that only the user can access.
    ///
    /// Blocks as long as the file system does, so the directory should be in memory. The directory must exist.
    ///
    /// - Parameter text: At most ``SmallFile/maximumSize`` bytes.
    /// - Throws: The system's error; there is no note in that case.
    package func replace(with text: String) throws(Errno) {
        try file.withLock { file throws(Errno) in
            // In any case, the old text is no longer valid.
            remove(&file)
            let draft = "\(path).\(getpid())"
            try SmallFile(path: draft).replace(with: text)
            do throws(Errno) {
                let number = try retryingInterrupts { open(draft, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
                let locked = OwnedFileDescriptor(adopting: number)
                _ = try retryingInterrupts { flock(locked.rawValue, LOCK_EX | LOCK_NB) }
                _ = try retryingInterrupts { rename(draft, path) }
                file = locked
            } catch {
                unlink(draft)
                throw error
            }
        }
    }

    /// Removes the note, if this process has written one.
    package func remove() { file.withLock { remove(&$0) } }

    private func remove(_ file: inout OwnedFileDescriptor?) {
        guard let own = file else { return }
        // The path may now contain the note of another writer.
        if let there = try? FileStatus(path: path).stamp, there == (try? FileStatus(of: own).stamp) { unlink(path) }
        file = nil
    }

    /// Reads a note.
    ///
    /// - Parameter path: The path of the note.
    /// - Returns: The note's text; `nil` if there is no note or its writer has ended.
    package static func read(_ path: String) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return nil }
        let file = OwnedFileDescriptor(adopting: number)
        // If the lock is free, the writer has ended. No writer locks this file again later, because each text is a new
        // file.
        guard flock(number, LOCK_SH | LOCK_NB) != 0, typecase_errno() == EWOULDBLOCK else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        // A longer note was not written by this program.
        guard let count = try? retryingInterrupts({ Glibc.read(file.rawValue, &bytes, bytes.count) }),
            count < bytes.count
        else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
