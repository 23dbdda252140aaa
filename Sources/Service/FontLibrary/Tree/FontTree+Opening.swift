package import FontModel
internal import Glibc
package import LinuxSystem
internal import SystemPackage

extension FontTree {
    /// Opens a published font for reading.
    ///
    /// - Throws: ``FontModel/FontError/Code/fileNotFound`` if it does not exist, and
    ///   ``FontModel/FontError/Code/corrupt`` if the entry is not one of our regular files.
    package func openPublished(_ fileName: FontFileName, in shard: Shard) throws(FontError) -> OwnedFileDescriptor {
        guard let root = try openRoot(), let directory = try openShard(shard, of: root) else {
            throw Self.notThere(path(of: fileName, in: shard))
        }
        return try openFont(fileName.entryName, in: directory)
    }

    /// Opens a stored font for reading.
    ///
    /// - Throws: The same errors as ``openPublished(_:in:)``.
    package func openStored(_ digest: FontDigest) throws(FontError) -> OwnedFileDescriptor {
        guard let store = try openStore() else { throw Self.notThere(digest.hexadecimal) }
        return try openFont(StoreEntry.content(digest).entryName, in: store)
    }

    /// The stamp of an entry of a shard, of any kind; `nil` if the entry does not exist.
    package func stamp(of entry: String, in shard: Shard) throws(FontError) -> FileStamp? {
        guard let root = try openRoot(), let directory = try openShard(shard, of: root) else { return nil }
        return try reporting("look at a published font") { () throws(Errno) in
            do throws(Errno) {
                return try directory.status(of: entry).stamp
            } catch {
                if error == .noSuchFileOrDirectory { return nil }
                throw error
            }
        }
    }

    /// The result of hashing a font's file.
    package enum Verification: Sendable, Equatable {
        /// The bytes match the digest; the stamp is that of the hashed file.
        case same(FileStamp)
        /// The bytes do not match the digest.
        case altered
        /// The file does not exist.
        case missing
    }

    /// Hashes a font's file, which takes about a millisecond per megabyte.
    ///
    /// - Parameters:
    ///   - digest: The expected digest of its bytes.
    ///   - fileName: The name under which it is published.
    ///   - place: The file's location.
    /// - Returns: Whether the bytes match.
    /// - Throws: Why the file could not be read.
    package func verify(
        _ digest: FontDigest, fileName: FontFileName, at place: FontPlace
    ) throws(FontError) -> Verification {
        let file: OwnedFileDescriptor
        do throws(FontError) {
            file =
                switch place {
                case .published(let shard): try openPublished(fileName, in: shard)
                case .stored: try openStored(digest)
                }
        } catch {
            if error.code == .fileNotFound { return .missing }
            if error.code == .corrupt { return .altered }
            throw error
        }
        return try verify(digest, of: file)
    }

    /// Hashes an open font file.
    package func verify(_ digest: FontDigest, of file: OwnedFileDescriptor) throws(FontError) -> Verification {
        let stamp = try reporting("look at a font file") { () throws(Errno) in try FileStatus(of: file).stamp }
        guard let found = try hash(file), found == digest else { return .altered }
        return .same(stamp)
    }

    /// The digest of an open font file; `nil` if the file is larger than any font may be.
    func hash(_ file: OwnedFileDescriptor) throws(FontError) -> FontDigest? {
        try reporting("read a font file") { () throws(Errno) in
            guard try FileStatus(of: file).stamp.size <= FontLimits.fileSize else { return nil }
            return try FileDigest.of(file)
        }
    }

    /// Opens an entry and makes sure that it is one of our font files.
    func openFont(_ name: EntryName, in directory: Directory) throws(FontError) -> OwnedFileDescriptor {
        let path = "\(directory.path)/\(name.text)"
        let file: OwnedFileDescriptor
        let status: FileStatus
        do throws(Errno) {
            // A FIFO in place of a font must not block us.
            file = try directory.open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            status = try FileStatus(of: file)
        } catch {
            switch error {
            case .noSuchFileOrDirectory: throw Self.notThere(path)
            case .tooManySymbolicLinkLevels, .noSuchAddressOrDevice: throw Self.notAFont(path)
            default: throw FontError(error, while: "open \(path)")
            }
        }
        guard status.kind == .regular, status.userID == geteuid() else { throw Self.notAFont(path) }
        return file
    }

    static func notThere(_ path: String) -> FontError {
        FontError(.fileNotFound, "The font file \(path) no longer exists.")
    }

    static func notAFont(_ path: String) -> FontError {
        FontError(.corrupt, "\(path) is not a regular file of this user.")
    }
}
