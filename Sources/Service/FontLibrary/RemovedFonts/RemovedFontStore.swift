package import FontModel
internal import Glibc
package import LinuxSystem
internal import SystemPackage

/// The fonts that left and can be brought back, each with a note, in the store's `removed`.
///
/// They are there for a time, within a quota, and only as long as the disk has room for them.
package struct RemovedFontStore: Sendable {
    /// Where the fonts lie.
    let tree: FontTree

    /// The bounds of what is kept.
    package struct Limits: Sendable {
        /// The most bytes of all removed fonts together.
        package var bytes = 1 << 30
        /// How much of the file system is left free, as a share of its size; with less, removed fonts are deleted.
        package var freeShare = 0.02
        /// The most bytes of that.
        package var freeBytes = 512 << 20

        /// The usual bounds.
        package static let standard = Limits()

        /// Creates bounds.
        package init() {}
    }

    static let name = "removed"

    /// Lists the fonts that can be brought back, the one that left first at the beginning.
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

    /// Opens the bytes of a removed font, which nobody has looked at since it left.
    ///
    /// - Throws: ``FontModel/FontError/Code/fileNotFound`` where it is not there.
    package func open(_ digest: FontDigest) throws(FontError) -> OwnedFileDescriptor {
        guard let directory = try self.directory() else { throw FontTree.notThere(digest.hexadecimal) }
        return try tree.openFont(StoreEntry.content(digest).entryName, in: directory)
    }

    /// Deletes removed fonts for good; those that are not there do not matter.
    package func delete(_ digests: some Sequence<FontDigest>) throws(FontError) {
        guard let directory = try self.directory() else { return }
        try reporting("delete a removed font") { () throws(Errno) in
            for digest in digests {
                // The note last: bytes that no note tells of would be nobody's.
                try directory.unlinkIfPresent(StoreEntry.content(digest).entryName)
                try directory.unlinkIfPresent(StoreEntry.sidecar(digest).entryName)
            }
            try directory.synchronize()
        }
    }

    /// Deletes removed fonts until some room is made, those that left first before others.
    ///
    /// - Parameter bytes: How much room is wanted.
    /// - Returns: Whether any was deleted.
    /// - Throws: What kept them from being deleted.
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

    /// Deletes the removed fonts whose time is over and those that are too many, the ones that left first before others.
    ///
    /// - Parameters:
    ///   - limits: The bounds.
    ///   - now: The time, in seconds since 1970.
    /// - Returns: How many were deleted.
    /// - Throws: What kept them from being deleted.
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
            // A time to come is of a clock that was ahead.
            let isOver = font.expires <= now || font.time > now + Departure.lifetime
            guard isOver || excess > 0 else { continue }
            excess -= font.size
            deleted.append(font.digest)
        }
        if !deleted.isEmpty { try delete(deleted) }
        return deleted.count
    }

    /// Deletes notes without bytes: of transactions that did not come to their end.
    ///
    /// Not while there may be a transaction, which writes the note first.
    ///
    /// - Throws: What kept them from being deleted.
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

    /// Opens the directory of the removed fonts, `nil` where there is none.
    func directory() throws(FontError) -> Directory? {
        guard let store = try tree.openStore() else { return nil }
        return try tree.openOurs(Self.name, in: store)
    }

    /// Reads the note of a removed font; `nil` where there is no sound one.
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

    /// Writes the note of a removed font, which the disk need not have yet.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - directory: The directory of the removed fonts.
    /// - Throws: What kept it from being written.
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
    /// The fonts that left and can be brought back.
    package var removed: RemovedFontStore { RemovedFontStore(tree: self) }
}
