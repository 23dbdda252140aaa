package import FontModel
internal import Glibc
package import LinuxSystem
internal import SystemPackage

/// The removed fonts that can be restored, each with a note, in the store's `removed`.
///
/// They are kept for a limited time, within a quota, and only while the disk has room for them.
package struct RemovedFontStore: Sendable {
    /// The tree that contains the fonts.
    let tree: FontTree

    /// The limits of what is kept.
    package struct Limits: Sendable {
        /// The largest total size of all removed fonts, in bytes.
        package var bytes = 1 << 30
        /// How much of the file system to leave free, as a share of its size.
        ///
        /// If less is free, removed fonts are deleted.
        package var freeShare = 0.02
        /// The upper limit of the free space that ``freeShare`` requires, in bytes.
        package var freeBytes = 512 << 20

        /// The default limits.
        package static let standard = Limits()

        /// Creates the default limits.
        package init() {}
    }

    static let name = "removed"

    /// Lists the fonts that can be restored, beginning with the one that was removed first.
    ///
    /// Blocks.
    package func fonts() throws(FontError) -> [RemovedFont] {
        guard let directory = try self.directory() else { return [] }
        var fonts: [RemovedFont] = []
        for name in try reporting("list the removed fonts", { () throws(Errno) in try directory.entries() }) {
            guard case .content(let digest) = StoreEntry(name: name),
                let font = read(digest, in: directory)
            else { continue }
            fonts.append(font)
        }
        return fonts.sorted { ($0.time, $0.digest.hexadecimal) < ($1.time, $1.digest.hexadecimal) }
    }

    /// Opens the bytes of a removed font, which have not been validated since its removal.
    ///
    /// - Throws: ``FontModel/FontError/Code/fileNotFound`` if the font is not there.
    package func open(_ digest: FontDigest) throws(FontError) -> OwnedFileDescriptor {
        guard let directory = try self.directory() else { throw FontTree.notThere(digest.hexadecimal) }
        return try tree.openFont(StoreEntry.content(digest).entryName, in: directory)
    }

    /// Deletes removed fonts for good; digests that are not there are ignored.
    package func delete(_ digests: some Sequence<FontDigest>) throws(FontError) {
        guard let directory = try self.directory() else { return }
        try reporting("delete a removed font") { () throws(Errno) in
            for digest in digests {
                // Delete the note last: without a note, nothing would identify the bytes.
                try directory.unlinkIfPresent(StoreEntry.content(digest).entryName)
                try directory.unlinkIfPresent(StoreEntry.sidecar(digest).entryName)
            }
            try directory.synchronize()
        }
    }

    /// Deletes removed fonts until enough space is free, beginning with those that were removed first.
    ///
    /// - Parameter bytes: How many bytes to free.
    /// - Returns: Whether any font was deleted.
    /// - Throws: An error if the fonts could not be deleted.
    package func delete(freeing bytes: Int) throws(FontError) -> Bool {
        var freed = 0
        let deleted = try fonts().prefix { font in
            defer { freed += font.size }
            return freed < bytes
        }
        guard !deleted.isEmpty else { return false }
        try delete(deleted.map(\.digest))
        return true
    }

    /// Deletes expired removed fonts and those above the limits, beginning with the ones that were removed first.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - now: The time, in seconds since 1970.
    /// - Returns: The number of deleted fonts.
    /// - Throws: An error if the fonts could not be deleted.
    package func limit(
        to limits: Limits = .standard, at now: Int64
    ) throws(FontError) -> Int {
        guard let directory = try self.directory() else { return 0 }
        let fonts = try self.fonts()
        let space = try reporting("look at the disk's free space") { () throws(Errno) in
            try FileSystem.space(of: directory.descriptor)
        }
        let reserve = min(limits.freeBytes, Int(Double(space.total) * limits.freeShare))
        var excess = max(fonts.reduce(0) { $0 + $1.size } - limits.bytes, reserve - space.available)
        var deleted: [FontDigest] = []
        for font in fonts {
            // A time in the future comes from a clock that was ahead.
            let isOver = font.expires <= now || font.time > now + Departure.lifetime
            guard isOver || excess > 0 else { continue }
            excess -= font.size
            deleted.append(font.digest)
        }
        if !deleted.isEmpty { try delete(deleted) }
        return deleted.count
    }

    /// Deletes notes without bytes, which interrupted transactions left behind.
    ///
    /// Do not call this during a transaction, because a transaction writes the note first.
    ///
    /// - Throws: An error if the notes could not be deleted.
    package func deleteLeftNotes() throws(FontError) {
        guard let directory = try self.directory() else { return }
        try reporting("clear up the removed fonts") { () throws(Errno) in
            for name in try directory.entries() {
                guard case .sidecar(let digest) = StoreEntry(name: name),
                    !directory.contains(StoreEntry.content(digest).entryName)
                else { continue }
                try directory.unlinkIfPresent(name)
            }
        }
    }

    /// Opens the directory of the removed fonts; `nil` if it does not exist.
    func directory() throws(FontError) -> Directory? {
        guard let store = try tree.openStore() else { return nil }
        return try tree.openOurs(Self.name, in: store)
    }

    /// Reads the note of a removed font; `nil` if there is no valid one.
    func read(_ digest: FontDigest, in directory: Directory) -> RemovedFont? {
        do throws(Errno) {
            let file = try directory.open(
                StoreEntry.sidecar(digest).entryName, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard let bytes = try readBytes(of: file, limit: RemovedFont.maximumSize) else { return nil }
            return RemovedFont(decoding: bytes, digest: digest)
        } catch {
            return nil
        }
    }

    /// Writes the note of a removed font without flushing it to the disk.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - directory: The directory of the removed fonts.
    /// - Throws: An error if the note could not be written.
    func note(_ font: RemovedFont, in directory: Directory) throws(FontError) {
        guard let bytes = font.encoded(), bytes.count <= RemovedFont.maximumSize else {
            throw FontError(.exceededResourceLimit, "The font \(font.digest) has too many names.")
        }
        let note = StoreEntry.sidecar(font.digest).entryName
        try reporting("note that a font was removed") { () throws(Errno) in
            try directory.unlinkIfPresent(note)
            let file = try directory.open(note, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            do throws(Errno) {
                try write(bytes, to: file)
            } catch {
                try directory.unlinkIfPresent(note)
                throw error
            }
        }
    }
}

extension FontTree {
    /// The removed fonts that can be restored.
    package var removed: RemovedFontStore { RemovedFontStore(tree: self) }
}
