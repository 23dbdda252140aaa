internal import CLinux
internal import Glibc
package import LinuxSystem
internal import SystemPackage

/// Opens files that are to be installed, and nothing that is not an ordinary file.
package enum FontFile {
    /// The most files to pass in one message: the bus disconnects a sender of more.
    package static let filesPerMessage = 16

    /// Opens a font file for reading.
    ///
    /// Never follows a symbolic link in the last part of the path, never waits for a fifo or a device, and never makes
    /// a terminal the controlling one.
    ///
    /// - Parameter path: The path.
    /// - Returns: The open file.
    /// - Throws: Why the file cannot be passed on.
    package static func open(_ path: String) throws(CommandFailure) -> OwnedFileDescriptor {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        let descriptor: OwnedFileDescriptor
        let status: FileStatus
        do throws(Errno) {
            descriptor = OwnedFileDescriptor(
                adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, path, flags, 0) })
            status = try FileStatus(of: descriptor)
        } catch {
            throw failure(error, path)
        }
        guard status.kind == .regular else { throw refusal(status.kind, path) }
        return descriptor
    }

    private static func failure(_ errno: Errno, _ path: String) -> CommandFailure {
        switch errno {
        case .noSuchFileOrDirectory, .notDirectory:
            CommandFailure(.notFound, code: "FileNotFound", "There is no such file.", item: path)
        case .tooManySymbolicLinkLevels:
            refusal(.symbolicLink, path)
        // What opening a socket, or a device without a driver, fails with.
        case .noSuchAddressOrDevice, .operationNotSupportedByDevice:
            CommandFailure(
                .failure, code: "InsufficientPermissions", "Not a regular file but a socket or a device.", item: path)
        default:
            CommandFailure(.failure, code: "InsufficientPermissions", "Cannot be opened: \(errno).", item: path)
        }
    }

    private static func refusal(_ kind: FileStatus.Kind, _ path: String) -> CommandFailure {
        let message =
            switch kind {
            case .directory: "A directory, where a file is needed."
            case .symbolicLink: "A symbolic link, which is not followed; name what it points to."
            case .fifo: "A fifo, not a regular file."
            case .socket: "A socket, not a regular file."
            case .characterDevice, .blockDevice: "A device, not a regular file."
            case .regular, .unknown: "Not a regular file."
            }
        return CommandFailure(.failure, code: "InsufficientPermissions", message, item: path)
    }
}
