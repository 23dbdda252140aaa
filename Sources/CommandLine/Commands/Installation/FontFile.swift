internal import BusInterface
internal import FontModel
package import LinuxSystem

/// Opens files that are to be installed, and nothing that is not an ordinary file.
package enum FontFile {
    /// The most files to pass in one message: the bus disconnects a sender of more.
    package static let filesPerMessage = MessageLimits.descriptors

    /// Opens a font file for reading, as ``LinuxSystem/OwnedFileDescriptor/openingFont(_:followsLinks:)`` does.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - followsLinks: Whether a symbolic link stands for its target, as where people name it.
    /// - Returns: The open file.
    /// - Throws: Why the file cannot be passed on.
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
