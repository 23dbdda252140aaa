internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// What a transaction has planned and what it has done, so that it can go on and go back.
///
/// Moves become staged files and renames: undoing is renaming back in reverse order and removing what was staged.
struct TransactionJournal: Sendable {
    /// A rename to come or done.
    struct Rename: Sendable {
        var source: Directory
        var name: EntryName
        var target: Directory
        var newName: EntryName
        /// The content whose stamp the target's will be, where it is a font.
        var digest: FontDigest?
        /// Whether the target is in the store, where an entry of the name can only be the same content.
        var mayReplace = false
        /// Whether it did replace something, so that undoing must not take the content away.
        var hasReplaced = false
        /// The content that the target is until then, of which the store has a copy before.
        var predecessor: FontDigest?
        /// The content of which it puts a copy into the store, for the case that its place is wanted back.
        var copied: FontDigest?
    }

    /// A hidden file of this transaction.
    struct StagedFile: Sendable {
        var directory: Directory
        var name: EntryName
        var file: OwnedFileDescriptor?
    }

    /// The most files that are synchronised one by one; for more, one `syncfs` is cheaper (19 to 25 ms for 100 fonts
    /// against 37 ms, measured on ext4).
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
    /// Where published files get their second names; `nil` where nothing is published.
    var spares: Directory?
    /// The spares that this transaction made.
    var madeSpares: [EntryName] = []
    /// Whether root and store are on different file systems, so that moving means copying.
    var isSplit = false

    var staged: [StagedFile] = []
    /// The contents whose sidecar becomes their mark.
    var marked: Set<FontDigest> = []
    /// Whether fonts are moved that were staged before this transaction, and that the disk need not have yet.
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
    /// Files that are withdrawn, kept open: the file system frees the space of one that is deleted when it is closed,
    /// which may take longer than all the rest.
    var keptOpen: [OwnedFileDescriptor] = []
    /// The most files that are kept open.
    static let keptOpenLimit = 128
    var renames: [Rename] = []
    /// The renames that put bytes in the place of others; they come last, after the copies of those are safe.
    var successions: [Rename] = []
    var doneCount = 0
    var finalRenames: [Rename] = []
    var finalRemovals: [StagedFile] = []
    /// What moves bytes to the removed fonts at the end.
    var retirements: [Rename] = []
    /// The sidecars that are marks meanwhile, as they are to be.
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

    /// Waits until the disk has all names; see ``FontTransaction/synchronizeNames()``.
    func synchronizeNames() throws(FontError) {
        do throws(Errno) {
            try checkpoint(.synchronizeNames)
            // New names before the loss of old ones: power may fail in between, and twice is better than nowhere.
            // What the staging directory still shows after that is a leftover like others.
            for directory in distinct(created.parents + renames.map(\.target) + renames.map(\.source) + markers)
            where directory.path != stage?.path {
                try directory.synchronize()
            }
        } catch {
            throw FontError(error, while: "publish the font")
        }
    }

    /// Gives what is published its spares, before the stamps are read.
    ///
    /// A font is not refused for the lack of one: a start of the service makes what is missing.
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

    /// The store, where the marks of this transaction have to last as long as what they explain.
    private var markers: [Directory] {
        finalRenames.isEmpty && finalRemovals.isEmpty && lateSidecars.isEmpty ? [] : [store].compactMap(\.self)
    }

    /// The scanned directories that changed: shards in order, then the sentinel and the root if they did.
    private var touchedDirectories: [String] {
        let changed = Set(renames.prefix(doneCount).flatMap { [$0.source.path, $0.target.path] })
        let made = Set(created.paths)
        var paths = shards.sorted { $0.key < $1.key }.map(\.value.path)
            .filter { changed.contains($0) || made.contains($0) }
        guard let root else { return paths }
        let sentinel = "\(root.path)/\(PublishedNames.sentinel)"
        let changesRoot = created.parents.contains { $0.path == root.path }
        // The root may have been made before this transaction, for fonts that were staged; the first shard is the sign.
        if changesRoot || made.contains(sentinel) { paths.append(sentinel) }
        if changesRoot { paths.append(root.path) }
        return paths
    }

    // MARK: - Finishing

    /// Replaces sidecars and deletes contents; see ``FontTransaction/finish()``.
    mutating func finish() throws(FontError) {
        var failure = writeLateSidecars() ?? retire()
        // A mark goes when nothing is left to do for its content, and replacing the sidecar takes its mark away.
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

    /// Writes the sidecars that are marks until now; the marks go with all others, once the disk has what replaces
    /// them.
    ///
    /// - Returns: What kept one from being written, whose mark stays.
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

    /// Moves bytes to the removed fonts, whose notes are there already.
    ///
    /// - Returns: What kept one from being moved.
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

    /// Undoes what was done, but for the making of directories; see ``FontTransaction/rollBack(keepsDirectories:)``.
    mutating func rollBack() -> (touchedDirectories: [String], problems: [FontError]) {
        var problems: [FontError] = []
        let touched = touchedDirectories
        var restored: Set<FontDigest> = []
        // What cannot be taken back keeps its mark, so that nobody takes it for a font that came by itself.
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
            // The copy that was made for the case is used up.
            if let copied = rename.copied, restored.contains(copied) { continue }
            // Bytes that this transaction brought over the same ones stay: they are what was there before.
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

    /// Puts the stored copy of a content back into the place that others took.
    private func restore(
        _ digest: FontDigest, to directory: Directory, as name: EntryName
    ) throws(FontError) {
        guard let store, let stage else { preconditionFailure("the store was opened first") }
        try reporting("take back \(directory.path)/\(name.text)") { () throws(Errno) in
            try tree.moveBack(digest, from: store, to: directory, as: name, stage: stage)
        }
    }

    /// Each directory once, in order.
    private func distinct(_ directories: [Directory]) -> [Directory] {
        var seen: Set<String> = []
        return directories.filter { seen.insert($0.path).inserted }
    }
}
