internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension RepairRun {
    /// Renames a font that somebody put into the tree, so that the next pass finds it.
    ///
    /// The new name is derived from the bytes, so that all synced homes give the font the same name.
    ///
    /// - Parameters:
    ///   - name: The entry.
    ///   - directory: The directory that contains the entry: the root, or a directory in it.
    ///   - root: The root.
    /// - Returns: Whether the entry was renamed; `false` if it does not begin like a font, or the name is taken.
    /// - Throws: An error if the entry could not be read or moved.
    mutating func takeIn(
        _ name: EntryName, in directory: Directory, of root: Directory
    ) throws(FontError) -> Bool {
        guard let file = try? tree.openFont(name, in: directory), let format = Self.format(of: file),
            let digest = try tree.hash(file), let first = Shard(number: 0),
            let fileName = FontFileName(
                FontIdentifier(rawValue: String(digest.hexadecimal.prefix(32))), format: format)
        else { return false }
        var shard = directory
        if !isShard(directory, of: root) {
            var created = CreatedDirectories()
            shard = try tree.makeOurs(first.name, in: root, mode: FontTree.publishedMode, recording: &created)
            if !created.paths.isEmpty { note(root) }
        }
        guard !shard.contains(fileName.entryName) else { return false }
        try move(name, in: directory, to: shard, as: fileName.entryName)
        return true
    }

    /// The deepest directory in a foreign one that is searched for fonts.
    private static let maximumDepth = 8

    /// Renames the fonts in a directory that somebody put into the root, and in the directories in it.
    ///
    /// Files that do not begin like a font stay, as do hidden directories and the targets of links.
    ///
    /// - Parameters:
    ///   - name: The directory's name.
    ///   - parent: The directory that contains it.
    ///   - root: The root.
    ///   - depth: How deep the directory is, counted from 1 for those in the root.
    /// - Returns: Whether the directory had fonts and is gone, because it had nothing else.
    mutating func takeInFonts(
        inDirectory name: EntryName, of parent: Directory, root: Directory, depth: Int = 1
    ) -> Bool {
        guard depth <= Self.maximumDepth, !name.isHidden, let directory = try? parent.directory(name),
            let entries = try? directory.entries(), !entries.isEmpty
        else { return false }
        var isEmpty = true
        for entry in entries {
            // If a font cannot be moved, for example from another disk, it stays in its directory.
            let isGone =
                (try? takeIn(entry, in: directory, of: root)) == true
                || takeInFonts(inDirectory: entry, of: directory, root: root, depth: depth + 1)
            if !isGone { isEmpty = false }
        }
        guard isEmpty, (try? parent.removeDirectory(name)) != nil else { return false }
        note(parent)
        return true
    }

    /// The format that the first bytes of a file indicate; `nil` for files that are not accepted.
    ///
    /// This only compares four bytes. The font is parsed in a worker, as any other font.
    private static func format(of file: OwnedFileDescriptor) -> FontFormat? {
        var bytes = [UInt8](repeating: 0, count: 4)
        let count = try? retryingInterrupts { pread(file.rawValue, &bytes, bytes.count, 0) }
        guard count == bytes.count else { return nil }
        switch bytes {
        case [0, 1, 0, 0], Array("true".utf8): return .truetype
        case Array("OTTO".utf8): return .cff
        case Array("ttcf".utf8): return .collection
        default: return nil
        }
    }
}
