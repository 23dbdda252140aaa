package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The second names of the published files in the store's `spare`, from which a deleted font file can be restored.
///
/// A spare takes no space if the store is on the file system of the published fonts; otherwise it is a copy. It is
/// created before the file's stamp is read, because a new name changes the stamp. It is named after the digest, and is
/// always hashed before use, because writing into the published file also changes the spare.
package struct SpareFonts: Sendable {
    /// The tree that contains the fonts.
    let tree: FontTree

    static let name = "spare"

    /// Opens the directory of the spares; `nil` if it does not exist.
    func directory() throws(FontError) -> Directory? {
        guard let store = try tree.openStore() else { return nil }
        return try tree.openOurs(Self.name, in: store)
    }

    /// Creates spares for published files without one, for example after a service version that created none.
    ///
    /// - Parameter fonts: The registry's records.
    /// - Returns: The new stamps of the files that got a spare; the stamps of other files do not change.
    /// - Throws: An error if the directories could not be opened.
    package func make(of fonts: [ExpectedFont]) throws(FontError) -> [FontDigest: FileStamp] {
        guard let root = try tree.openRoot() else { return [:] }
        var created = CreatedDirectories()
        var shards: [Shard: Directory] = [:]
        var spares: Directory?
        var stamps: [FontDigest: FileStamp] = [:]
        for font in fonts {
            guard case .published(let shard) = font.place, let known = font.stamp else { continue }
            if spares == nil {
                spares = try tree.makeOurs(
                    Self.name, in: tree.makeStore(recording: &created), mode: FontTree.storeMode, recording: &created)
            }
            if shards[shard] == nil { shards[shard] = try tree.openShard(shard, of: root) }
            let spare = StoreEntry.content(font.digest).entryName
            guard let spares, let directory = shards[shard], !spares.contains(spare),
                let before = try? directory.status(of: font.fileName.rawValue).stamp, before == known,
                (try? directory.makeSpare(of: font.fileName.entryName, as: spare, in: spares)) != nil,
                let after = try? directory.status(of: font.fileName.rawValue).stamp,
                after.isSameFile(as: known)
            else { continue }
            stamps[font.digest] = after
        }
        return stamps
    }

    /// Deletes the spares of contents that are not registered.
    ///
    /// - Parameter known: The registered contents.
    /// - Throws: An error if the spares could not be deleted.
    package func delete(except known: Set<FontDigest>) throws(FontError) {
        guard let spares = try self.directory() else { return }
        try reporting("clear up the spare fonts") { () throws(Errno) in
            for name in try spares.entries() {
                if case .content(let digest) = StoreEntry(name: name), known.contains(digest) { continue }
                try spares.unlinkIfPresent(name)
            }
        }
    }

    /// Moves the spare of a deleted font file to the removed fonts.
    ///
    /// - Parameter font: The record of the removed font.
    /// - Returns: Whether the font is among the removed fonts now; `false` if there was no spare, or it has other
    ///   bytes.
    /// - Throws: An error if the spare could not be moved.
    package func retire(_ font: RemovedFont) throws(FontError) -> Bool {
        guard let spares = try self.directory() else { return false }
        let name = StoreEntry.content(font.digest).entryName
        guard spares.contains(name) else { return false }
        let file = try tree.openFont(name, in: spares)
        guard case .same = try tree.verify(font.digest, of: file) else {
            try reporting("clear up the spare fonts") { () throws(Errno) in try spares.unlinkIfPresent(name) }
            return false
        }
        var created = CreatedDirectories()
        let removed = try tree.makeOurs(
            RemovedFontStore.name, in: tree.makeStore(recording: &created), mode: FontTree.storeMode,
            recording: &created)
        try tree.removed.note(font, in: removed)
        try reporting("keep a deleted font") { () throws(Errno) in
            // A rename between two names of one file does nothing, and the bytes may already be there.
            try removed.unlinkIfPresent(name)
            try spares.rename(name, to: removed, as: name, replacing: true)
            try removed.synchronize()
        }
        return true
    }
}

extension Directory {
    /// Creates a second name for a file in another directory, or a copy if the file system does not support hard links.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - newName: The second name; an existing entry with that name is removed.
    ///   - target: The other directory.
    /// - Throws: An error if the second name could not be created.
    func makeSpare(of name: EntryName, as newName: EntryName, in target: Directory) throws(Errno) {
        try target.unlinkIfPresent(newName)
        do throws(Errno) {
            try retryingInterrupts {
                name.withCString { old in
                    newName.withCString { new in
                        linkat(descriptor.rawValue, old, target.descriptor.rawValue, new, 0)
                    }
                }
            }
        } catch {
            guard [.improperLink, .notPermitted, .notSupported, .tooManyLinks].contains(error) else { throw error }
            let file = try open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            let copy = try target.open(newName, flags: O_WRONLY | O_CREAT | O_EXCL, mode: FontTree.fontMode)
            do throws(Errno) {
                try copyBytes(from: file, size: Int(FileStatus(of: file).stamp.size), to: copy)
            } catch {
                try target.unlinkIfPresent(newName)
                throw error
            }
        }
    }
}

extension FileStamp {
    /// Whether the bytes are the same as those of another stamp, even if a name of the file was added or removed since.
    func isSameFile(as other: FileStamp) -> Bool {
        inode == other.inode && size == other.size && modificationNanoseconds == other.modificationNanoseconds
    }
}

extension FontTree {
    /// The second names of published fonts.
    package var spares: SpareFonts { SpareFonts(tree: self) }
}
