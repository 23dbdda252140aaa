package import FontModel

/// What a series of repairs did.
package struct RepairReport: Sendable, Equatable {
    /// The stamps of hashed files that were moved to where they should be.
    package var stamps: [FontDigest: FileStamp] = [:]
    /// The contents whose file turned out to have other bytes and was put into quarantine.
    package var altered: [FontDigest] = []
    /// The scanned directories whose contents changed, for warming.
    package var touchedDirectories: [String] = []
    /// The files of shards that nothing is known of, which stay where they are.
    package var found: [FoundFile] = []
    /// The entries that were taken out of the way, into `foreign` or `quarantine`.
    package var setAside: [SetAsideEntry] = []

    /// Creates an empty report.
    package init() {}
}

/// An entry that was moved to where it does no harm, and where its owner finds it.
package struct SetAsideEntry: Sendable, Hashable {
    /// The path where it was.
    package var source: String
    /// The path where it is.
    package var target: String
}

extension FontTree {
    /// Makes repairs, in order.
    ///
    /// A file that went away since the inventory needs no repair any more.
    ///
    /// - Parameters:
    ///   - repairs: As ``TreeReconciliation`` has them.
    ///   - expected: What the registry says, by which unknown files are resolved.
    ///   - isRegistryLost: Whether files that the registry does not know may have been acknowledged all the same.
    /// - Returns: What came of them.
    /// - Throws: What kept a repair from being made; those before it stand.
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

    /// Takes a file whose bytes are not those that were validated out of the tree, into the store's `quarantine`.
    ///
    /// - Parameters:
    ///   - digest: The content that the file should have had.
    ///   - fileName: The name it is published under.
    ///   - place: Where it lies.
    /// - Returns: The scanned directories whose contents changed, for warming.
    /// - Throws: ``FontModel/FontError/Code/fileNotFound`` where the file is gone, or what kept it from being moved.
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
