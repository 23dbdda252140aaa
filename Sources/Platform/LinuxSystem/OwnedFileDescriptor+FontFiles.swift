internal import CLinux
package import FontModel
internal import Glibc
internal import SystemPackage

extension OwnedFileDescriptor {
    /// Opens a font file for reading; refuses anything that is not a regular file.
    ///
    /// Never follows a symbolic link in the last part of the path, never waits for a FIFO or a device, and never makes
    /// a terminal the controlling terminal. Blocks while the file is opened.
    ///
    /// - Parameter path: The path.
    /// - Returns: The open file, with the close-on-exec flag.
    /// - Throws: `fileNotFound`, or `insufficientPermissions` with the reason.
    package static func openingFont(_ path: String) throws(FontError) -> OwnedFileDescriptor {
        // C would use only the part of the path before the NUL.
        guard !path.utf8.contains(0) else { throw FontError(.fileNotFound, "There is no such file.") }
        return try openingFont(path.fileSystemRepresentation, followsLinks: false)
    }

    /// Opens a font file for reading, like ``openingFont(_:)``.
    ///
    /// - Parameters:
    ///   - path: The bytes of the path, with a NUL at the end.
    ///   - followsLinks: Whether to follow a symbolic link in the last part of the path.
    /// - Returns: The open file, with the close-on-exec flag.
    /// - Throws: `fileNotFound`, or `insufficientPermissions` with the reason.
    package static func openingFont(
        _ path: [CChar], followsLinks: Bool
    ) throws(FontError) -> OwnedFileDescriptor {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor: OwnedFileDescriptor
        let status: FileStatus
        do throws(Errno) {
            descriptor = OwnedFileDescriptor(
                adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, path, flags, 0) })
            status = try FileStatus(of: descriptor)
        } catch {
            if followsLinks, error == .tooManySymbolicLinkLevels {
                throw FontError(.fileNotFound, "The symbolic link leads back to itself.")
            }
            throw failure(error)
        }
        guard status.kind == .regular else { throw refusal(status.kind) }
        return descriptor
    }

    private static func failure(_ errno: Errno) -> FontError {
        switch errno {
        case .noSuchFileOrDirectory, .notDirectory: FontError(.fileNotFound, "There is no such file.")
        case .tooManySymbolicLinkLevels: refusal(.symbolicLink)
        // The errors from opening a socket or a device without a driver.
        case .noSuchAddressOrDevice, .operationNotSupportedByDevice:
            FontError(.insufficientPermissions, "This is a socket or a device, not a regular file.")
        default: FontError(.insufficientPermissions, "The file cannot be opened: \(errno).")
        }
    }

    private static func refusal(_ kind: FileStatus.Kind) -> FontError {
        let message =
            switch kind {
            case .directory: "A directory, where a file is needed."
            case .symbolicLink: "A symbolic link, which is not followed; name what it points to."
            case .fifo: "A fifo, not a regular file."
            case .socket: "A socket, not a regular file."
            case .characterDevice, .blockDevice: "A device, not a regular file."
            case .regular, .unknown: "Not a regular file."
            }
        return FontError(.insufficientPermissions, message)
    }
}
