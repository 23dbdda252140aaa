package import FontModel
internal import LinuxSystem
internal import SystemPackage

/// A font file in a shard whose name the registry does not know: a sync, a backup or a lost registry left it.
package struct FoundFile: Sendable, Hashable {
    /// The content.
    package var digest: FontDigest
    /// The file's name, which it keeps.
    package var fileName: FontFileName
    /// The file's shard, in which it stays.
    package var shard: Shard
    /// The stamp of the file when it was hashed.
    package var stamp: FileStamp

    /// Whether the file is published for a login session that may still be running.
    ///
    /// If so, it stays and is not registered.
    package var endsWithSession: Bool

    /// Creates a file.
    package init(
        digest: FontDigest, fileName: FontFileName, shard: Shard, stamp: FileStamp, endsWithSession: Bool = false
    ) {
        self.endsWithSession = endsWithSession
        self.digest = digest
        self.fileName = fileName
        self.shard = shard
        self.stamp = stamp
    }
}

extension FontTree {
    /// Moves a found file that cannot be registered out of the tree, into the store's `foreign`.
    ///
    /// - Parameter file: The file; it is ignored if it no longer exists.
    /// - Returns: The new path, and the directories to warm.
    /// - Throws: An error if the file could not be moved.
    package func setAside(_ file: FoundFile) throws(FontError) -> RepairReport {
        let entry = TreeInventory.ForeignEntry(
            directory: file.shard.name, name: Array(file.fileName.rawValue.utf8))
        return try apply([.setAside(entry)], expected: [])
    }

    /// Creates the spare of a found file, before the file is registered.
    ///
    /// - Parameter file: The file.
    /// - Returns: The file with its new stamp; `nil` if it has changed in the meantime.
    /// - Throws: An error if the file could not be checked.
    package func withSpare(_ file: FoundFile) throws(FontError) -> FoundFile? {
        var expected = ExpectedFont(
            digest: file.digest, fileName: file.fileName, place: .published(file.shard), stamp: file.stamp)
        guard let current = try stamp(of: file.fileName.rawValue, in: file.shard), current == file.stamp else {
            return nil
        }
        expected.stamp = current
        var file = file
        if let stamp = try spares.make(of: [expected])[file.digest] {
            file.stamp = stamp
        } else if try stamp(of: file.fileName.rawValue, in: file.shard) != file.stamp {
            return nil
        }
        return file
    }
}

extension FontTree {
    /// Reads a published file whose bytes are not the known ones.
    ///
    /// Blocks while the file is hashed.
    ///
    /// - Parameters:
    ///   - fileName: The file's name.
    ///   - shard: The shard that contains it.
    /// - Returns: The file; `nil` if it does not exist or is not one of our fonts.
    /// - Throws: An error if the file could not be read.
    package func found(_ fileName: FontFileName, in shard: Shard) throws(FontError) -> FoundFile? {
        do throws(FontError) {
            let file = try openPublished(fileName, in: shard)
            let stamp = try reporting("look at a font file") { () throws(Errno) in try FileStatus(of: file).stamp }
            guard let digest = try hash(file) else { return nil }
            return FoundFile(digest: digest, fileName: fileName, shard: shard, stamp: stamp)
        } catch {
            guard error.code == .fileNotFound || error.code == .corrupt else { throw error }
            return nil
        }
    }
}
