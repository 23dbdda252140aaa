import CLinux
import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

struct StagedFontTests {
    @Test func `a staged font is hidden, and is moved into its shard or into the store`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        try tree.makeStage()
        let (published, kept) = (try SampleFont("published"), try SampleFont("kept"))
        let first = try tree.stage(published.memory)
        let second = try tree.stage(kept.memory)
        #expect(try files(in: tree).allSatisfy { $0.hasPrefix(".stage/") && $0.hasSuffix(".batch") })
        #expect(try files(in: tree).count == 2)
        #expect(try tree.inventory().published.isEmpty)

        let changes = try tree.perform([
            .publish(.staged(first), as: published.fileName, in: shard(1)),
            .writeSidecar(published.sidecar(at: .published(shard(1)))),
            .keep(.staged(second)), .writeSidecar(kept.sidecar(at: .stored)),
        ])
        #expect(try files(in: tree) == ["01/\(published.fileName)"])
        #expect(try scratch.contents(below: tree.root)["01/\(published.fileName)"] == "published")
        #expect(try scratch.contents(below: tree.locations.store)["\(kept.digest)"] == "kept")
        let expected = [
            published.expected(at: .published(try shard(1)), stamp: changes.stamps[published.digest]),
            kept.expected(at: .stored, stamp: changes.stamps[kept.digest]),
        ]
        let outcome = try tree.reconcile(with: expected)
        #expect(outcome.repairs.isEmpty)
        #expect(outcome.findings.isEmpty)
        // What was moved is no leftover.
        try tree.discard([first, second])
        #expect(try tree.reconcile(with: expected).findings.isEmpty)
    }

    @Test func `a transaction that is rolled back leaves staged fonts for the next one`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        try tree.makeStage()
        let font = try SampleFont("font")
        let staged = try tree.stage(font.memory)
        let before = try scratch.contents(below: tree.root)
        let transaction = FontTransaction(
            tree: tree, moves: [.publish(.staged(staged), as: font.fileName, in: try shard(0))],
            newShards: [try shard(0)])
        try transaction.prepare()
        _ = try transaction.publish()
        #expect(transaction.rollBack().problems.isEmpty)
        #expect(try scratch.contents(below: tree.root) == before)

        try tree.perform([.publish(.staged(staged), as: font.fileName, in: shard(2))])
        #expect(try files(in: tree) == ["02/\(font.fileName)"])
    }

    @Test func `a transaction that is not wanted any more ends between two fonts, and leaves nothing`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        try tree.makeStage()
        let fonts = try (0..<10).map { try SampleFont("font \($0)") }
        let staged = try fonts.map { try tree.stage($0.memory) }
        let before = try scratch.contents(below: tree.root)
        let transaction = FontTransaction(
            tree: tree,
            moves: try zip(fonts, staged).flatMap { font, staged in
                [
                    FontMove.publish(.staged(staged), as: font.fileName, in: try shard(0)),
                    .writeSidecar(font.sidecar(at: .published(try shard(0)))),
                ]
            })
        let wanted = Countdown(5)
        let unwanted = FontError(.batchClosed, "not wanted")
        let error = #expect(throws: FontError.self) {
            try transaction.prepare { () throws(FontError) in if wanted.isDue() { throw unwanted } }
        }
        #expect(error?.code == unwanted.code)
        // The sidecars of the first fonts, and not those of all, beside the directory of the spares.
        #expect(try scratch.contents(below: tree.locations.store).count == 3)
        #expect(transaction.rollBack().problems.isEmpty)
        #expect(try scratch.contents(below: tree.root) == before)
        #expect(try scratch.contents(below: tree.locations.store).isEmpty)
    }

    @Test func `a transaction that is rolled back keeps its directories until nobody can be about to use them`() throws
    {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let (font, stranger) = (try SampleFont("font"), try SampleFont("stranger"))
        let transaction = FontTransaction(
            tree: tree, moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(0))],
            newShards: [try shard(1), try shard(2)])
        try transaction.prepare()
        // Another one has the directory open by now.
        let other = FontTransaction(
            tree: tree, moves: [.publish(.memory(stranger.memory), as: stranger.fileName, in: try shard(2))])
        try other.prepare()
        let (touched, problems) = transaction.rollBack(keepsDirectories: true)
        #expect(problems.isEmpty)
        #expect(touched.contains(tree.path(of: try shard(1))))
        _ = try other.publish()
        try other.finish()
        let removed = transaction.removeEmptyDirectories()
        #expect(removed.contains(tree.path(of: try shard(1))))
        #expect(try tree.shards() == [try shard(2)])
        #expect(try scratch.contents(below: tree.root)["02/\(stranger.fileName)"] == "stranger")
    }

    @Test func `a staged font that the disk has is published like any other`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        try tree.makeStage()
        let font = try SampleFont("font")
        let staged = try tree.stage(font.memory, durably: true)
        let changes = try tree.perform(
            [.publish(.staged(staged), as: font.fileName, in: shard(0))], newShards: [shard(0)])
        #expect(changes.stamps[font.digest]?.size == Int64(font.memory.size))
        #expect(try files(in: tree) == ["00/\(font.fileName)"])
    }

    @Test func `a font waits nowhere where nobody has made a place for it`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("font")
        #expect(throws: FontError.self) { try tree.stage(font.memory) }
        let directory = StagingDirectory(of: tree)
        let error = #expect(throws: FontError.self) { try directory.make(expecting: .fonts(foundIn: nil)) }
        #expect(error?.code == .readOnly)
        #expect(!directory.isToBeRemoved)
        #expect(try scratch.contents() == ["home": "/"])
    }

    @Test func `what was made for fonts to wait in goes after the last of them`() throws {
        let scratch = try Scratch()
        try scratch.makeDirectory("home/.local/share")
        let before = try scratch.contents()
        let tree = try scratch.tree()
        let directory = StagingDirectory(of: tree)
        try directory.make(expecting: .nothing)
        let font = try tree.stage(SampleFont("font").memory)
        try directory.removeIfUnused()
        #expect(try files(in: tree).count == 1)
        #expect(directory.isToBeRemoved)
        try tree.discard([font])
        try directory.removeIfUnused()
        #expect(try scratch.contents() == before)
        #expect(!directory.isToBeRemoved)
        // And is made anew for the next.
        try directory.make(expecting: .nothing)
        _ = try tree.stage(SampleFont("font").memory)
    }

    @Test func `what was made for fonts to wait in stays once one was published, and what others have made`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let directory = StagingDirectory(of: tree)
        try directory.make(expecting: .nothing)
        _ = try tree.publish(SampleFont("font"), in: shard(0))
        let before = try scratch.contents()
        try directory.removeIfUnused()
        #expect(!directory.isToBeRemoved)

        let other = StagingDirectory(of: tree)
        try other.make(expecting: .fonts(foundIn: nil))
        #expect(!other.isToBeRemoved)
        #expect(try scratch.contents() == before)
    }

    @Test func `bytes that were altered while they waited are never published`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        try tree.makeStage()
        let font = try SampleFont("the validated bytes")
        let staged = try tree.stage(font.memory)
        let name = try #require(try files(in: tree).first)
        try Data("other bytes".utf8).write(to: URL(fileURLWithPath: "\(tree.root)/\(name)"))
        for moves in [
            [FontMove.publish(.staged(staged), as: font.fileName, in: try shard(0))], [.keep(.staged(staged))],
        ] {
            let transaction = FontTransaction(tree: tree, moves: moves)
            let error = try #require(throws: FontError.self) { try transaction.prepare() }
            #expect(error.code == .corrupt)
            transaction.rollBack()
        }
        #expect(try tree.inventory().published.isEmpty)
    }

    @Test func `reconciling leaves staged fonts alone, and the next start removes them`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        try tree.makeStage()
        let expected = [try tree.publish(SampleFont("published"), in: shard(0))]
        let staged = [try tree.stage(SampleFont("first").memory), try tree.stage(SampleFont("second").memory)]
        #expect(try tree.reconcile(with: expected).repairs.isEmpty)
        #expect(try files(in: tree).count == 3)
        try tree.discard([staged[0]])
        #expect(try tree.discardStagedFonts() == 1)
        #expect(try files(in: tree).count == 1)
        #expect(try tree.reconcile(with: expected).repairs.isEmpty)
    }

    /// The files of the published tree, hidden ones included.
    private func files(in tree: FontTree) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: tree.root).filter { path in
            var status = stat()
            return lstat("\(tree.root)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }.sorted()
    }
}
