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
    /// Takes a font under another name in, and moves whatever else is not ours out of the published tree, into the store's
    /// `foreign`.
    case setAside(TreeInventory.ForeignEntry)
    /// Moves stored bytes that do not belong to anything into the store's `foreign`.
    case setAsideStored(FontDigest)
    /// Moves a stored content into its shard, after hashing it.
    case enable(FontDigest, FontFileName, Shard)
    /// Moves a file of a shard to the place where its content should be, after hashing it.
    case relocate(FontDigest, FontFileName, from: Shard, isHidden: Bool, to: FontPlace)
    /// Hashes a published file that is not the one known, of which the store has a copy: what was interrupted is taken
    /// back, so that the copy takes its place, and what somebody did to the file is set aside first.
    case restore(FontDigest, FontFileName, Shard)
    /// Deletes a second, stored copy of a content that is published as it should be.
    case discardStored(FontDigest)
    /// Hashes a file that nothing is known of. It is deleted where its content is elsewhere or its transaction never
    /// was acknowledged, kept in the store where it was, and set aside otherwise.
    case resolve(FontFileName, Shard, isHidden: Bool)
    /// Deletes what an interrupted removal, or a registration that was never acknowledged, has left in the store.
    case discardUnregistered(FontDigest)
    /// Puts a staged sidecar in place, as only a registry that is lost could tell whether it was acknowledged. A mark
    /// that tells nothing goes; stored bytes that no sidecar tells of are set aside.
    case recoverSidecar(FontDigest)
}

/// Something about the tree that the registry must decide or take note of.
///
/// Valid once no repair is left to do.
package enum TreeFinding: Sendable, Hashable {
    /// The file of an enabled or disabled font is nowhere any more: the user removed the font.
    case removedByUser(FontDigest)
    /// The file was given a dot before its name: the user disabled the font. Once the registry expects it in the store,
    /// reconciliation moves it there.
    case disabledByUser(FontDigest)
    /// The file is not the one that the registry knows; its bytes have to be hashed (``FontTree/verify(_:fileName:at:)``).
    case stampDiffers(FontDigest)
    /// The file had other bytes than those that were validated; it is in quarantine now.
    case altered(FontDigest)
    /// The registry expects no bytes, but they are in the store.
    case reappeared(FontDigest)
    /// A sidecar tells of an acknowledged registration that the registry does not know: its own loss, not the tree's.
    case unregistered(FontDigest)
    /// A file that the registry does not know under its name; nothing else is known of it, or its content is registered
    /// under another name.
    case found(FoundFile)
    /// The sidecar is missing, or a change of it was interrupted: it has to be written anew.
    case sidecarOutdated(FontDigest)
}

