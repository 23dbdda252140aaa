internal import FontModel
package import LinuxSystem
internal import SystemPackage

/// A font in an archive that was unpacked.
package struct ArchiveMember: Sendable {
    /// The largest font that is handed on in memory; what is larger goes to a file without a name.
    private static let memoryLimit = 4 << 20

    /// The archive: a path, an address, or `-`.
    package let archive: String
    /// The path in the archive, with the bytes that are not UTF-8 escaped.
    package let entry: String
    /// Where all fonts of the archive were unpacked to.
    private let output: OwnedFileDescriptor
    private let offset: Int
    private let size: Int
    /// The directories that a file without a name can be made in.
    private let directories: [String]

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - entry: The path in it.
    ///   - output: Where the fonts of the archive were unpacked to.
    ///   - offset: Where the font begins there.
    ///   - size: How many bytes it has.
    ///   - directories: The directories for files without a name, the best first.
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

    /// What the font is called in messages: the path of the archive, a slash, and the path in it.
    package var path: String { "\(archive)/\(entry)" }

    /// Copies the font to where no worker can change it.
    ///
    /// - Returns: The copy, for reading only.
    /// - Throws: What the system said.
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
