package import FontModel

/// What the registry says of one content.
package struct ExpectedFont: Sendable, Equatable {
    /// The content.
    package var digest: FontDigest
    /// The name it is or would be published under.
    package var fileName: FontFileName
    /// Where its bytes should lie; `nil` where it is known without bytes, as one that the user removed.
    package var place: FontPlace?
    /// The stamp its file should have; `nil` where that is not known.
    package var stamp: FileStamp?

    /// Creates an expectation.
    package init(digest: FontDigest, fileName: FontFileName, place: FontPlace?, stamp: FileStamp?) {
        self.digest = digest
        self.fileName = fileName
        self.place = place
        self.stamp = stamp
    }
}

/// One step that brings the tree to the registry.
package enum TreeRepair: Sendable, Hashable {
    /// Deletes a file that never reached its shard.
    case discardStaged(FontFileName)
    /// Deletes bytes that never reached the store.
    case discardStagedContent(FontDigest)
    /// Moves what is not ours out of the published tree, into the store's `foreign`.
    case setAside(TreeInventory.ForeignEntry)
    /// Moves stored bytes that do not belong to anything into the store's `foreign`.
    case setAsideStored(FontDigest)
    /// Moves a stored content into its shard, after hashing it.
    case enable(FontDigest, FontFileName, Shard)
    /// Moves a file of a shard to the place where its content should be, after hashing it.
    case relocate(FontDigest, FontFileName, from: Shard, isHidden: Bool, to: FontPlace)
    /// Deletes a second, stored copy of a content that is published as it should be.
    case discardStored(FontDigest)
    /// Hashes a file that nothing is known of. It is deleted where its content is elsewhere or its transaction never
    /// was acknowledged, kept in the store where it was, and set aside otherwise.
    case resolve(FontFileName, Shard, isHidden: Bool)
    /// Deletes what an interrupted removal, or a registration that was never acknowledged, has left in the store.
    case discardUnregistered(FontDigest)
}

/// Something about the tree that the registry must decide or take note of. Valid once no repair is left to do.
package enum TreeFinding: Sendable, Hashable {
    /// The file of an enabled or disabled font is nowhere any more: the user removed the font.
    case removedByUser(FontDigest)
    /// The file was given a dot before its name: the user disabled the font. Once the registry expects it in the store,
    /// reconciliation moves it there.
    case disabledByUser(FontDigest)
    /// The file is not the one that the registry knows; its bytes have to be hashed (``FontTree/verify(_:fileName:at:)``).
    case stampDiffers(FontDigest)
    /// The registry expects no bytes, but they are in the store.
    case reappeared(FontDigest)
    /// A sidecar tells of an acknowledged registration that the registry does not know: its own loss, not the tree's.
    case unregistered(FontDigest)
    /// The sidecar is missing, or a change of it was interrupted: it has to be written anew.
    case sidecarOutdated(FontDigest)
}

/// Compares what the registry expects with what is in the tree.
///
/// The registry is the truth about what should be there. The tree is the truth about what the user did to the files. Bytes
/// are deleted only where they were never acknowledged, or lie twice.
package struct TreeReconciliation: Sendable, Equatable {
    /// What to do to the tree, in this order. Each step is safe by itself: it can be the last before a crash.
    package private(set) var repairs: [TreeRepair] = []
    /// What to do in the registry, once there are no repairs.
    package private(set) var findings: [TreeFinding] = []

    /// Compares.
    ///
    /// - Parameters:
    ///   - expected: What the registry says; every content and every file name once.
    ///   - inventory: What is in the tree.
    package init(expected: [ExpectedFont], inventory: TreeInventory) {
        repairs = []
        findings = []
    }
}