/// Compares what the registry expects with what is in the tree.
///
/// The registry is the truth about what should be there. The tree is the truth about what the user did to the files. Bytes
/// are deleted only where they were never acknowledged, or lie twice; where the registry is lost, only where they lie
/// twice.
package struct TreeReconciliation: Sendable, Equatable {
    /// What to do to the tree, in this order.
    ///
    /// Each step is safe by itself: it can be the last before a crash.
    package private(set) var repairs: [TreeRepair] = []
    /// What to do in the registry, once there are no repairs.
    package private(set) var findings: [TreeFinding] = []

    /// Compares.
    ///
    /// - Parameters:
    ///   - expected: What the registry says; every content and every file name once.
    ///   - inventory: What is in the tree.
    ///   - found: The unknown files that have been hashed, and are the registry's to decide on.
    ///   - isRegistryLost: Whether the registry is new, so that what it does not know may have been acknowledged.
    package init(
        expected: [ExpectedFont], inventory: TreeInventory, found: [FoundFile] = [], isRegistryLost: Bool = false
    ) {
        let foundPlaces = Dictionary(grouping: found, by: \.fileName)
        var files: [FontFileName: [TreeInventory.PublishedFile]] = [:]
        for file in inventory.published { files[file.fileName, default: []].append(file) }

        repairs += inventory.staged.map(TreeRepair.discardStaged)
        repairs += inventory.stagedContents.inOrder.map(TreeRepair.discardStagedContent)
        repairs += inventory.foreign.map(TreeRepair.setAside)
        for font in expected.sorted(by: { $0.digest.hexadecimal < $1.digest.hexadecimal }) {
            compare(font, files: files[font.fileName] ?? [], inventory: inventory)
        }
        let names = Set(expected.map(\.fileName))
        for file in inventory.published where !names.contains(file.fileName) {
            let known = foundPlaces[file.fileName]?.first { $0.shard == file.shard && $0.stamp == file.stamp }
            guard let known, !file.isHidden else {
                resolve(file)
                continue
            }
            if !known.endsWithSession { findings.append(.found(known)) }
        }
        // A font whose file has another name now was not removed.
        let foundDigests = Set(found.map(\.digest))
        findings.removeAll { finding in
            if case .removedByUser(let digest) = finding { foundDigests.contains(digest) } else { false }
        }
        compareUnknown(in: inventory, known: Set(expected.map(\.digest)), isRegistryLost: isRegistryLost)
    }

    private mutating func compare(
        _ font: ExpectedFont, files: [TreeInventory.PublishedFile], inventory: TreeInventory
    ) {
        switch font.place {
        case .published(let shard):
            comparePublished(font, shard: shard, files: files, stored: inventory.stored[font.digest])
        case .stored:
            compareStored(font, files: files, stored: inventory.stored[font.digest])
        case nil:
            for file in files { resolve(file) }
            if inventory.stored[font.digest] != nil { findings.append(.reappeared(font.digest)) }
        }
        let needsSidecar = font.place != nil && !inventory.sidecars.contains(font.digest)
        // A font that goes takes its sidecar and its mark with it.
        let isLeaving = findings.last == .removedByUser(font.digest)
        if !isLeaving, needsSidecar || inventory.marks.contains(font.digest) {
            findings.append(.sidecarOutdated(font.digest))
        }
    }

    private mutating func comparePublished(
        _ font: ExpectedFont, shard: Shard, files: [TreeInventory.PublishedFile], stored: FileStamp?
    ) {
        let inShard = files.filter { $0.shard == shard }
        let elsewhere = files.filter { $0.shard != shard }
        if let visible = inShard.first(where: { !$0.isHidden }) {
            if visible.stamp != font.stamp, stored != nil {
                repairs.append(.restore(font.digest, font.fileName, shard))
            } else if visible.stamp != font.stamp {
                findings.append(.stampDiffers(font.digest))
            } else if stored != nil {
                repairs.append(.discardStored(font.digest))
            }
            for file in files where file != visible { resolve(file) }
        } else if inShard.contains(where: \.isHidden) {
            findings.append(.disabledByUser(font.digest))
            for file in elsewhere { resolve(file) }
        } else if stored != nil {
            repairs.append(.enable(font.digest, font.fileName, shard))
            for file in elsewhere { resolve(file) }
        } else {
            adopt(elsewhere, as: font, to: .published(shard))
        }
    }

    private mutating func compareStored(
        _ font: ExpectedFont, files: [TreeInventory.PublishedFile], stored: FileStamp?
    ) {
        guard let stored else { return adopt(files, as: font, to: .stored) }
        if stored != font.stamp { findings.append(.stampDiffers(font.digest)) }
        for file in files { resolve(file) }
    }

    /// Takes the first of the files found in wrong places as the font's, visible ones before hidden ones.
    private mutating func adopt(_ files: [TreeInventory.PublishedFile], as font: ExpectedFont, to place: FontPlace) {
        guard let best = files.first(where: { !$0.isHidden }) ?? files.first else {
            findings.append(.removedByUser(font.digest))
            return
        }
        repairs.append(
            .relocate(font.digest, font.fileName, from: best.shard, isHidden: best.isHidden, to: place))
        for file in files where file != best { resolve(file) }
    }

    private mutating func resolve(_ file: TreeInventory.PublishedFile) {
        repairs.append(.resolve(file.fileName, file.shard, isHidden: file.isHidden))
    }

    /// Contents in the store that the registry does not know.
    private mutating func compareUnknown(
        in inventory: TreeInventory, known: Set<FontDigest>, isRegistryLost: Bool
    ) {
        // Before a file is hashed, nobody can tell whose bytes it has.
        let isResolving = repairs.contains { if case .resolve = $0 { true } else { false } }
        for digest in inventory.sidecars.union(inventory.stored.keys).union(inventory.marks).inOrder
        where !known.contains(digest) {
            if inventory.marks.contains(digest), isRegistryLost {
                if !isResolving { repairs.append(.recoverSidecar(digest)) }
            } else if inventory.marks.contains(digest) {
                repairs.append(.discardUnregistered(digest))
            } else if inventory.sidecars.contains(digest) {
                findings.append(.unregistered(digest))
            } else {
                repairs.append(.setAsideStored(digest))
            }
        }
    }
}

extension Set<FontDigest> {
    /// The digests in the order of their digits.
    fileprivate var inOrder: [FontDigest] { sorted { $0.hexadecimal < $1.hexadecimal } }
}
