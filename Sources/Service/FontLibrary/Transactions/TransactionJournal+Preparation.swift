internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension TransactionJournal {
    /// Creates directories, and writes and synchronizes staged files; see ``FontTransaction/prepare(checking:)``.
    mutating func prepare(checking check: () throws(FontError) -> Void) throws(FontError) {
        try openDirectories()
        for move in moves {
            try check()
            try plan(move)
        }
        try check()
        try stageMarkers()
        try check()
        try reporting("write the font to the disk") { () throws(Errno) in
            try checkpoint(.synchronizeStaged)
            if staged.count <= Self.individuallySynchronizedCount, !hasUnsynchronizedFonts {
                for file in staged.compactMap(\.file) { try retryingInterrupts { fsync(file.rawValue) } }
            } else {
                for directory in [root, isSplit || root == nil ? store : nil] {
                    try directory?.synchronizeFileSystem()
                }
            }
        }
        forgetStagedFiles()
    }

    /// Closes the staged files.
    private mutating func forgetStagedFiles() {
        for index in staged.indices { staged[index].file = nil }
    }

    // MARK: - Directories

    private mutating func openDirectories() throws(FontError) {
        let needed = Set(newShards + moves.compactMap(\.targetShard)).sorted()
        let needsRoot = !needed.isEmpty || moves.contains { $0.needsRoot }
        try reporting("make the fonts' directories") { () throws(Errno) in try checkpoint(.makeDirectories) }
        let store = try tree.makeStore(recording: &created)
        self.store = store
        guard needsRoot else { return }
        let root = try tree.makeRoot(expecting: expectation, recording: &created)
        self.root = root
        stage = try tree.openOurs(FontTree.stageName, in: root)
        isSplit = try reporting("look at the fonts' directories") { () throws(Errno) in
            try FileStatus(of: root.descriptor).device != FileStatus(of: store.descriptor).device
        }
        for shard in needed {
            try reporting("make a shard") { () throws(Errno) in try checkpoint(.makeDirectories) }
            shards[shard] = try tree.makeOurs(
                shard.name, in: root, mode: FontTree.publishedMode, recording: &created)
        }
        guard !needed.isEmpty else { return }
        spares = try tree.makeOurs(SpareFonts.name, in: store, mode: FontTree.storeMode, recording: &created)
    }

    /// Plans the removal of the spare of a content that is removed.
    private mutating func planSpareRemoval(of digest: FontDigest) throws(FontError) {
        if spares == nil { spares = try tree.spares.directory() }
        guard let spares else { return }
        finalRemovals.append(StagedFile(directory: spares, name: StoreEntry.content(digest).entryName))
    }

    // MARK: - Moves

    private mutating func plan(_ move: FontMove) throws(FontError) {
        guard let store else { preconditionFailure("the store was opened first") }
        switch move {
        case .publish(let bytes, let fileName, let shard):
            guard let stage, let target = shards[shard] else { preconditionFailure("the shard was opened first") }
            let name = try placed(bytes, as: fileName, in: stage)
            renames.append(
                Rename(
                    source: stage, name: name, target: target, newName: fileName.entryName, digest: bytes.digest))
        case .keep(.memory(let memory)):
            try planKeeping(memory.descriptor, size: memory.size, digest: memory.digest, in: store)
        case .keep(.staged(let font)):
            guard let stage else { preconditionFailure("the root was opened first") }
            let file = try openSound(font, in: stage)
            if isSplit {
                try planKeeping(file, size: font.size, digest: font.digest, in: store)
            } else {
                renames.append(
                    Rename(
                        source: stage, name: font.name, target: store,
                        newName: StoreEntry.content(font.digest).entryName, digest: font.digest, mayReplace: true))
            }
        case .enable(let digest, let stamp, let fileName, let shard):
            guard let stage, let target = shards[shard] else { preconditionFailure("the shard was opened first") }
            let content = StoreEntry.content(digest).entryName
            let file = try openSound(digest, stamp: stamp, in: store)
            if isSplit {
                try stageCopy(of: file, size: size(of: file), as: fileName.entryName, in: stage)
                finalRemovals.append(StagedFile(directory: store, name: content))
            }
            renames.append(
                Rename(
                    source: isSplit ? stage : store, name: isSplit ? fileName.entryName : content, target: target,
                    newName: fileName.entryName, digest: digest))
        case .withdraw(let digest, let stamp, let fileName, let shard):
            guard let root, let stage else { preconditionFailure("the root was opened first") }
            guard let source = try tree.openShard(shard, of: root) else {
                throw FontTree.notThere(tree.path(of: fileName, in: shard))
            }
            shards[shard] = source
            let file = try tree.openFont(fileName.entryName, in: source)
            let isSound = try self.stamp(of: file) == stamp
            if keptOpen.count < Self.keptOpenLimit { keptOpen.append(file) }
            if isSplit {
                try planKeeping(
                    file, size: size(of: file), digest: digest, in: store, isSound: isSound)
                renames.append(
                    Rename(
                        source: source, name: fileName.entryName, target: stage, newName: fileName.entryName,
                        digest: nil))
                finalRemovals.append(StagedFile(directory: stage, name: fileName.entryName))
            } else {
                renames.append(
                    Rename(
                        source: source, name: fileName.entryName, target: store,
                        newName: StoreEntry.content(digest).entryName, digest: isSound ? digest : nil,
                        mayReplace: true))
            }
        case .replace(let digest, let stamp, let bytes, let fileName, let shard):
            try planSuccession(to: digest, stamp: stamp, bytes, as: fileName, in: shard, store)
        case .delete(let digest):
            finalRemovals.append(StagedFile(directory: store, name: StoreEntry.content(digest).entryName))
            if !moves.contains(where: { $0.publishes(digest) }) { try planSpareRemoval(of: digest) }
        case .retire(let font):
            try planRetirement(of: font, from: store)
            try planSpareRemoval(of: font.digest)
        case .writeSidecar(let sidecar):
            try planReplacement(by: sidecar, in: store)
        case .rewriteSidecar(let sidecar):
            let bytes = try encoded(sidecar)
            guard try makeMark(ofSidecar: sidecar.digest, in: store) else {
                return try planReplacement(by: sidecar, in: store)
            }
            lateSidecars.append((sidecar.digest, bytes))
        case .removeSidecar(let digest): _ = try makeMark(ofSidecar: digest, in: store)
        }
    }

    /// Records a font among the removed fonts.
    private mutating func planRetirement(of font: RemovedFont, from store: Directory) throws(FontError) {
        let content = StoreEntry.content(font.digest).entryName
        do throws(FontError) {
            let removed = try tree.makeOurs(
                RemovedFontStore.name, in: store, mode: FontTree.storeMode, recording: &created)
            try tree.removed.note(font, in: removed)
            retirements.append(
                Rename(source: store, name: content, target: removed, newName: content, digest: font.digest))
        } catch {
            // A full disk must not prevent the user from freeing space.
            guard error.code == .storageFull else { throw error }
            finalRemovals.append(StagedFile(directory: store, name: content))
        }
    }

    /// Stages new bytes, and a copy of the bytes that they replace.
    ///
    /// This uses a copy because not every file system supports hard links or the exchange of two names.
    private mutating func planSuccession(
        to digest: FontDigest, stamp: FileStamp?, _ bytes: FontMove.Bytes, as fileName: FontFileName, in shard: Shard,
        _ store: Directory
    ) throws(FontError) {
        guard let stage, let target = shards[shard] else { preconditionFailure("the shard was opened first") }
        let old = try tree.openFont(fileName.entryName, in: target)
        try planKeeping(
            old, size: size(of: old), digest: digest, in: store, isSound: try self.stamp(of: old) == stamp)
        renames[renames.count - 1].copied = digest
        let name = try placed(bytes, as: fileName, in: stage)
        successions.append(
            Rename(
                source: stage, name: name, target: target, newName: fileName.entryName, digest: bytes.digest,
                predecessor: digest))
    }

    /// Puts validated bytes into the stage.
    ///
    /// - Returns: Their name in the stage.
    private mutating func placed(
        _ bytes: FontMove.Bytes, as fileName: FontFileName, in stage: Directory
    ) throws(FontError) -> EntryName {
        switch bytes {
        case .memory(let memory):
            try stageCopy(of: memory, as: fileName.entryName, in: stage)
            return fileName.entryName
        case .staged(let font):
            _ = try openSound(font, in: stage)
            return font.name
        }
    }

    private mutating func planReplacement(by sidecar: Sidecar, in store: Directory) throws(FontError) {
        try stageSidecar(encoded(sidecar), of: sidecar.digest, in: store)
        finalRenames.append(
            Rename(
                source: store, name: StoreEntry.stagedSidecar(sidecar.digest).entryName, target: store,
                newName: StoreEntry.sidecar(sidecar.digest).entryName))
    }

    private func encoded(_ sidecar: Sidecar) throws(FontError) -> [UInt8] {
        guard let bytes = sidecar.encoded(), bytes.count <= Sidecar.maximumSize else {
            throw FontError(.exceededResourceLimit, "The font \(sidecar.digest) has too many registrations.")
        }
        return bytes
    }

    /// Renames a sidecar that will be removed or replaced, so that it becomes the mark of its content.
    ///
    /// Renaming costs less than writing a mark.
    ///
    /// - Returns: Whether there was a sidecar.
    private mutating func makeMark(ofSidecar digest: FontDigest, in store: Directory) throws(FontError) -> Bool {
        let (sidecar, mark) = (StoreEntry.sidecar(digest).entryName, StoreEntry.stagedSidecar(digest).entryName)
        guard store.contains(sidecar) else { return false }
        // An existing mark with this name can only be a leftover.
        try reporting("clear up the store") { () throws(Errno) in try store.unlinkIfPresent(mark) }
        renames.append(Rename(source: store, name: sidecar, target: store, newName: mark))
        marked.insert(digest)
        return true
    }

    private mutating func planKeeping(
        _ file: OwnedFileDescriptor, size: Int, digest: FontDigest, in store: Directory, isSound: Bool = true
    ) throws(FontError) {
        let name = StoreEntry.stagedContent(digest).entryName
        try stageCopy(of: file, size: size, as: name, in: store)
        renames.append(
            Rename(
                source: store, name: name, target: store, newName: StoreEntry.content(digest).entryName,
                digest: isSound ? digest : nil, mayReplace: true))
    }

    /// Opens a stored content after making sure that its bytes are the validated ones.
    private func openSound(
        _ digest: FontDigest, stamp: FileStamp?, in store: Directory
    ) throws(FontError) -> OwnedFileDescriptor {
        let file = try tree.openFont(StoreEntry.content(digest).entryName, in: store)
        if let stamp, try self.stamp(of: file) == stamp { return file }
        guard case .same = try tree.verify(digest, of: file) else {
            throw FontError(
                .corrupt, "The stored bytes of \(digest) were altered. The font has to be registered anew.")
        }
        return file
    }

    /// Opens a staged font after making sure that its bytes are the validated ones.
    private func openSound(_ font: StagedFont, in stage: Directory) throws(FontError) -> OwnedFileDescriptor {
        let file = try tree.openFont(font.name, in: stage)
        if try stamp(of: file) == font.stamp { return file }
        // A font that was moved back from its shard has another change time, but the same bytes.
        guard case .same = try tree.verify(font.digest, of: file) else {
            throw FontError(.corrupt, "The bytes of \(font.digest) were altered while they waited. Add the font again.")
        }
        return file
    }

    private func size(of file: OwnedFileDescriptor) throws(FontError) -> Int { Int(try stamp(of: file).size) }

    private func stamp(of file: OwnedFileDescriptor) throws(FontError) -> FileStamp {
        try reporting("look at a font file") { () throws(Errno) in try FileStatus(of: file).stamp }
    }

    // MARK: - Staging

    /// Writes a mark for every content whose state in the store is uncertain until the registry has committed.
    private mutating func stageMarkers() throws(FontError) {
        guard let store else { return }
        var written: Set<FontDigest> = []
        var doubtful: [FontDigest] = []
        for move in moves {
            switch move {
            case .writeSidecar(let sidecar), .rewriteSidecar(let sidecar): written.insert(sidecar.digest)
            case .publish(let bytes, _, _), .keep(let bytes), .replace(_, _, let bytes, _, _):
                doubtful.append(bytes.digest)
            case .delete(let digest), .removeSidecar(let digest): doubtful.append(digest)
            case .retire(let font): doubtful.append(font.digest)
            case .enable, .withdraw: break
            }
        }
        for digest in doubtful where written.insert(digest).inserted {
            if !marked.contains(digest) { try stageSidecar([], of: digest, in: store) }
            finalRemovals.append(StagedFile(directory: store, name: StoreEntry.stagedSidecar(digest).entryName))
        }
    }

    private mutating func stageSidecar(
        _ bytes: [UInt8], of digest: FontDigest, in store: Directory
    ) throws(FontError) {
        let file = try create(StoreEntry.stagedSidecar(digest).entryName, in: store, mode: 0o600)
        try reporting("write a font's sidecar") { () throws(Errno) in
            try checkpoint(.writeStaged)
            try write(bytes, to: file)
        }
    }

    private mutating func stageCopy(
        of memory: SealedMemory, as name: EntryName, in directory: Directory
    ) throws(FontError) {
        let file = try create(name, in: directory, mode: FontTree.fontMode)
        try reporting("write the font") { () throws(Errno) in
            try checkpoint(.writeStaged)
            try copyBytes(of: memory, to: file)
        }
    }

    private mutating func stageCopy(
        of source: OwnedFileDescriptor, size: Int, as name: EntryName, in directory: Directory
    ) throws(FontError) {
        let file = try create(name, in: directory, mode: FontTree.fontMode)
        try reporting("write the font") { () throws(Errno) in
            try checkpoint(.writeStaged)
            try copyBytes(from: source, size: size, to: file)
        }
    }

    /// Creates a hidden file, replacing an existing one with the same name, which can only be a leftover.
    private mutating func create(
        _ name: EntryName, in directory: Directory, mode: mode_t
    ) throws(FontError) -> OwnedFileDescriptor {
        let file = try reporting("make a file in \(directory.path)") { () throws(Errno) in
            try checkpoint(.stage)
            try directory.unlinkIfPresent(name)
            let file = try directory.open(name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
            // The umask removed permissions that other programs need to read the font.
            try retryingInterrupts { fchmod(file.rawValue, mode) }
            return file
        }
        staged.append(StagedFile(directory: directory, name: name, file: file))
        // A large group is synchronized as a whole, and would otherwise exhaust the file descriptors.
        if staged.count > Self.individuallySynchronizedCount { forgetStagedFiles() }
        return file
    }
}

extension FontMove {
    /// The shard into which the move puts a font, and which must exist.
    fileprivate var targetShard: Shard? {
        switch self {
        case .publish(_, _, let shard), .enable(_, _, _, let shard),
            .replace(_, _, _, _, let shard):
            shard
        case .withdraw, .keep, .delete, .retire, .writeSidecar, .rewriteSidecar, .removeSidecar: nil
        }
    }

    /// Whether the move replaces other bytes with those of a content, so that programs find it.
    fileprivate func publishes(_ digest: FontDigest) -> Bool {
        if case .replace(_, _, let bytes, _, _) = self { bytes.digest == digest } else { false }
    }

    /// Whether the move uses the published root.
    fileprivate var needsRoot: Bool {
        switch self {
        case .publish, .keep(.staged), .enable, .withdraw, .replace: true
        case .keep, .delete, .retire, .writeSidecar, .rewriteSidecar, .removeSidecar: false
        }
    }
}
