internal import CLinux
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// Moves a file with its mode and time, over what is there already never, and so that it is never missing at both ends.
///
/// Whoever is killed meanwhile leaves the file whole at one end or at both, and under its name a part of it at neither.
package enum FileMove {
    /// What a copy is called before it is whole: hidden, so that fontconfig passes over it.
    private static let partPrefix = ".typecase-"
    private static let partSuffix = ".part"

    /// Moves a file.
    ///
    /// On one file system this is a rename. Between two the bytes are copied, made durable and compared before the
    /// original goes. The directories are for the caller to sync.
    ///
    /// - Parameters:
    ///   - source: The file's path.
    ///   - target: Where it goes.
    /// - Throws: What the system said, such as `Errno.fileExists`, or `Errno.staleNFSFileHandle` for a file that
    ///   changes meanwhile; then the file is where it was, and nothing of it at the other end.
    package static func move(_ source: String, to target: String) throws(Errno) {
        do throws(Errno) {
            try rename(source, to: target)
        } catch .improperLink {
            try copy(source, to: target)
        }
    }

    /// Completes a move after which the same bytes are whole at both ends: makes those at the target durable, and
    /// removes the source.
    ///
    /// - Parameters:
    ///   - source: Where the file was.
    ///   - target: Where it is.
    /// - Throws: What the system said; then it is at both ends still.
    package static func complete(_ source: String, to target: String) throws(Errno) {
        let file = try open(target, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        try retryingInterrupts { fsync(file.rawValue) }
        try sync(directory: UserPlaces.parent(of: target))
        try removeSource(source)
    }

    /// Makes the names in a directory durable.
    ///
    /// - Parameter directory: The directory.
    /// - Throws: What the system said.
    package static func sync(directory: String) throws(Errno) {
        let descriptor = try open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try retryingInterrupts { fsync(descriptor.rawValue) }
    }

    /// Removes what moves that were killed have left of copies in a directory.
    ///
    /// A copy that is under way there fails, and its file stays where it was.
    ///
    /// - Parameter directory: The directory; nothing happens where it cannot be read.
    package static func removeParts(in directory: String) {
        for name in (try? FileSystem.names(in: directory)) ?? []
        where name.hasPrefix(partPrefix) && name.hasSuffix(partSuffix) {
            unlink(UserPlaces.joined(directory, name).fileSystemRepresentation)
        }
    }

    /// Gives a file or a directory another name in its file system, over what is there already never.
    ///
    /// - Parameters:
    ///   - source: The path of the file, of the link or of the directory, which moves with what is in it.
    ///   - target: Where it goes.
    /// - Throws: What the system said, such as `Errno.fileExists`; then it is where it was.
    package static func rename(_ source: String, to target: String) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts {
                typecase_renameat2(
                    AT_FDCWD, source.fileSystemRepresentation, AT_FDCWD, target.fileSystemRepresentation,
                    typecase_RENAME_NOREPLACE)
            }
        } catch {
            // A file system that cannot look and rename in one step.
            guard [.invalidArgument, .noFunction, .notSupported].contains(error) else { throw error }
            try link(source, to: target)
        }
    }

    private static func link(_ source: String, to target: String) throws(Errno) {
        if try FileStatus(path: source).kind == .directory {
            // A directory has one name at a time; an empty one keeps the name for it, and gives way to no other kind.
            try retryingInterrupts { mkdir(target.fileSystemRepresentation, 0o700) }
            do throws(Errno) {
                try retryingInterrupts {
                    Glibc.rename(source.fileSystemRepresentation, target.fileSystemRepresentation)
                }
            } catch {
                rmdir(target.fileSystemRepresentation)
                throw error
            }
            return
        }
        do throws(Errno) {
            try retryingInterrupts {
                linkat(
                    AT_FDCWD, source.fileSystemRepresentation, AT_FDCWD, target.fileSystemRepresentation, 0)
            }
        } catch {
            // Not even links: an empty file keeps the name for this one.
            guard [.notPermitted, .notSupported, .noFunction].contains(error) else { throw error }
            _ = try open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
            try orRemoving(target) { () throws(Errno) in
                try retryingInterrupts {
                    Glibc.rename(source.fileSystemRepresentation, target.fileSystemRepresentation)
                }
            }
            return
        }
        try orRemoving(target) { () throws(Errno) in try removeSource(source) }
    }

    private static func copy(_ source: String, to target: String) throws(Errno) {
        let input = try open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        let status = try FileStatus(of: input)
        // A name of its own, as other programs may move files into the directory as well.
        let number = String(UInt64.random(in: 0 ... .max), radix: 16)
        let directory = UserPlaces.parent(of: target)
        let part = UserPlaces.joined(directory, partPrefix + number + partSuffix)
        let output = try open(part, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
        try orRemoving(part) { () throws(Errno) in
            _ = try FileCopy.copy(input, to: output)
            try retryingInterrupts { fchmod(output.rawValue, mode_t(status.mode)) }
            let time = timespec(
                tv_sec: Int(status.stamp.modificationNanoseconds / 1_000_000_000),
                tv_nsec: Int(status.stamp.modificationNanoseconds % 1_000_000_000))
            try retryingInterrupts { futimens(output.rawValue, [time, time]) }
            try retryingInterrupts { fsync(output.rawValue) }
            guard try FileDigest.of(input) == FileDigest.of(output) else { throw Errno.ioError }
            try rename(part, to: target)
        }
        try orRemoving(target) { () throws(Errno) in
            try sync(directory: directory)
            // Many programs put another file in the place of one that they save.
            guard try FileStatus(path: source) == status else { throw .staleNFSFileHandle }
            try removeSource(source)
        }
    }

    /// Removes a file whose bytes are at the target; one that somebody else has removed meanwhile is gone as well.
    private static func removeSource(_ source: String) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts { unlink(source.fileSystemRepresentation) }
        } catch .noSuchFileOrDirectory {}
    }

    /// Does what is left of a move, and removes what it has made so far where that fails.
    private static func orRemoving(_ path: String, _ body: () throws(Errno) -> Void) throws(Errno) {
        do throws(Errno) {
            try body()
        } catch {
            unlink(path.fileSystemRepresentation)
            throw error
        }
    }

    private static func open(_ path: String, _ flags: Int32) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, path.fileSystemRepresentation, flags, 0o600) })
    }
}
