import FontModel
import LinuxSystem
import Testing

@testable import FontLibrary

@Suite struct `Removed fonts` {
    private static let day: Int64 = 24 * 60 * 60
    private let scratch: Scratch
    private let tree: FontTree

    init() throws {
        scratch = try Scratch()
        tree = try scratch.tree()
    }

    private func removed(_ font: SampleFont, time: Int64 = 1000) -> RemovedFont {
        RemovedFont(
            digest: font.digest, fileName: font.fileName, size: font.memory.size,
            names: [RemovedFont.Name(postscriptName: font.text, family: font.text)], provider: .user, userInfo: "mark",
            wasEnabled: true, reason: .uninstalled, time: time)
    }

    /// Has a font leave, and returns the transaction that does it.
    private func transaction(removing font: SampleFont, time: Int64 = 1000) throws -> FontTransaction {
        let published = try tree.publish(font, in: shard(0))
        return FontTransaction(
            tree: tree,
            moves: [
                .withdraw(font.digest, stamp: published.stamp, as: font.fileName, in: try shard(0)),
                .retire(removed(font, time: time)), .removeSidecar(font.digest),
            ])
    }

    private func remove(_ font: SampleFont, time: Int64 = 1000) throws {
        let transaction = try transaction(removing: font, time: time)
        try transaction.prepare()
        _ = try transaction.publish()
        try transaction.finish()
    }

    @Test func `are kept with what is known of them`() throws {
        let font = try SampleFont("Alpha")
        try remove(font)
        #expect(try tree.removed.fonts() == [removed(font)])
        #expect(try tree.verify(font.digest, of: tree.removed.open(font.digest)) != .altered)
        let inventory = try tree.inventory()
        #expect(inventory.stored.isEmpty && inventory.sidecars.isEmpty && inventory.marks.isEmpty)
        #expect(inventory.published.isEmpty)
    }

    @Test func `have in their notes whether their whole directory was deleted`() throws {
        let font = try SampleFont("Alpha")
        for lostDirectory in [false, true] {
            var known = removed(font)
            known.lostDirectory = lostDirectory
            let note = try #require(known.encoded())
            #expect(RemovedFont(decoding: note, digest: font.digest) == known)
        }
    }

    @Test func `are none where the transaction is rolled back`() throws {
        let font = try SampleFont("Alpha")
        let transaction = try transaction(removing: font)
        try transaction.prepare()
        _ = try transaction.publish()
        transaction.rollBack()
        #expect(try tree.removed.fonts() == [])
        #expect(try tree.inventory().published.map(\.fileName) == [font.fileName])
        #expect(!scratch.exists("\(tree.locations.store)/removed"))
    }

    @Test func `come to be kept by the next start where the service ends between commit and end`() throws {
        let font = try SampleFont("Alpha")
        let transaction = try transaction(removing: font)
        try transaction.prepare()
        _ = try transaction.publish()
        // The registry does not know the font any more.
        let outcome = try tree.reconcile(with: [])
        #expect(outcome.findings == [])
        #expect(try tree.removed.fonts() == [removed(font)])
        #expect(try tree.inventory().marks.isEmpty)
    }

    @Test func `that were never committed as removed stay as they were at the next start`() throws {
        let font = try SampleFont("Alpha")
        let published = try tree.publish(font, in: shard(0))
        let transaction = FontTransaction(
            tree: tree,
            moves: [
                .withdraw(font.digest, stamp: published.stamp, as: font.fileName, in: try shard(0)),
                .retire(removed(font)), .removeSidecar(font.digest),
            ])
        try transaction.prepare()
        _ = try transaction.publish()
        _ = try tree.reconcile(with: [published])
        #expect(try tree.inventory().published.map(\.fileName) == [font.fileName])
        #expect(try tree.removed.fonts() == [])
        try tree.removed.deleteLeftNotes()
        #expect(try scratch.contents(below: "\(tree.locations.store)/removed") == [:], "the note goes")
    }

    @Test func `are deleted after 30 days, and one of a clock that was ahead at once`() throws {
        let (old, new, future) = (try SampleFont("Old"), try SampleFont("New"), try SampleFont("Future"))
        try remove(old, time: 0)
        try remove(new, time: 10 * Self.day)
        try remove(future, time: 90 * Self.day)
        #expect(try tree.removed.limit(at: 30 * Self.day - 1) == 1)
        #expect(try tree.removed.fonts().map(\.digest) == [old.digest, new.digest])
        #expect(try tree.removed.limit(at: 30 * Self.day) == 1)
        #expect(try tree.removed.fonts().map(\.digest) == [new.digest])
    }

    @Test func `that are too many are deleted in the order in which they left`() throws {
        let fonts = try ["Aaaa", "Bbbb", "Cccc"].map { try SampleFont($0) }
        for (index, font) in fonts.enumerated() { try remove(font, time: 1000 - Int64(index)) }
        var limits = RemovedFontStore.Limits()
        limits.bytes = 8
        #expect(try tree.removed.limit(to: limits, at: 1000) == 1)
        #expect(try tree.removed.fonts().map(\.digest) == [fonts[1].digest, fonts[0].digest])
    }

    @Test func `are deleted where the disk is nearly full`() throws {
        try remove(try SampleFont("Alpha"))
        var limits = RemovedFontStore.Limits()
        limits.freeShare = 1
        limits.freeBytes = .max
        #expect(try tree.removed.limit(to: limits, at: 1000) == 1)
        #expect(try tree.removed.fonts() == [])
    }

    @Test func `make room one after the other`() throws {
        let fonts = try ["Aaaa", "Bbbb", "Cccc"].map { try SampleFont($0) }
        for (index, font) in fonts.enumerated() { try remove(font, time: 1000 + Int64(index)) }
        #expect(try tree.removed.delete(freeing: 5))
        #expect(try tree.removed.fonts().map(\.digest) == [fonts[2].digest])
        #expect(try tree.removed.delete(freeing: 5))
        #expect(try !tree.removed.delete(freeing: 5), "nothing is left")
    }

    @Test func `whose note is damaged are not listed and do no harm`() throws {
        let font = try SampleFont("Alpha")
        try remove(font)
        try scratch.write(
            "{}", to: "home/.local/share/typecase/store/removed/\(font.digest.hexadecimal).json")
        #expect(try tree.removed.fonts() == [])
        #expect(try tree.removed.limit(at: 1000) == 0)
    }

    @Test func `a note whose font is still on its way stays when the others are limited`() throws {
        try remove(SampleFont("Alpha"))
        let digest = try SampleFont("Beta").digest
        let name = "home/.local/share/typecase/store/removed/\(digest.hexadecimal).json"
        try scratch.write("{}", to: name)
        let note = "\(scratch.path)/\(name)"
        #expect(try tree.removed.limit(at: 1000) == 0)
        #expect((try? FileStatus(path: note)) != nil, "a transaction writes it before the font is there")
        try tree.removed.deleteLeftNotes()
        #expect((try? FileStatus(path: note)) == nil)
        #expect(try tree.removed.fonts().count == 1)
    }
}
