import FontLibrary
import FontModel
import Testing

/// The comparison alone: no file is touched.
struct TreeReconciliationTests {
    private static let good = FileStamp(inode: 1, size: 2, modificationNanoseconds: 3, changeNanoseconds: 4)
    private static let other = FileStamp(inode: 9, size: 2, modificationNanoseconds: 3, changeNanoseconds: 4)
    private let font: SampleFont
    private let home: Shard
    private let away: Shard

    init() throws {
        font = try SampleFont("font")
        home = try shard(1)
        away = try shard(2)
    }

    /// What is found of the one font that the registry knows.
    enum Found: String, CaseIterable, Sendable {
        case nothing, visible, visibleAltered, hidden, elsewhere, stored, storedAltered
        case visibleAndStored, visibleAlteredAndStored, hiddenAndStored, visibleAndElsewhere
    }

    private func inventory(_ found: Found) -> TreeInventory {
        var inventory = TreeInventory()
        inventory.root = .init(fileSystem: 1, inode: 2, changeNanoseconds: 3, isEmpty: false)
        inventory.sidecars = [font.digest]
        func add(_ shard: Shard, hidden: Bool = false, _ stamp: FileStamp = Self.good) {
            inventory.published.append(
                TreeInventory.PublishedFile(shard: shard, fileName: font.fileName, isHidden: hidden, stamp: stamp))
        }
        switch found {
        case .nothing: break
        case .visible: add(home)
        case .visibleAltered: add(home, Self.other)
        case .hidden: add(home, hidden: true)
        case .elsewhere: add(away)
        case .stored: inventory.stored[font.digest] = Self.good
        case .storedAltered: inventory.stored[font.digest] = Self.other
        case .visibleAndStored:
            add(home)
            inventory.stored[font.digest] = Self.good
        case .visibleAlteredAndStored:
            add(home, Self.other)
            inventory.stored[font.digest] = Self.good
        case .hiddenAndStored:
            add(home, hidden: true)
            inventory.stored[font.digest] = Self.good
        case .visibleAndElsewhere:
            add(home)
            add(away)
        }
        return inventory
    }

    private func compare(_ place: FontPlace?, _ found: Found) -> TreeReconciliation {
        TreeReconciliation(
            expected: [font.expected(at: place, stamp: Self.good)], inventory: inventory(found))
    }

    @Test(arguments: Found.allCases)
    func `a font that should be published`(found: Found) {
        let result = compare(.published(home), found)
        let (digest, name) = (font.digest, font.fileName)
        let repairs: [TreeRepair]
        let findings: [TreeFinding]
        switch found {
        case .nothing: (repairs, findings) = ([], [.removedByUser(digest)])
        case .visible: (repairs, findings) = ([], [])
        case .visibleAltered: (repairs, findings) = ([], [.stampDiffers(digest)])
        case .hidden, .hiddenAndStored: (repairs, findings) = ([], [.disabledByUser(digest)])
        case .elsewhere:
            (repairs, findings) = ([.relocate(digest, name, from: away, isHidden: false, to: .published(home))], [])
        case .stored, .storedAltered: (repairs, findings) = ([.enable(digest, name, home)], [])
        case .visibleAndStored: (repairs, findings) = ([.discardStored(digest)], [])
        case .visibleAlteredAndStored: (repairs, findings) = ([.restore(digest, name, home)], [])
        case .visibleAndElsewhere: (repairs, findings) = ([.resolve(name, away, isHidden: false)], [])
        }
        #expect(result.repairs == repairs)
        #expect(result.findings == findings)
    }

    @Test(arguments: Found.allCases)
    func `a font that should be in the store`(found: Found) {
        let result = compare(.stored, found)
        let (digest, name) = (font.digest, font.fileName)
        let repairs: [TreeRepair]
        let findings: [TreeFinding]
        switch found {
        case .nothing: (repairs, findings) = ([], [.removedByUser(digest)])
        case .visible, .visibleAltered:
            (repairs, findings) = ([.relocate(digest, name, from: home, isHidden: false, to: .stored)], [])
        case .hidden:
            (repairs, findings) = ([.relocate(digest, name, from: home, isHidden: true, to: .stored)], [])
        case .elsewhere:
            (repairs, findings) = ([.relocate(digest, name, from: away, isHidden: false, to: .stored)], [])
        case .stored: (repairs, findings) = ([], [])
        case .storedAltered: (repairs, findings) = ([], [.stampDiffers(digest)])
        case .visibleAndStored, .visibleAlteredAndStored:
            (repairs, findings) = ([.resolve(name, home, isHidden: false)], [])
        case .hiddenAndStored: (repairs, findings) = ([.resolve(name, home, isHidden: true)], [])
        case .visibleAndElsewhere:
            (repairs, findings) = (
                [
                    .relocate(digest, name, from: home, isHidden: false, to: .stored),
                    .resolve(name, away, isHidden: false),
                ], []
            )
        }
        #expect(result.repairs == repairs)
        #expect(result.findings == findings)
    }

