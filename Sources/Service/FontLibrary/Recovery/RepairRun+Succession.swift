internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension RepairRun {
    /// Checks which of two copies of a content is good, and restores it.
    ///
    /// One is the published file. The other is the stored copy, which was made before other bytes replaced the file.
    mutating func restore(_ digest: FontDigest, _ fileName: FontFileName, in shard: Shard) throws(FontError) {
        guard let root, let directory = try self.shard(shard) else { return }
        let found = try hashIfFont(fileName.entryName, in: directory)
        if found == digest { return try noteStamp(of: digest, named: fileName.rawValue, in: directory) }
        let content = StoreEntry.content(digest).entryName
        guard try hashIfFont(content, in: store) == digest else {
            return try setAside(content, in: store, to: FontTree.quarantineName)
        }
        // A mark identifies a font that was never acknowledged, so its bytes need not be kept.
        let isUnacknowledged = found.map { store.contains(StoreEntry.stagedSidecar($0).entryName) } ?? false
        if !isUnacknowledged { try setAside(fileName.entryName, in: directory, to: FontTree.quarantineName) }
        let stage = try tree.openOurs(FontTree.stageName, in: root)
        try reporting("bring back \(directory.path)/\(fileName)") { () throws(Errno) in
            try tree.moveBack(digest, from: store, to: directory, as: fileName.entryName, stage: stage)
        }
        note(store)
        note(directory)
        try noteStamp(of: digest, named: fileName.rawValue, in: directory)
    }

    /// The digest of a file; `nil` for an entry that cannot be one of our fonts.
    private func hashIfFont(_ name: EntryName, in directory: Directory) throws(FontError) -> FontDigest? {
        do throws(FontError) {
            return try tree.hash(try tree.openFont(name, in: directory))
        } catch {
            guard error.code == .corrupt else { throw error }
            return nil
        }
    }
}

extension FontTree {
    /// Moves the stored copy of a content into a shard, replacing any entry with that name.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - store: The store.
    ///   - directory: The shard.
    ///   - name: The name in the shard.
    ///   - stage: The directory for an intermediate copy, which is used if the store is on another file system.
    /// - Throws: An error if the copy could not be moved.
    func moveBack(
        _ digest: FontDigest, from store: Directory, to directory: Directory, as name: EntryName, stage: Directory?
    ) throws(Errno) {
        let content = StoreEntry.content(digest).entryName
        do throws(Errno) {
            return try store.rename(content, to: directory, as: name, replacing: true)
        } catch {
            guard error == .improperLink else { throw error }
        }
        guard let stage else { throw .improperLink }
        let file = try store.open(content, flags: O_RDONLY)
        try stage.unlinkIfPresent(name)
        let copy = try stage.open(name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: FontTree.fontMode)
        try retryingInterrupts { fchmod(copy.rawValue, FontTree.fontMode) }
        try copyBytes(from: file, size: Int(FileStatus(of: file).stamp.size), to: copy)
        try retryingInterrupts { fsync(copy.rawValue) }
        try stage.rename(name, to: directory, as: name, replacing: true)
        try store.unlinkIfPresent(content)
    }
}
