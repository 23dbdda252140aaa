package import FontModel

/// The registry's record of one content.
package struct ExpectedFont: Sendable, Equatable {
    /// The content.
    package var digest: FontDigest
    /// The name under which the content is or would be published.
    package var fileName: FontFileName
    /// The expected location of the bytes; `nil` for a content without bytes, such as one that the user removed.
    package var place: FontPlace?
    /// The expected stamp of the file; `nil` if it is not known.
    package var stamp: FileStamp?

    /// Creates an expectation.
    package init(digest: FontDigest, fileName: FontFileName, place: FontPlace?, stamp: FileStamp?) {
        self.digest = digest
        self.fileName = fileName
        self.place = place
        self.stamp = stamp
    }
}

/// One step that makes the tree agree with the registry.
package enum TreeRepair: Sendable, Hashable {
    /// Deletes a staged file that never reached its shard.
    case discardStaged(FontFileName)
    /// Deletes bytes that never reached the store.
    case discardStagedContent(FontDigest)
    /// Moves a foreign entry out of the published tree, into the store's `foreign`.
    ///
    /// If the entry is a font under another name, the font is taken in instead.
    case setAside(TreeInventory.ForeignEntry)
    /// Moves unknown stored bytes, and a damaged sidecar of them, into the store's `foreign`.
    case setAsideStored(FontDigest)
    /// Moves a stored content into its shard, after hashing it.
    case enable(FontDigest, FontFileName, Shard)
    /// Moves a file of a shard to the place of its content, after hashing it.
    case relocate(FontDigest, FontFileName, from: Shard, isHidden: Bool, to: FontPlace)
    /// Hashes a published file that is not the known one and of which the store has a copy.
    ///
    /// An interrupted replacement is undone, so that the copy replaces the file. If somebody changed the file, the
    /// changed file is first set aside.
    case restore(FontDigest, FontFileName, Shard)
    /// Deletes a duplicate, stored copy of a content that is published as expected.
    case discardStored(FontDigest)
    /// Hashes an unknown file.
    ///
    /// The file is deleted if its content is elsewhere or its transaction was never acknowledged, kept in the store if
    /// it was acknowledged, and set aside otherwise.
    case resolve(FontFileName, Shard, isHidden: Bool)
    /// Deletes what an interrupted removal or an unacknowledged registration left in the store.
    case discardUnregistered(FontDigest)
    /// Puts a staged sidecar in place, because only the lost registry could tell whether it was acknowledged.
    ///
    /// A mark without content is deleted. Stored bytes without a sidecar are set aside.
    case recoverSidecar(FontDigest)
}

/// A fact about the tree that the registry must decide on or record.
///
/// Findings are valid only if no repairs remain.
package enum TreeFinding: Sendable, Hashable {
    /// The file of an enabled or disabled font no longer exists: the user removed the font.
    case removedByUser(FontDigest)
    /// The bytes of a stored font and its sidecar no longer exist.
    ///
    /// The store is not for people's files, so its loss is no decision of the user.
    case lost(FontDigest)
    /// The sidecar tells that the font was disabled after the state that the registry has.
    ///
    /// A sidecar is written after the commit, so the registry has lost that commit, for example with its log.
    case disabledInSidecar(FontDigest)
    /// A dot was added before the file's name: the user disabled the font.
    ///
    /// Once the registry expects the file in the store, reconciliation moves it there.
    case disabledByUser(FontDigest)
    /// The file is not the one that the registry knows.
    ///
    /// Its bytes must be hashed (``FontTree/verify(_:fileName:at:)``).
    case stampDiffers(FontDigest)
    /// The file's bytes were not the validated ones; the file is now in quarantine.
    case altered(FontDigest)
    /// The registry expects no bytes, but the store contains them.
    case reappeared(FontDigest)
    /// A sidecar describes an acknowledged registration that the registry does not know.
    ///
    /// The registry lost it, not the tree.
    case unregistered(FontDigest)
    /// A file with a name that the registry does not know.
    ///
    /// Either nothing is known about its content, or the content is registered under another name.
    case found(FoundFile)
    /// The sidecar is missing, or a change of it was interrupted; it must be written again.
    case sidecarOutdated(FontDigest)
}

/// Compares what the registry expects with what is in the tree.
///
/// The registry decides what should be in the tree. The tree shows what the user did to the files. Bytes are deleted
/// only if they were never acknowledged or are duplicates. If the registry is lost, only duplicates are deleted.
package struct TreeReconciliation: Sendable, Equatable {
    /// The changes to make in the tree, in this order.
    ///
    /// Each step is safe by itself, and can be the last one before a crash.
    package private(set) var repairs: [TreeRepair] = []
    /// The changes to make in the registry, once there are no repairs.
    package private(set) var findings: [TreeFinding] = []

    /// Creates a comparison of the registry with the tree.
    ///
    /// - Parameters:
    ///   - expected: The registry's records, with each content and each file name once.
    ///   - inventory: The contents of the tree.
    ///   - found: The unknown files that have been hashed, and on which the registry decides.
    ///   - isRegistryLost: Whether the registry is new. If so, contents that it does not know may have been
    ///     acknowledged.
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
        // A font whose file has a new name was not removed.
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
            compareStored(
                font, files: files, stored: inventory.stored[font.digest],
                hasSidecar: inventory.sidecars.contains(font.digest))
        case nil:
            for file in files { resolve(file) }
            if inventory.stored[font.digest] != nil { findings.append(.reappeared(font.digest)) }
        }
        let needsSidecar = font.place != nil && !inventory.sidecars.contains(font.digest)
        // When a font is removed, its sidecar and its mark are removed too.
        let isLeaving = [.removedByUser(font.digest), .lost(font.digest)].contains(findings.last)
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
        _ font: ExpectedFont, files: [TreeInventory.PublishedFile], stored: FileStamp?, hasSidecar: Bool
    ) {
        guard let stored else {
            if files.isEmpty, !hasSidecar { return findings.append(.lost(font.digest)) }
            return adopt(files, as: font, to: .stored)
        }
        if stored != font.stamp { findings.append(.stampDiffers(font.digest)) }
        for file in files { resolve(file) }
    }

    /// Uses the first of the files found in wrong places as the font's file, visible ones before hidden ones.
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

    /// Handles contents in the store that the registry does not know.
    private mutating func compareUnknown(
        in inventory: TreeInventory, known: Set<FontDigest>, isRegistryLost: Bool
    ) {
        // Until a file is hashed, its content is not known.
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
