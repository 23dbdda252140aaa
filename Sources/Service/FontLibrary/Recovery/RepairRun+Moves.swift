internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension RepairRun {
    /// Removes a file.
    mutating func remove(_ name: EntryName, in directory: Directory) throws(FontError) {
        try reporting("remove \(directory.path)/\(name.text)") { () throws(Errno) in
            try directory.unlinkIfPresent(name)
        }
        note(directory)
    }

    /// Moves a file within the tree.
    mutating func move(
        _ name: EntryName, in source: Directory, to target: Directory, as newName: EntryName,
        replacing isReplacing: Bool = false
    ) throws(FontError) {
        do throws(Errno) {
            try source.rename(name, to: target, as: newName, replacing: isReplacing)
        } catch {
            if error == .noSuchFileOrDirectory { throw FontTree.notThere("\(source.path)/\(name.text)") }
            throw FontError(error, while: "move \(source.path)/\(name.text)")
        }
        note(source)
        note(target)
    }

    /// Moves hashed bytes into the store, replacing an entry with the same digest.
    mutating func store(
        _ name: EntryName, in source: Directory, as digest: FontDigest
    ) throws(FontError) {
        let content = StoreEntry.content(digest)
        do throws(Errno) {
            try source.rename(name, to: store, as: content.entryName, replacing: true)
        } catch {
            guard error == .improperLink else {
                throw FontError(error, while: "move \(source.path)/\(name.text)")
            }
            try copyToStore(name, in: source, as: digest)
        }
        note(source)
        note(store)
        try noteStamp(of: digest, named: content.name, in: store)
    }

    /// Moves a file between file systems; the copy is durable before the original is removed.
    private func copyToStore(_ name: EntryName, in source: Directory, as digest: FontDigest) throws(FontError) {
        let file = try tree.openFont(name, in: source)
        let staged = StoreEntry.stagedContent(digest).entryName
        try reporting("move \(source.path)/\(name.text)") { () throws(Errno) in
            try store.unlinkIfPresent(staged)
            let copy = try store.open(staged, flags: O_WRONLY | O_CREAT | O_EXCL, mode: FontTree.fontMode)
            try copyBytes(from: file, size: Int(FileStatus(of: file).stamp.size), to: copy)
            try retryingInterrupts { fsync(copy.rawValue) }
            try store.rename(staged, to: store, as: StoreEntry.content(digest).entryName, replacing: true)
            try store.synchronize()
            try source.unlink(name)
        }
    }

    /// Moves an entry of any kind out of the way, into a new directory so that it can keep its name.
    mutating func setAside(_ name: EntryName, in source: Directory, to area: String) throws(FontError) {
        do throws(Errno) {
            try setAside(name, in: source, to: area, of: store)
        } catch {
            if error == .noSuchFileOrDirectory { throw FontTree.notThere("\(source.path)/\(name.text)") }
            guard error == .improperLink, let root else {
                throw FontError(error, while: "set \(source.path)/\(name.text) aside")
            }
            try reporting("set \(source.path)/\(name.text) aside") { () throws(Errno) in
                try setAside(name, in: source, to: FontTree.hiddenForeignName, of: root)
            }
        }
    }

    private mutating func setAside(
        _ name: EntryName, in source: Directory, to area: String, of parent: Directory
    ) throws(Errno) {
        if try parent.makeDirectory(area, mode: FontTree.storeMode) { note(parent) }
        let aside = try parent.directory(area)
        let unique = String(FontIdentifier.random().rawValue.prefix(16))
        _ = try aside.makeDirectory(unique, mode: FontTree.storeMode)
        let target = try aside.directory(unique)
        do throws(Errno) {
            try source.rename(name, to: target, as: name)
        } catch {
            try? aside.removeDirectory(unique)
            throw error
        }
        report.setAside.append(
            SetAsideEntry(source: "\(source.path)/\(name.text)", target: "\(target.path)/\(name.text)"))
        note(source)
        note(target)
        note(aside)
    }

    // MARK: - Notes

    /// Records that a directory's names changed.
    mutating func note(_ directory: Directory) {
        changed[directory.path] = directory
        if let root, directory.path == root.path || isShard(directory, of: root) { noteTouched(directory.path) }
    }

    /// Whether a directory is one of the root's shards.
    func isShard(_ directory: Directory, of root: Directory) -> Bool {
        directory.path.hasPrefix("\(root.path)/")
            && Shard(name: String(directory.path.dropFirst(root.path.count + 1))) != nil
    }

    /// Records that the font cache has to be warmed for a scanned directory.
    mutating func noteTouched(_ path: String) {
        if !report.touchedDirectories.contains(path) { report.touchedDirectories.append(path) }
    }

    /// Records a moved file's stamp.
    mutating func noteStamp(
        of digest: FontDigest, named name: String, in directory: Directory
    ) throws(FontError) {
        report.stamps[digest] = try reporting("look at a font file") { () throws(Errno) in
            try directory.status(of: name).stamp
        }
    }
}
