package import FontModel
internal import LinuxSystem
internal import SystemPackage

/// A font file in a shard that the registry does not know under its name: a sync, a backup or a lost registry left it.
package struct FoundFile: Sendable, Hashable {
    /// The content.
    package var digest: FontDigest
    /// Its name, which it keeps.
    package var fileName: FontFileName
    /// The shard it is in, which it stays in.
    package var shard: Shard
    /// Its stamp as it was hashed.
    package var stamp: FileStamp

    /// Whether it is published for a login session that may not be over, so that it stays and is not registered.
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
    /// Takes a found file that cannot be registered out of the tree, into the store's `foreign`.
    ///
    /// - Parameter file: The file; one that is gone does not matter.
    /// - Returns: Where it is now, and the directories to warm.
    /// - Throws: What kept it from being moved.
    package func setAside(_ file: FoundFile) throws(FontError) -> RepairReport {
        let entry = TreeInventory.ForeignEntry(
            directory: file.shard.name, name: Array(file.fileName.rawValue.utf8))
        return try apply([.setAside(entry)], expected: [])
    }

    /// Gives a found file its spare, before it is registered.
    ///
    /// - Parameter file: The file.
    /// - Returns: The file with the stamp it has then; `nil` where it changed meanwhile.
    /// - Throws: What kept it from being looked at.
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
    /// Looks at a published file whose bytes are not those that are known.
    ///
    /// Blocks while it is hashed.
    ///
    /// - Parameters:
    ///   - fileName: Its name.
    ///   - shard: The shard it is in.
    /// - Returns: The file; `nil` where it is gone, or no font of ours.
    /// - Throws: What kept it from being read.
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