    @Test func `a font that was removed gets no sidecar anew`() {
        for place in [FontPlace.published(home), .stored] {
            let expected = ExpectedFont(digest: font.digest, fileName: font.fileName, place: place, stamp: nil)
            for marks in [Set<FontDigest>(), [font.digest]] {
                var inventory = TreeInventory()
                inventory.marks = marks
                let result = TreeReconciliation(expected: [expected], inventory: inventory)
                // The store is not for people's files: nobody removes a font there.
                let finding = place == .stored ? TreeFinding.lost(font.digest) : .removedByUser(font.digest)
                #expect(result.findings == [finding])
            }
        }
    }

    @Test(arguments: Found.allCases)
    func `a font that is known without bytes`(found: Found) {
        let result = compare(nil, found)
        #expect(!result.findings.contains(.removedByUser(font.digest)))
        #expect(result.findings.contains(.reappeared(font.digest)) == (inventory(found).stored[font.digest] != nil))
        #expect(result.repairs.count == inventory(found).published.count)
    }

    @Test(arguments: Found.allCases, [(false, false), (true, false), (false, true), (true, true)])
    func `a font that the registry does not know`(found: Found, traces: (sidecar: Bool, mark: Bool)) {
        var inventory = inventory(found)
        inventory.sidecars = traces.sidecar ? [font.digest] : []
        inventory.marks = traces.mark ? [font.digest] : []
        let result = TreeReconciliation(expected: [], inventory: inventory)
        // A file in a shard has to be hashed before anybody can tell what it is.
        let resolutions = inventory.published.map { TreeRepair.resolve($0.fileName, $0.shard, isHidden: $0.isHidden) }
        #expect(Array(result.repairs.prefix(resolutions.count)) == resolutions)
        let rest = Array(result.repairs.dropFirst(resolutions.count))
        if traces.mark {
            #expect(rest == [.discardUnregistered(font.digest)])
            #expect(result.findings == [])
        } else if traces.sidecar {
            #expect(rest == [])
            #expect(result.findings == [.unregistered(font.digest)])
        } else {
            #expect(rest == (inventory.stored.isEmpty ? [] : [.setAsideStored(font.digest)]))
            #expect(result.findings == [])
        }
    }

    @Test(arguments: Found.allCases, [false, true])
    func `a mark decides nothing where the registry is lost`(found: Found, hasSidecar: Bool) {
        var inventory = inventory(found)
        inventory.sidecars = hasSidecar ? [font.digest] : []
        inventory.marks = [font.digest]
        let result = TreeReconciliation(expected: [], inventory: inventory, isRegistryLost: true)
        let resolutions = inventory.published.map { TreeRepair.resolve($0.fileName, $0.shard, isHidden: $0.isHidden) }
        #expect(result.repairs == (resolutions.isEmpty ? [.recoverSidecar(font.digest)] : resolutions))
        #expect(result.findings == [])
    }

    @Test func `an interrupted or missing sidecar is written anew`() {
        var inventory = inventory(.visible)
        let expected = [font.expected(at: .published(home), stamp: Self.good)]
        inventory.marks = [font.digest]
        #expect(
            TreeReconciliation(expected: expected, inventory: inventory).findings == [.sidecarOutdated(font.digest)])
        inventory.marks = []
        inventory.sidecars = []
        #expect(
            TreeReconciliation(expected: expected, inventory: inventory).findings == [.sidecarOutdated(font.digest)])
    }

    @Test func `leftovers go first and foreign entries next`() throws {
        var inventory = inventory(.elsewhere)
        let entry = TreeInventory.ForeignEntry(directory: nil, name: Array("notes.txt".utf8))
        inventory.staged = [font.fileName]
        inventory.stagedContents = [font.digest]
        inventory.foreign = [entry]
        let repairs = TreeReconciliation(
            expected: [font.expected(at: .published(home), stamp: Self.good)], inventory: inventory
        ).repairs
        #expect(
            Array(repairs.prefix(3)) == [
                .discardStaged(font.fileName), .discardStagedContent(font.digest), .setAside(entry),
            ])
    }
}
