internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// One series of repairs.
struct RepairRun {
    let tree: FontTree
    let root: Directory?
    let store: Directory
    let expected: [FontDigest: ExpectedFont]
    /// Whether marks do not show what was acknowledged, because the registry is lost.
    let isRegistryLost: Bool
    var report = RepairReport()
    /// The names of removed files; `nil` until they are first needed.
    var gone: Set<TreeNotes.GoneName>?
    /// The directories whose names changed, by path.
    var changed: [String: Directory] = [:]

    init(
        tree: FontTree, root: Directory?, store: Directory, expected: [FontDigest: ExpectedFont],
        isRegistryLost: Bool = false
    ) {
        self.tree = tree
        self.root = root
        self.store = store
        self.expected = expected
        self.isRegistryLost = isRegistryLost
    }

    mutating func perform(_ repair: TreeRepair) throws(FontError) {
        switch repair {
        case .discardStaged(let fileName):
            if let root, let stage = try tree.openOurs(FontTree.stageName, in: root) {
                try remove(fileName.entryName, in: stage)
            }
        case .discardStagedContent(let digest):
            try remove(StoreEntry.stagedContent(digest).entryName, in: store)
        case .setAside(let entry):
            guard let root else { return }
            var directory: Directory? = root
            if let name = entry.directory { directory = try tree.openOurs(name, in: root) }
            guard let directory else { return }
            let name = EntryName(bytes: entry.name)
            if try takeIn(name, in: directory, of: root) { return }
            if takeInFonts(inDirectory: name, of: directory, root: root) { return }
            try setAside(name, in: directory, to: FontTree.foreignName)
        case .setAsideStored(let digest):
            for entry in [StoreEntry.content(digest), .sidecar(digest)] where store.contains(entry.entryName) {
                try setAside(entry.entryName, in: store, to: FontTree.foreignName)
            }
        case .enable(let digest, let fileName, let shard):
            try enable(digest, as: fileName, in: shard)
        case .relocate(let digest, let fileName, let shard, let isHidden, let place):
            try relocate(digest, fileName, from: shard, isHidden: isHidden, to: place)
        case .restore(let digest, let fileName, let shard):
            try restore(digest, fileName, in: shard)
        case .discardStored(let digest):
            try remove(StoreEntry.content(digest).entryName, in: store)
        case .resolve(let fileName, let shard, let isHidden):
            try resolve(fileName, isHidden: isHidden, in: shard)
        case .discardUnregistered(let digest):
            try completeRemoval(of: digest)
            if let spares = try tree.spares.directory() { try remove(StoreEntry.content(digest).entryName, in: spares) }
            // Remove the mark last: until then, the next run can tell what to do.
            for entry in [StoreEntry.content(digest), .sidecar(digest), .stagedSidecar(digest)] {
                try remove(entry.entryName, in: store)
            }
        case .recoverSidecar(let digest):
            try recoverSidecar(of: digest)
        }
    }

    /// Flushes the repairs to the disk, so that they survive a power loss.
    func synchronize() throws(FontError) {
        try reporting("repair the fonts' directories") { () throws(Errno) in
            for (_, directory) in changed.sorted(by: { $0.key < $1.key }) { try directory.synchronize() }
        }
    }

    /// Opens a shard; `nil` if it does not exist.
    func shard(_ shard: Shard) throws(FontError) -> Directory? {
        guard let root else { return nil }
        return try tree.openShard(shard, of: root)
    }

    // MARK: - Repairs

    private mutating func enable(
        _ digest: FontDigest, as fileName: FontFileName, in shard: Shard
    ) throws(FontError) {
        if isDisabledInSidecar(digest) { return report.disabledInSidecar.append(digest) }
        let transaction = FontTransaction(
            tree: tree, moves: [.enable(digest, stamp: nil, as: fileName, in: shard)])
        do throws(FontError) {
            try transaction.prepare()
            let changes = try transaction.publish()
            try transaction.finish()
            report.stamps.merge(changes.stamps) { $1 }
            changes.touchedDirectories.forEach { noteTouched($0) }
        } catch {
            transaction.rollBack()
            guard error.code == .corrupt else { throw error }
            try setAside(StoreEntry.content(digest).entryName, in: store, to: FontTree.quarantineName)
            report.altered.append(digest)
        }
    }

    /// Whether the sidecar tells that the content is disabled in all its registrations, and no change of it is under
    /// way.
    private func isDisabledInSidecar(_ digest: FontDigest) -> Bool {
        guard !store.contains(StoreEntry.stagedSidecar(digest).entryName),
            let sidecar = tree.notes.readSidecar(digest, at: .sidecar(digest), in: store), sidecar.place == .stored
        else { return false }
        return !sidecar.registrations.isEmpty && sidecar.registrations.allSatisfy { !$0.isEnabled }
    }

    private mutating func relocate(
        _ digest: FontDigest, _ fileName: FontFileName, from shard: Shard, isHidden: Bool, to place: FontPlace
    ) throws(FontError) {
        guard let source = try self.shard(shard) else { return }
        let name = isHidden ? fileName.hiddenEntryName : fileName.entryName
        guard case .same = try tree.verify(digest, of: try tree.openFont(name, in: source)) else {
            try setAside(name, in: source, to: FontTree.quarantineName)
            report.altered.append(digest)
            return
        }
        switch place {
        case .stored:
            try store(name, in: source, as: digest)
        case .published(let shard):
            guard let root else { return }
            var created = CreatedDirectories()
            let target = try tree.makeOurs(
                shard.name, in: root, mode: FontTree.publishedMode, recording: &created)
            if !created.paths.isEmpty { note(root) }
            try move(name, in: source, to: target, as: fileName.entryName)
            try noteStamp(of: digest, named: fileName.rawValue, in: target)
        }
    }

    /// Moves stored bytes to the removed fonts if a note there says that this move was interrupted.
    private mutating func completeRemoval(of digest: FontDigest) throws(FontError) {
        let content = StoreEntry.content(digest).entryName
        guard store.contains(content), let removed = try tree.removed.directory(),
            tree.removed.read(digest, in: removed) != nil
        else { return }
        try move(content, in: store, to: removed, as: content, replacing: true)
    }

    private mutating func recoverSidecar(of digest: FontDigest) throws(FontError) {
        let (content, mark) = (StoreEntry.content(digest), StoreEntry.stagedSidecar(digest))
        guard store.contains(content.entryName) else {
            // If the bytes are missing, they were never published, or were removed.
            return try remove(mark.entryName, in: store)
        }
        if tree.notes.readSidecar(digest, at: mark, in: store) != nil {
            return try move(
                mark.entryName, in: store, to: store, as: StoreEntry.sidecar(digest).entryName, replacing: true)
        }
        if !store.contains(StoreEntry.sidecar(digest).entryName) {
            try setAside(content.entryName, in: store, to: FontTree.foreignName)
        }
        try remove(mark.entryName, in: store)
    }
}
