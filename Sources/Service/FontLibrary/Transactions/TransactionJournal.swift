internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The record of what a transaction has planned and done, so that it can continue or roll back.
///
/// Moves become staged files and renames. To undo them, the renames are reversed in reverse order and staged files are
/// removed.
struct TransactionJournal: Sendable {
    /// A planned or completed rename.
    struct Rename: Sendable {
        var source: Directory
        var name: EntryName
        var target: Directory
        var newName: EntryName
        /// The content that the target has after the rename, and whose stamp is recorded; set only for fonts.
        var digest: FontDigest?
        /// Whether the target is in the store, where an entry with that name can only be the same content.
        var mayReplace = false
        /// Whether the rename replaced something, so that undoing it must not remove the content.
        var hasReplaced = false
        /// The content that the target has before the rename, and of which the store already has a copy.
        var predecessor: FontDigest?
        /// The content whose copy this rename puts into the store, in case its place has to be restored.
        var copied: FontDigest?
    }

    /// A hidden file of this transaction.
    struct StagedFile: Sendable {
        var directory: Directory
        var name: EntryName
        var file: OwnedFileDescriptor?
    }

    /// The most files that are synchronized one by one.
    ///
    /// For more files, one `syncfs` is cheaper (19 to 25 ms for 100 fonts against 37 ms, measured on ext4).
    static let individuallySynchronizedCount = 4

    let tree: FontTree
    let moves: [FontMove]
    let newShards: [Shard]
    let expectation: RootExpectation
    let checkpoint: @Sendable (FontTransaction.Step) throws(Errno) -> Void

    var created = CreatedDirectories()
    var root: Directory?
    var store: Directory?
    var stage: Directory?
    var shards: [Shard: Directory] = [:]
    /// The directory of the second names of published files; `nil` if nothing is published.
    var spares: Directory?
    /// The spares that this transaction made.
    var madeSpares: [EntryName] = []
    /// Whether root and store are on different file systems, so that moves between them are copies.
    var isSplit = false

    var staged: [StagedFile] = []
    /// The contents whose sidecar becomes the mark.
    var marked: Set<FontDigest> = []
    /// Whether the transaction moves fonts that were staged before it and may not be on the disk yet.
    var hasUnsynchronizedFonts: Bool {
        moves.contains { move in
            switch move {
            case .publish(.staged(let font), _, _), .keep(.staged(let font)): !font.isDurable
            case .replace(_, _, .staged(let font), _, _): !font.isDurable
            case .replace(_, _, .memory, _, _): false
            case .publish, .keep, .enable, .withdraw, .delete, .retire, .writeSidecar, .rewriteSidecar, .removeSidecar:
                false
            }
        }
    }
    /// The withdrawn files, which are kept open.
    ///
    /// The file system frees the space of a deleted file when the file is closed, which may take longer than the rest
    /// of the transaction.
    var keptOpen: [OwnedFileDescriptor] = []
    /// The most files that are kept open.
    static let keptOpenLimit = 128
    var renames: [Rename] = []
    /// The renames that replace other bytes; they come last, after the copies of those bytes are safe.
    var successions: [Rename] = []
    var doneCount = 0
    var finalRenames: [Rename] = []
    var finalRemovals: [StagedFile] = []
    /// The renames that move bytes to the removed fonts at the end.
    var retirements: [Rename] = []
    /// The new forms of the sidecars that serve as marks during the transaction.
    var lateSidecars: [(digest: FontDigest, bytes: [UInt8])] = []

    init(
        tree: FontTree, moves: [FontMove], newShards: [Shard], expectation: RootExpectation,
        checkpoint: @escaping @Sendable (FontTransaction.Step) throws(Errno) -> Void
    ) {
        self.tree = tree
        self.moves = moves
        self.newShards = newShards
        self.expectation = expectation
        self.checkpoint = checkpoint
    }

    // MARK: - Publishing

