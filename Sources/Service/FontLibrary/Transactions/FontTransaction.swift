package import FontModel
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// Changes to the tree for a group of fonts, all or none, in step with one commit of the registry.
///
/// 1. ``prepare()`` writes all bytes under hidden names and waits until the disk has them.
/// 2. ``publish()`` renames them into place, and waits until the disk has the names; or ``place()`` and
///    ``synchronizeNames()`` do one after the other.
/// 3. The caller warms the caches of the touched directories, for which the disk need not have the names, and commits the
///    registry, for which it must.
/// 4. ``finish()`` does what cannot be undone: deletes contents, replaces sidecars.
///
/// Where a step before ``finish()`` or the commit fails, ``rollBack(keepsDirectories:)`` undoes everything. After a
/// crash, what the staged names tell is enough for ``TreeReconciliation`` to side with the registry. A published file
/// is never written to or given a time, and gets its second name before its stamp is read. Transactions about one content must not overlap.
package final class FontTransaction: Sendable {
    /// The points at which a crash or an error leaves another state behind; tests cause both there.
    enum Step: Sendable, Hashable, CaseIterable {
        case makeDirectories, stage, writeStaged, synchronizeStaged, rename, synchronizeNames, deleteOrReplace
    }

    private enum Phase {
        case planned, preparing, prepared, publishing, published, finished, rolledBack
    }

    private struct State {
        var phase = Phase.planned
        var journal: TransactionJournal
    }

    private let state: Mutex<State>

    /// Plans a transaction; nothing happens yet.
    ///
    /// - Parameters:
    ///   - tree: The tree to change.
    ///   - moves: What to do, in this order.
    ///   - newShards: Shards to make beforehand, as ``ShardLayout`` asks for. Those that moves name are made anyway.
    ///   - expectation: What is expected of the root.
    package convenience init(
        tree: FontTree, moves: [FontMove], newShards: [Shard] = [], expecting expectation: RootExpectation = .nothing
    ) {
        self.init(tree: tree, moves: moves, newShards: newShards, expecting: expectation) { _ throws(Errno) in }
    }

    /// Plans a transaction that calls `checkpoint` before each step.
    init(
        tree: FontTree, moves: [FontMove], newShards: [Shard], expecting expectation: RootExpectation = .nothing,
        checkpoint: @escaping @Sendable (Step) throws(Errno) -> Void
    ) {
        state = Mutex(
            State(
                journal: TransactionJournal(
                    tree: tree, moves: moves, newShards: newShards, expectation: expectation, checkpoint: checkpoint)))
    }

    /// Writes all new bytes under hidden names, durably.
    ///
    /// - Parameter check: Asked before each move, and before the wait for the disk, whether to go on; what it throws
    ///   ends the work.
    /// - Throws: What went wrong, such as ``FontModel/FontError/Code/storageFull``, or
    ///   ``FontModel/FontError/Code/readOnly`` where the root is gone; then ``rollBack(keepsDirectories:)`` is due.
    package func prepare(
        checking check: () throws(FontError) -> Void = { () throws(FontError) in }
    ) throws(FontError) {
        try state.withLock { state throws(FontError) in
            precondition(state.phase == .planned, "a transaction is prepared once")
            state.phase = .preparing
            try state.journal.prepare(checking: check)
            state.phase = .prepared
        }
    }

    /// Puts everything in place, durably.
    ///
    /// - Returns: What the registry and the warming of caches need to know.
    /// - Throws: What went wrong, ``FontModel/FontError/Code/fileNotFound`` where a file to move is gone; then
    ///   ``rollBack(keepsDirectories:)`` is due.
    package func publish() throws(FontError) -> PublishedChanges {
        let changes = try place()
        try synchronizeNames()
        return changes
    }

    /// Puts everything in place; the disk need not have it yet.
    ///
    /// - Returns: What the registry and the warming of caches need to know.
    /// - Throws: What went wrong, ``FontModel/FontError/Code/fileNotFound`` where a file to move is gone; then
    ///   ``rollBack(keepsDirectories:)`` is due.
    package func place() throws(FontError) -> PublishedChanges {
        try state.withLock { state throws(FontError) in
            precondition(state.phase == .prepared, "a transaction is published once, after it was prepared")
            state.phase = .publishing
            return try state.journal.place()
        }
    }

    /// Waits until the disk has the names of everything in place.
    ///
    /// - Throws: What went wrong; then ``rollBack(keepsDirectories:)`` is due.
    package func synchronizeNames() throws(FontError) {
        try state.withLock { state throws(FontError) in
            precondition(state.phase == .publishing, "names are synchronised once, after everything is in place")
            try state.journal.synchronizeNames()
            state.phase = .published
        }
    }

    /// Deletes contents and replaces sidecars; to be called once the registry has committed.
    ///
    /// - Throws: What went wrong first. The transaction stands all the same, and reconciliation finishes it.
    package func finish() throws(FontError) {
        try state.withLock { state throws(FontError) in
            precondition(state.phase == .published, "a transaction is finished once, after it was published")
            state.phase = .finished
            try state.journal.finish()
        }
    }

    /// Lets go of the files that it deleted, whose space is free from then on; blocks while the file system frees it.
    package func release() { state.withLock { $0.journal.keptOpen = [] } }

    /// Undoes whatever this transaction has done so far; after ``finish()`` or a second time it does nothing.
    ///
    /// - Parameter keepsDirectories: Whether directories that were made stay, as others may be about to use them; see
    ///   ``removeEmptyDirectories()``.
    /// - Returns: The paths of the scanned directories whose contents changed, for warming, and what could not be
    ///   undone, which reconciliation will.
    @discardableResult
    package func rollBack(
        keepsDirectories: Bool = false
    ) -> (touchedDirectories: [String], problems: [FontError]) {
        state.withLock { state in
            switch state.phase {
            case .finished, .rolledBack:
                return ([], [])
            case .planned:
                state.phase = .rolledBack
                return ([], [])
            case .preparing, .prepared, .publishing, .published:
                state.phase = .rolledBack
                let (touched, problems) = state.journal.rollBack()
                let removed = keepsDirectories ? [] : state.journal.created.removeEmpty()
                return (touched.filter { !removed.contains($0) }, problems)
            }
        }
    }

    /// Removes the directories that were made and are empty, after ``rollBack(keepsDirectories:)`` has kept them.
    ///
    /// No other transaction may be under way.
    ///
    /// - Returns: The paths of those that are gone.
    package func removeEmptyDirectories() -> [String] {
        state.withLock { state in
            precondition(state.phase == .rolledBack, "directories go after everything in them")
            return state.journal.created.removeEmpty()
        }
    }
}
