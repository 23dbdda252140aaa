internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension RepairRun {
    /// Decides what to do with a file in a shard in which the registry does not expect its name.
    ///
    /// Files that were never acknowledged are deleted, and so are duplicates. A stale copy of a removed font, which a
    /// sync or a backup brought back, is deleted as well. All other visible files stay, so that the registry can take
    /// them in.
    mutating func resolve(_ fileName: FontFileName, isHidden: Bool, in shard: Shard) throws(FontError) {
        guard let directory = try self.shard(shard) else { return }
        let name = isHidden ? fileName.hiddenEntryName : fileName.entryName
        let file = try tree.openFont(name, in: directory)
        let stamp = try reporting("look at a font file") { () throws(Errno) in try FileStatus(of: file).stamp }
        guard let digest = try tree.hash(file) else {
            return try setAside(name, in: directory, to: FontTree.foreignName)
        }
        let found = FoundFile(digest: digest, fileName: fileName, shard: shard, stamp: stamp)
        if let font = expected[digest] {
            return try resolve(found, of: font, named: name, isHidden: isHidden, in: directory)
        }
        if store.contains(StoreEntry.stagedSidecar(digest).entryName) {
            if isRegistryLost { try store(name, in: directory, as: digest) } else { try remove(name, in: directory) }
        } else if try hasSidecar(digest) {
            try store(name, in: directory, as: digest)
        } else if isHidden {
            try setAside(name, in: directory, to: FontTree.foreignName)
        } else if try isGone(found) {
            try remove(name, in: directory)
        } else if try tree.notes.sessionNames().contains(fileName) {
            try resolvePassing(found, in: directory)
        } else {
            report.found.append(found)
        }
    }

    /// Whether a sidecar tells who registered a content; a damaged one is set aside.
    ///
    /// If the registry is lost as well, nobody knows who registered the font. It stays published as the user's.
    private mutating func hasSidecar(_ digest: FontDigest) throws(FontError) -> Bool {
        let entry = StoreEntry.sidecar(digest)
        guard store.contains(entry.entryName) else { return false }
        if tree.notes.readSidecar(digest, at: entry, in: store) != nil { return true }
        try setAside(entry.entryName, in: store, to: FontTree.foreignName)
        return false
    }

    /// Decides what to do with a file whose content is registered.
    private mutating func resolve(
        _ file: FoundFile, of font: ExpectedFont, named name: EntryName, isHidden: Bool, in directory: Directory
    ) throws(FontError) {
        let isElsewhere = file.fileName != font.fileName
        guard let place = font.place, case .same = try tree.verify(font.digest, fileName: font.fileName, at: place)
        else {
            // The font's own file is missing or was altered. This file takes its place, without being moved.
            if isElsewhere, !isHidden, font.place != .stored { return report.found.append(file) }
            return try store(name, in: directory, as: font.digest)
        }
        guard case .published = place, isElsewhere, !isHidden else { return try remove(name, in: directory) }
        // If two homes each installed the font under a name of their own, both keep the same one of the two names.
        if file.fileName.rawValue < font.fileName.rawValue { return report.found.append(file) }
        try tree.notes.noteGone([TreeNotes.GoneName(digest: file.digest, fileName: file.fileName)])
        gone = nil
        try remove(name, in: directory)
    }

    /// Whether a file is a copy of a removed file, under the name which that file had.
    private mutating func isGone(_ file: FoundFile) throws(FontError) -> Bool {
        if gone == nil { gone = try tree.notes.goneNames() }
        return gone?.contains(TreeNotes.GoneName(digest: file.digest, fileName: file.fileName)) == true
    }

    /// Leaves a font of a running session to its publisher, and deletes a font that an ended session left behind.
    private mutating func resolvePassing(_ file: FoundFile, in directory: Directory) throws(FontError) {
        guard file.stamp.changeNanoseconds < WallClock.startOfSystemNanoseconds else {
            var file = file
            file.endsWithSession = true
            return report.found.append(file)
        }
        try remove(file.fileName.entryName, in: directory)
        try tree.notes.forgetSessionNames([file.fileName])
    }
}