    /// Renames everything into place; see ``FontTransaction/place()``.
    mutating func place() throws(FontError) -> PublishedChanges {
        do throws(Errno) {
            while doneCount < renames.count {
                try checkpoint(.rename)
                try performNextRename()
            }
            if !successions.isEmpty {
                try store?.synchronize()
                renames += successions
                successions = []
                while doneCount < renames.count {
                    try checkpoint(.rename)
                    try performNextRename()
                }
            }
            makeSpares()
            var changes = PublishedChanges(touchedDirectories: touchedDirectories)
            for rename in renames {
                guard let digest = rename.digest else { continue }
                changes.stamps[digest] = try FileStatus(of: rename.newName.text, in: rename.target.descriptor).stamp
            }
            return changes
        } catch {
            if error == .noSuchFileOrDirectory, doneCount < renames.count {
                throw FontTree.notThere("\(renames[doneCount].source.path)/\(renames[doneCount].name.text)")
            }
            throw FontError(error, while: "publish the font")
        }
    }

    /// Flushes all names to the disk; see ``FontTransaction/synchronizeNames()``.
    func synchronizeNames() throws(FontError) {
        do throws(Errno) {
            try checkpoint(.synchronizeNames)
            // Synchronize new names before the removal of old ones. If power fails in between, a duplicate file is
            // better than a missing one. Any remaining entry in the staging directory is treated as a leftover.
            for directory in distinct(created.parents + renames.map(\.target) + renames.map(\.source) + markers)
            where directory.path != stage?.path {
                try directory.synchronize()
            }
        } catch {
            throw FontError(error, while: "publish the font")
        }
    }

    /// Creates the spares of the published fonts, before the stamps are read.
    ///
    /// A missing spare does not cause an error: the next start of the service creates missing spares.
    private mutating func makeSpares() {
        guard let spares else { return }
        for rename in renames {
            guard let digest = rename.digest, rename.target.path != store?.path, rename.target.path != stage?.path
            else { continue }
            let spare = StoreEntry.content(digest).entryName
            guard !spares.contains(spare),
                (try? rename.target.makeSpare(of: rename.newName, as: spare, in: spares)) != nil
            else { continue }
            madeSpares.append(spare)
        }
    }

    private mutating func performNextRename() throws(Errno) {
        var rename = renames[doneCount]
        if rename.predecessor != nil {
            try rename.source.rename(rename.name, to: rename.target, as: rename.newName, replacing: true)
            doneCount += 1
            return
        }
        do throws(Errno) {
            try rename.source.rename(rename.name, to: rename.target, as: rename.newName)
        } catch {
            guard error == .fileExists, rename.mayReplace else { throw error }
            try rename.source.rename(rename.name, to: rename.target, as: rename.newName, replacing: true)
            rename.hasReplaced = true
        }
        renames[doneCount] = rename
        doneCount += 1
    }

    /// The store, in which the marks of this transaction must last as long as the entries that they explain.
    private var markers: [Directory] {
        finalRenames.isEmpty && finalRemovals.isEmpty && lateSidecars.isEmpty ? [] : [store].compactMap(\.self)
    }

    /// The scanned directories that changed: shards in order, then the sentinel and the root if they changed.
    private var touchedDirectories: [String] {
        let changed = Set(renames.prefix(doneCount).flatMap { [$0.source.path, $0.target.path] })
        let made = Set(created.paths)
        var paths = shards.sorted { $0.key < $1.key }.map(\.value.path)
            .filter { changed.contains($0) || made.contains($0) }
        guard let root else { return paths }
        let sentinel = "\(root.path)/\(PublishedNames.sentinel)"
        let changesRoot = created.parents.contains { $0.path == root.path }
        // The root may have been created before this transaction, for staged fonts; a new sentinel shows that this is
        // the first shard.
        if changesRoot || made.contains(sentinel) { paths.append(sentinel) }
        if changesRoot { paths.append(root.path) }
        return paths
    }

    // MARK: - Finishing

    /// Replaces sidecars and deletes contents; see ``FontTransaction/finish()``.
    mutating func finish() throws(FontError) {
        var failure = writeLateSidecars() ?? retire()
        // A mark is removed when no work is left for its content; replacing the sidecar removes its mark.
        for removal in finalRemovals {
            do throws(Errno) {
                try checkpoint(.deleteOrReplace)
                try removal.directory.unlinkIfPresent(removal.name)
            } catch {
                failure = failure ?? error
            }
        }
        for rename in finalRenames {
            do throws(Errno) {
                try checkpoint(.deleteOrReplace)
                try rename.source.rename(rename.name, to: rename.target, as: rename.newName, replacing: true)
            } catch {
                failure = failure ?? error
            }
        }
        do throws(Errno) {
            let changed = finalRenames.map(\.target) + finalRemovals.map(\.directory)
            for directory in distinct(retirements.map(\.target) + changed) {
                try directory.synchronize()
            }
        } catch {
            failure = failure ?? error
        }
        if let failure { throw FontError(failure, while: "clear up after a change of the fonts") }
    }

