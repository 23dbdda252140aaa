package import FontModel

/// What reconciling the tree with the registry came to.
package struct ReconciliationOutcome: Sendable, Equatable {
    /// What to do in the registry.
    package var findings: [TreeFinding]
    /// The stamps of files that were moved, for the registry.
    package var stamps: [FontDigest: FileStamp]
    /// The scanned directories whose contents changed, for warming.
    package var touchedDirectories: [String]
    /// The repairs that were made, for the log.
    package var repairs: [TreeRepair]
    /// The entries that were taken out of the way, for the log.
    package var setAside: [SetAsideEntry] = []
    /// The tree as it is now.
    package var inventory: TreeInventory
}

extension FontTree {
    /// How often the tree is walked over: a repair can bring to light at most two more, such as a resolved file whose
    /// sidecar is then recovered.
    private static let maximumPasses = 4

    /// Brings the tree to the registry, and tells what the registry has to learn from the tree.
    ///
    /// Touches nothing outside the root and the store. A second call finds nothing to repair; one that was killed is
    /// simply made again.
    ///
    /// - Parameters:
    ///   - expected: What the registry says; every content and every file name once.
    ///   - known: Where the published fonts were found last; `nil` where that is not known.
    ///   - isRegistryLost: Whether the registry is new. Then nothing is taken for what was never acknowledged, and no
    ///     whole font is deleted.
    /// - Returns: What the registry has to learn, and what changed in the tree.
    /// - Throws: ``FontModel/FontError/Code/readOnly`` where published fonts are expected and the tree is gone as a whole,
    ///   and what kept a repair from being made.
    package func reconcile(
        with expected: [ExpectedFont], in known: PublishedRoot? = nil, isRegistryLost: Bool = false
    ) throws(FontError) -> ReconciliationOutcome {
        var expected = expected
        var outcome = ReconciliationOutcome(
            findings: [], stamps: [:], touchedDirectories: [], repairs: [], inventory: TreeInventory())
        var altered: [FontDigest] = []
        var found: [FoundFile] = []
        for pass in 1...Self.maximumPasses {
            outcome.inventory = try inventory()
            // What turned out to be altered is gone for another reason.
            let unaltered = expected.filter { !altered.contains($0.digest) }
            if outcome.inventory.isGone(for: unaltered, in: known) { throw goneError }
            let reconciliation = TreeReconciliation(
                expected: expected, inventory: outcome.inventory, found: found, isRegistryLost: isRegistryLost)
            outcome.findings = reconciliation.findings
            if reconciliation.repairs.isEmpty || pass == Self.maximumPasses { break }
            let report = try apply(reconciliation.repairs, expected: expected, isRegistryLost: isRegistryLost)
            outcome.repairs += reconciliation.repairs
            outcome.stamps.merge(report.stamps) { $1 }
            outcome.touchedDirectories += report.touchedDirectories.filter {
                !outcome.touchedDirectories.contains($0)
            }
            outcome.setAside += report.setAside
            altered += report.altered
            found += report.found
            for index in expected.indices {
                if let stamp = report.stamps[expected[index].digest] { expected[index].stamp = stamp }
            }
        }
        outcome.findings.removeAll { finding in altered.contains { finding == .removedByUser($0) } }
        outcome.findings += altered.map(TreeFinding.altered)
        return outcome
    }
}
