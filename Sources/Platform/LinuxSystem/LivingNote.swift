internal import CLinux
internal import Glibc
internal import Synchronization
package import SystemPackage

/// A file of a few lines that holds for as long as the process lives that wrote it: what a program would have to ask that
/// process for, it can read here.
///
/// The writer keeps a lock on the file, which the kernel takes away when it ends, however that happens. Each text is a
/// file of its own, so that whoever reads sees all of one text, and the lock of whom it is from.
package final class LivingNote: Sendable {
    /// The absolute path.
    package let path: String

    /// The file that the lock is on; `nil` while there is no note.
    ///
    /// Held while the note is written.
    private let file = Mutex<OwnedFileDescriptor?>(nil)

    /// Names a note; nothing is looked at.
    ///
    /// - Parameter path: The absolute path, in a directory of the user's own.
    package init(path: String) { self.path = path }

    /// Writes the note anew, for the user alone.
    ///
    /// Blocks as long as the file system does: it is for a directory in memory. The directory has to exist.
    ///
    /// - Parameter text: At most ``SmallFile/maximumSize`` bytes.
    /// - Throws: What the system said; then there is no note.
    package func replace(with text: String) throws(Errno) {
        try file.withLock { file throws(Errno) in
            // Whatever happens, the old one holds no more.
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

    /// Takes the note away, where there is one of this process.
    package func remove() { file.withLock { remove(&$0) } }

    private func remove(_ file: inout OwnedFileDescriptor?) {
        guard let own = file else { return }
        // That of another writer may lie there by now.
        if let there = try? FileStatus(path: path).stamp, there == (try? FileStatus(of: own).stamp) { unlink(path) }
        file = nil
    }

    /// Reads a note.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: Its text; `nil` where there is none, or whoever wrote it has ended.
    package static func read(_ path: String) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return nil }
        let file = OwnedFileDescriptor(adopting: number)
        // Nobody has the lock of a note whose writer has ended; nor is this one's ever asked for again.
        guard flock(number, LOCK_SH | LOCK_NB) != 0, typecase_errno() == EWOULDBLOCK else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        // A note that is longer is none of ours.
        guard let count = try? retryingInterrupts({ Glibc.read(file.rawValue, &bytes, bytes.count) }),
            count < bytes.count
        else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
