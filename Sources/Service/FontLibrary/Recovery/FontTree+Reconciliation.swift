package import FontModel

/// The result of reconciling the tree with the registry.
package struct ReconciliationOutcome: Sendable, Equatable {
    /// The changes to make in the registry.
    package var findings: [TreeFinding]
    /// The stamps of moved files, for the registry.
    package var stamps: [FontDigest: FileStamp]
    /// The scanned directories whose contents changed, for warming the font cache.
    package var touchedDirectories: [String]
    /// The repairs that were made, for the log.
    package var repairs: [TreeRepair]
    /// The entries that were set aside, for the log.
    package var setAside: [SetAsideEntry] = []
    /// The current contents of the tree.
    package var inventory: TreeInventory
}

extension FontTree {
    /// The most passes over the tree.
    ///
    /// A repair can reveal at most two more, such as a resolved file whose sidecar is then recovered.
    private static let maximumPasses = 4

    /// Makes the tree agree with the registry, and reports what the registry has to learn from the tree.
    ///
    /// This changes nothing outside the root and the store. A second call finds nothing to repair. If a call is
    /// interrupted, simply make it again.
    ///
    /// - Parameters:
    ///   - expected: The registry's records, with each content and each file name once.
    ///   - known: Where the published fonts were found last; `nil` if that is not known.
    ///   - isRegistryLost: Whether the registry is new. If so, nothing counts as unacknowledged, and no complete font
    ///     is deleted.
    /// - Returns: What the registry has to learn, and what changed in the tree.
    /// - Throws: ``FontModel/FontError/Code/readOnly`` if published fonts are expected but the whole tree is missing,
    ///   or an error if a repair could not be made.
    package func reconcile(
        with expected: [ExpectedFont], in known: PublishedRoot? = nil, isRegistryLost: Bool = false
    ) throws(FontError) -> ReconciliationOutcome {
        var expected = expected
        var outcome = ReconciliationOutcome(
            findings: [], stamps: [:], touchedDirectories: [], repairs: [], inventory: TreeInventory())
        var altered: [FontDigest] = []
        var disabled: [FontDigest] = []
        var found: [FoundFile] = []
        for pass in 1...Self.maximumPasses {
            outcome.inventory = try inventory()
            // Altered files are missing for another reason.
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
            disabled += report.disabledInSidecar
            found += report.found
            for index in expected.indices {
                if let stamp = report.stamps[expected[index].digest] { expected[index].stamp = stamp }
                if report.disabledInSidecar.contains(expected[index].digest) { expected[index].place = .stored }
            }
        }
        outcome.findings.removeAll { finding in altered.contains { finding == .removedByUser($0) } }
        outcome.findings += altered.map(TreeFinding.altered)
        // The stamps in the store are those of files that the registry does not expect there yet.
        outcome.findings.removeAll { finding in disabled.contains { finding == .stampDiffers($0) } }
        outcome.findings += disabled.map(TreeFinding.disabledInSidecar)
        return outcome
    }
}