    /// Writes the sidecars that have served as marks until now.
    ///
    /// Their marks are removed with all others, once the new sidecars are on the disk.
    ///
    /// - Returns: The error that prevented a sidecar from being written, whose mark remains.
    private mutating func writeLateSidecars() -> Errno? {
        guard let store, !lateSidecars.isEmpty else { return nil }
        do throws(Errno) {
            for (digest, bytes) in lateSidecars {
                try checkpoint(.deleteOrReplace)
                let file = try store.open(
                    StoreEntry.sidecar(digest).entryName, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
                try write(bytes, to: file)
            }
            try checkpoint(.deleteOrReplace)
            try store.synchronizeFileSystem()
        } catch {
            return error
        }
        finalRemovals += lateSidecars.map {
            StagedFile(directory: store, name: StoreEntry.stagedSidecar($0.digest).entryName)
        }
        return nil
    }

    /// Moves bytes to the removed fonts, whose notes already exist.
    ///
    /// - Returns: The error that prevented a font from being moved.
    private func retire() -> Errno? {
        var failure: Errno?
        for retirement in retirements {
            do throws(Errno) {
                try checkpoint(.deleteOrReplace)
                try retirement.source.rename(
                    retirement.name, to: retirement.target, as: retirement.newName, replacing: true)
            } catch {
                failure = failure ?? error
            }
        }
        return failure
    }

    // MARK: - Going back

    /// Undoes everything except the creation of directories; see ``FontTransaction/rollBack(keepsDirectories:)``.
    mutating func rollBack() -> (touchedDirectories: [String], problems: [FontError]) {
        var problems: [FontError] = []
        let touched = touchedDirectories
        var restored: Set<FontDigest> = []
        // If a font cannot be moved back, its mark remains, so that the font is not treated as one that somebody added
        // by hand.
        var left: Set<EntryName> = []
        for rename in renames.prefix(doneCount).reversed() {
            if let predecessor = rename.predecessor {
                do throws(FontError) {
                    try restore(predecessor, to: rename.target, as: rename.newName)
                    restored.insert(predecessor)
                } catch {
                    problems.append(error)
                }
                continue
            }
            // The copy that was made for this purpose has already been used.
            if let copied = rename.copied, restored.contains(copied) { continue }
            // If this transaction replaced identical bytes, the new ones stay: they equal what was there before.
            if rename.hasReplaced, [rename.target.path, stage?.path].contains(rename.source.path) { continue }
            do throws(Errno) {
                try rename.target.rename(rename.newName, to: rename.source, as: rename.name)
            } catch {
                problems.append(FontError(error, while: "take back \(rename.target.path)/\(rename.newName.text)"))
                if let digest = rename.digest { left.insert(StoreEntry.stagedSidecar(digest).entryName) }
            }
        }
        doneCount = 0
        for file in staged where !left.contains(file.name) {
            do throws(Errno) { try file.directory.unlinkIfPresent(file.name) } catch {
                problems.append(FontError(error, while: "remove \(file.directory.path)/\(file.name.text)"))
            }
        }
        staged = []
        for spare in madeSpares { try? spares?.unlinkIfPresent(spare) }
        madeSpares = []
        for retirement in retirements {
            if let digest = retirement.digest { try? retirement.target.unlink(StoreEntry.sidecar(digest).entryName) }
        }
        return (touched, problems)
    }

    /// Restores the stored copy of a content to the place in which other bytes replaced it.
    private func restore(
        _ digest: FontDigest, to directory: Directory, as name: EntryName
    ) throws(FontError) {
        guard let store, let stage else { preconditionFailure("the store was opened first") }
        try reporting("take back \(directory.path)/\(name.text)") { () throws(Errno) in
            try tree.moveBack(digest, from: store, to: directory, as: name, stage: stage)
        }
    }

    /// Returns each directory once, in order.
    private func distinct(_ directories: [Directory]) -> [Directory] {
        var seen: Set<String> = []
        return directories.filter { seen.insert($0.path).inserted }
    }
}
