internal import BusInterface
internal import FontModel
package import LinuxSystem

/// Opens the files to install, provided that they are regular files.
package enum FontFile {
    /// The maximum number of files in one message: the bus disconnects clients that send more.
    package static let filesPerMessage = MessageLimits.descriptors

    /// Opens a font file for reading, as ``LinuxSystem/OwnedFileDescriptor/openingFont(_:followsLinks:)`` does.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - followsLinks: Whether to follow a symbolic link, as for a path that people name.
    /// - Returns: The open file.
    /// - Throws: The reason why the file cannot be passed on.
    package static func open(
        _ path: String, followsLinks: Bool = false
    ) throws(CommandFailure) -> OwnedFileDescriptor {
        do throws(FontError) {
            return try OwnedFileDescriptor.openingFont(path.fileSystemRepresentation, followsLinks: followsLinks)
        } catch {
            throw CommandFailure(
                error, exit: error.code == .fileNotFound ? .notFound : .failure, item: path)
        }
    }
}
