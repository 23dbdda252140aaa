internal import FontModel
package import LinuxSystem
internal import SystemPackage

/// A font from an unpacked archive.
package struct ArchiveMember: Sendable {
    /// The maximum size of a font that is passed on in memory; larger fonts are written to a file without a name.
    private static let memoryLimit = 4 << 20

    /// The archive: a path, an address, or `-`.
    package let archive: String
    /// The path in the archive, with the bytes that are not UTF-8 escaped.
    package let entry: String
    /// The file to which all fonts of the archive were unpacked.
    private let output: OwnedFileDescriptor
    private let offset: Int
    private let size: Int
    /// The directories in which a file without a name can be made.
    private let directories: [String]

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - entry: The path in the archive.
    ///   - output: The file to which the fonts of the archive were unpacked.
    ///   - offset: The position of the font in that file.
    ///   - size: The size of the font in bytes.
    ///   - directories: The directories for files without a name, the preferred one first.
    init(
        archive: String, entry: String, output: OwnedFileDescriptor, offset: Int, size: Int, directories: [String]
    ) {
        self.archive = archive
        self.entry = entry
        self.output = output
        self.offset = offset
        self.size = size
        self.directories = directories
    }

    /// The path of the font in messages: the path of the archive, a slash, and the path in the archive.
    package var path: String { "\(archive)/\(entry)" }

    /// Copies the font to memory or a file that no worker can change.
    ///
    /// - Returns: A read-only copy.
    /// - Throws: The system's error.
    package func open() throws(CommandFailure) -> OwnedFileDescriptor {
        do {
            if size <= Self.memoryLimit {
                return try SealedMemory(copying: output, from: offset, size: size).descriptor
            }
            let file = try UnlinkedFile.make(inFirstOf: directories)
            _ = try FileCopy.copy(output, to: file, atMost: size, from: offset)
            return try file.openedAgain()
        } catch let errno as Errno {
            throw failure(errno)
        } catch SealedMemory.Failure.system(let errno) {
            throw failure(errno)
        } catch {
            throw CommandFailure(failed: "\(error)")
        }
    }

    private func failure(_ errno: Errno) -> CommandFailure {
        let error = FontError(errno, while: "copy the font out of the archive")
        return CommandFailure(error, item: path)
    }
}
