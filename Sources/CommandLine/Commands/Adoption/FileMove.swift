internal import CLinux
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// Moves a file with its mode and time, without overwriting anything.
///
/// The file is never missing at both ends. If the program is killed meanwhile, the file is complete at one end or at
/// both ends, and at neither end is there an incomplete file with its name.
package enum FileMove {
    /// The prefix of an incomplete copy's name, which hides the copy so that fontconfig ignores it.
    private static let partPrefix = ".typecase-"
    private static let partSuffix = ".part"

    /// Moves a file.
    ///
    /// Within one file system, this is a rename. Between two file systems, the bytes are copied, made durable and
    /// compared before the original is removed. The caller has to sync the directories.
    ///
    /// - Parameters:
    ///   - source: The file's path.
    ///   - target: The file's new path.
    /// - Throws: The system's error, such as `Errno.fileExists`, or `Errno.staleNFSFileHandle` if the file changes
    ///   meanwhile; the file is then where it was, and nothing is left at the other end.
    package static func move(_ source: String, to target: String) throws(Errno) {
        do throws(Errno) {
            try rename(source, to: target)
        } catch .improperLink {
            try copy(source, to: target)
        }
    }

    /// Completes a move that left the file complete at both ends.
    ///
    /// Makes the bytes at the target durable, and removes the source.
    ///
    /// - Parameters:
    ///   - source: Where the file was.
    ///   - target: Where it is.
    /// - Throws: The system's error; the file is then still at both ends.
    package static func complete(_ source: String, to target: String) throws(Errno) {
        let file = try open(target, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        try retryingInterrupts { fsync(file.rawValue) }
        try sync(directory: UserPlaces.parent(of: target))
        try removeSource(source)
    }

    /// Makes the names in a directory durable.
    ///
    /// - Parameter directory: The directory.
    /// - Throws: The system's error.
    package static func sync(directory: String) throws(Errno) {
        let descriptor = try open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try retryingInterrupts { fsync(descriptor.rawValue) }
    }

    /// Removes incomplete copies that interrupted moves left in a directory.
    ///
    /// A copy that is in progress there fails, and its file stays where it was.
    ///
    /// - Parameter directory: The directory; nothing happens if it cannot be read.
    package static func removeParts(in directory: String) {
        for name in (try? FileSystem.names(in: directory)) ?? []
        where name.hasPrefix(partPrefix) && name.hasSuffix(partSuffix) {
            unlink(UserPlaces.joined(directory, name).fileSystemRepresentation)
        }
    }

    /// Renames a file or a directory within its file system, without overwriting anything.
    ///
    /// - Parameters:
    ///   - source: The path of the file, the link or the directory, which is moved with its contents.
    ///   - target: The new path.
    /// - Throws: The system's error, such as `Errno.fileExists`; the source is then where it was.
    package static func rename(_ source: String, to target: String) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts {
                typecase_renameat2(
                    AT_FDCWD, source.fileSystemRepresentation, AT_FDCWD, target.fileSystemRepresentation,
                    typecase_RENAME_NOREPLACE)
            }
        } catch {
            // The file system cannot check and rename in one step.
            guard [.invalidArgument, .noFunction, .notSupported].contains(error) else { throw error }
            try link(source, to: target)
        }
    }

    private static func link(_ source: String, to target: String) throws(Errno) {
        if try FileStatus(path: source).kind == .directory {
            // A directory cannot have two names. An empty directory reserves the name; only a directory can replace it.
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
            // The file system has no hard links either: an empty file reserves the name.
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
        // The name is unique, because other programs may move files into the directory as well.
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
            // Many programs replace a file with a new one when they save it.
            guard try FileStatus(path: source) == status else { throw .staleNFSFileHandle }
            try removeSource(source)
        }
    }

    /// Removes a file whose bytes are at the target, unless somebody else has already removed it.
    private static func removeSource(_ source: String) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts { unlink(source.fileSystemRepresentation) }
        } catch .noSuchFileOrDirectory {}
    }

    /// Runs the rest of a move, and removes the file at a path if that fails.
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
