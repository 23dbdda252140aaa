package import FontModel

/// The result of a series of repairs.
package struct RepairReport: Sendable, Equatable {
    /// The stamps of hashed files that were moved to their expected places.
    package var stamps: [FontDigest: FileStamp] = [:]
    /// The contents whose file had other bytes and was put into quarantine.
    package var altered: [FontDigest] = []
    /// The contents that stay in the store because their sidecars tell that they are disabled.
    package var disabledInSidecar: [FontDigest] = []
    /// The scanned directories whose contents changed, for warming the font cache.
    package var touchedDirectories: [String] = []
    /// The unknown files in shards, which stay where they are.
    package var found: [FoundFile] = []
    /// The entries that were moved into `foreign` or `quarantine`.
    package var setAside: [SetAsideEntry] = []

    /// Creates an empty report.
    package init() {}
}

/// An entry that was moved to a place where it does no harm and its owner can find it.
package struct SetAsideEntry: Sendable, Hashable {
    /// The entry's old path.
    package var source: String
    /// The entry's new path.
    package var target: String
}

extension FontTree {
    /// Makes repairs, in order.
    ///
    /// If a file disappeared after the inventory, it needs no repair.
    ///
    /// - Parameters:
    ///   - repairs: The repairs from ``TreeReconciliation``.
    ///   - expected: The registry's records, which are used to resolve unknown files.
    ///   - isRegistryLost: Whether files that the registry does not know may still have been acknowledged.
    /// - Returns: The result of the repairs.
    /// - Throws: An error if a repair could not be made; the repairs before it remain.
    package func apply(
        _ repairs: [TreeRepair], expected: [ExpectedFont], isRegistryLost: Bool = false
    ) throws(FontError) -> RepairReport {
        guard !repairs.isEmpty else { return RepairReport() }
        var created = CreatedDirectories()
        var run = RepairRun(
            tree: self, root: try openRoot(), store: try makeStore(recording: &created),
            expected: Dictionary(expected.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first }),
            isRegistryLost: isRegistryLost)
        for repair in repairs {
            do throws(FontError) { try run.perform(repair) } catch {
                if error.code != .fileNotFound { throw error }
            }
        }
        try run.synchronize()
        return run.report
    }

    /// Moves a file whose bytes are not the validated ones out of the tree, into the store's `quarantine`.
    ///
    /// - Parameters:
    ///   - digest: The content that the file should have had.
    ///   - fileName: The name under which it is published.
    ///   - place: The file's location.
    /// - Returns: The scanned directories whose contents changed, for warming the font cache.
    /// - Throws: ``FontModel/FontError/Code/fileNotFound`` if the file does not exist, or an error if it could not be
    ///   moved.
    package func quarantine(
        _ digest: FontDigest, fileName: FontFileName, at place: FontPlace
    ) throws(FontError) -> [String] {
        var created = CreatedDirectories()
        var run = RepairRun(
            tree: self, root: try openRoot(), store: try makeStore(recording: &created), expected: [:])
        switch place {
        case .published(let shard):
            guard let directory = try run.shard(shard) else { return [] }
            try run.setAside(fileName.entryName, in: directory, to: Self.quarantineName)
        case .stored:
            try run.setAside(StoreEntry.content(digest).entryName, in: run.store, to: Self.quarantineName)
        }
        try run.synchronize()
        return run.report.touchedDirectories
    }
}
