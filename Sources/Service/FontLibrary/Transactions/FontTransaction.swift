package import FontModel
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// An all-or-nothing change of the tree for a group of fonts, coordinated with one commit of the registry.
///
/// 1. ``prepare()`` writes all bytes under hidden names and flushes them to the disk.
/// 2. ``publish()`` renames them into place, and flushes the names to the disk. Alternatively, ``place()`` and
///    ``synchronizeNames()`` do this in two calls.
/// 3. The caller warms the caches of the touched directories, which does not require the names on the disk. It then
///    commits the registry, which does require them.
/// 4. ``finish()`` does what cannot be undone: it deletes contents and replaces sidecars.
///
/// If a step before ``finish()`` or the commit fails, ``rollBack(keepsDirectories:)`` undoes everything. After a crash,
/// the staged names contain enough information for ``TreeReconciliation`` to restore the state in the registry. A
/// published file is never written to and its times are never set, and it gets its second name before its stamp is
/// read. Transactions about the same content must not overlap.
package final class FontTransaction: Sendable {
    /// The points at which a crash or an error leaves a different state; tests cause both at each point.
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

    /// Creates a planned transaction, without changing anything yet.
    ///
    /// - Parameters:
    ///   - tree: The tree to change.
    ///   - moves: The changes, in this order.
    ///   - newShards: The shards to create first, as ``ShardLayout`` requires. Shards that the moves name are created
    ///     in any case.
    ///   - expectation: What is expected of the root.
    package convenience init(
        tree: FontTree, moves: [FontMove], newShards: [Shard] = [], expecting expectation: RootExpectation = .nothing
    ) {
        self.init(tree: tree, moves: moves, newShards: newShards, expecting: expectation) { _ throws(Errno) in }
    }

    /// Creates a planned transaction that calls `checkpoint` before each step.
    init(
        tree: FontTree, moves: [FontMove], newShards: [Shard], expecting expectation: RootExpectation = .nothing,
        checkpoint: @escaping @Sendable (Step) throws(Errno) -> Void
    ) {
        state = Mutex(
            State(
                journal: TransactionJournal(
                    tree: tree, moves: moves, newShards: newShards, expectation: expectation, checkpoint: checkpoint)))
    }

    /// Writes all new bytes durably under hidden names.
    ///
    /// - Parameter check: Called before each move and before the flush to the disk; an error that it throws ends the
    ///   work.
    /// - Throws: The error that occurred, such as ``FontModel/FontError/Code/storageFull``, or
    ///   ``FontModel/FontError/Code/readOnly`` if the root is missing; ``rollBack(keepsDirectories:)`` must then be
    ///   called.
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
    /// - Returns: The changes, for the registry and for warming the caches.
    /// - Throws: The error that occurred, ``FontModel/FontError/Code/fileNotFound`` if a file to move is missing;
    ///   ``rollBack(keepsDirectories:)`` must then be called.
    package func publish() throws(FontError) -> PublishedChanges {
        let changes = try place()
        try synchronizeNames()
        return changes
    }

    /// Puts everything in place without flushing it to the disk.
    ///
    /// - Returns: The changes, for the registry and for warming the caches.
    /// - Throws: The error that occurred, ``FontModel/FontError/Code/fileNotFound`` if a file to move is missing;
    ///   ``rollBack(keepsDirectories:)`` must then be called.
    package func place() throws(FontError) -> PublishedChanges {
        try state.withLock { state throws(FontError) in
            precondition(state.phase == .prepared, "a transaction is published once, after it was prepared")
            state.phase = .publishing
            return try state.journal.place()
        }
    }

    /// Flushes the names of everything in place to the disk.
    ///
    /// - Throws: The error that occurred; ``rollBack(keepsDirectories:)`` must then be called.
    package func synchronizeNames() throws(FontError) {
        try state.withLock { state throws(FontError) in
            precondition(state.phase == .publishing, "names are synchronised once, after everything is in place")
            try state.journal.synchronizeNames()
            state.phase = .published
        }
    }

    /// Deletes contents and replaces sidecars; call this after the registry has committed.
    ///
    /// - Throws: The first error that occurred. The transaction remains valid, and reconciliation finishes it.
    package func finish() throws(FontError) {
        try state.withLock { state throws(FontError) in
            precondition(state.phase == .published, "a transaction is finished once, after it was published")
            state.phase = .finished
            try state.journal.finish()
        }
    }

    /// Closes the files that the transaction deleted, which frees their space; blocks while the file system frees it.
    package func release() { state.withLock { $0.journal.keptOpen = [] } }

    /// Undoes everything that this transaction has done so far.
    ///
    /// After ``finish()`` or a previous call, this does nothing.
    ///
    /// - Parameter keepsDirectories: Whether to keep created directories, because other transactions may be about to
    ///   use them; see ``removeEmptyDirectories()``.
    /// - Returns: The paths of the scanned directories whose contents changed, for warming the font cache, and the
    ///   errors of what could not be undone, which reconciliation will undo.
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

    /// Removes the created directories that are empty, after ``rollBack(keepsDirectories:)`` has kept them.
    ///
    /// No other transaction may be running.
    ///
    /// - Returns: The paths of the removed directories.
    package func removeEmptyDirectories() -> [String] {
        state.withLock { state in
            precondition(state.phase == .rolledBack, "directories go after everything in them")
            return state.journal.created.removeEmpty()
        }
    }
}
