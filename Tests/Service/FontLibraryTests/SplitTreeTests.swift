@testable import FontLibrary
import CLinux
import FontModel
import FoundationEssentials
import Glibc
import LinuxSystem
import SystemPackage
import Testing

/// A root on another file system than the store, as where the user's fonts directory is a link to another disk: nothing can
/// be renamed from one to the other.
struct SplitTreeTests {
    private let scratch: Scratch
    private let other: Scratch
    private let tree: FontTree

    init() throws {
        scratch = try Scratch()
        other = try Scratch(in: "/dev/shm")
        try scratch.makeDirectory("home/.local/share")
        try other.makeDirectory("fonts")
        try #require(symlink("\(other.path)/fonts", "\(scratch.home)/.local/share/fonts") == 0)
        tree = try scratch.tree()
        var (here, there) = (stat(), stat())
        try #require(stat(scratch.path, &here) == 0 && stat(other.path, &there) == 0)
        try #require(here.st_dev != there.st_dev, "/dev/shm has to be a file system of its own")
    }

    private func contents() throws -> [[String: String]] { [try scratch.contents(), try other.contents()] }

    @Test func `fonts go back and forth by copy`() throws {
        let font = try SampleFont("moving")
        let published = try tree.publish(font, in: shard(0))
        let stored = try tree.perform([
            .withdraw(font.digest, stamp: published.stamp, as: font.fileName, in: shard(0))
        ])
        #expect(
            try tree.verify(font.digest, fileName: font.fileName, at: .stored)
                == .same(#require(stored.stamps[font.digest])))
        #expect(try scratch.contents(below: tree.root) == [".stage": "/", "changes": "/", "00": "/"])
        let again = try tree.perform([
            .enable(font.digest, stamp: stored.stamps[font.digest], as: font.fileName, in: shard(1))
        ])
        #expect(
            try tree.verify(font.digest, fileName: font.fileName, at: .published(shard(1)))
                == .same(#require(again.stamps[font.digest])))
        #expect(!scratch.exists("\(tree.locations.store)/\(font.digest)"))
    }

    @Test func `staged fonts get into their shard by rename and into the store by copy`() throws {
        let (published, kept) = (try SampleFont("published"), try SampleFont("kept"))
        try tree.makeStage()
        let staged = [try tree.stage(published.memory), try tree.stage(kept.memory)]
        try tree.perform([
            .publish(.staged(staged[0]), as: published.fileName, in: shard(0)), .keep(.staged(staged[1])),
        ])
        try tree.discard(staged)
        #expect(
            try scratch.contents(below: tree.root) == [
                ".stage": "/", "changes": "/", "00": "/", "00/\(published.fileName)": "published",
            ])
        #expect(try scratch.contents(below: tree.locations.store)["\(kept.digest)"] == "kept")
    }

    @Test func `an error at any step leaves everything as it was once rolled back`() throws {
        let situation = Situation(tree: tree)
        let expected = try situation.establish()
        let before = try contents()
        var step = 0
        while true {
            let countdown = Countdown(step)
            let transaction = FontTransaction(
                tree: tree, moves: try situation.moves(from: expected), newShards: [try shard(6)]
            ) { _ throws(Errno) in
                if countdown.isDue() { throw .ioError }
            }
            do throws(FontError) {
                try transaction.prepare()
                _ = try transaction.publish()
                transaction.rollBack()
                break
            } catch {
                #expect(transaction.rollBack().problems == [])
            }
            #expect(try contents() == before, "step \(step)")
            step += 1
        }
        #expect(try contents() == before)
        #expect(step > 25)
    }

    @Test func `a transaction that was cut off before its end is repaired to what the registry says`() throws {
        for isCommitted in [false, true] {
            let parts = try SplitTreeTests()
            let situation = Situation(tree: parts.tree)
            let before = try situation.establish()
            let transaction = FontTransaction(tree: parts.tree, moves: try situation.moves(from: before))
            try transaction.prepare()
            _ = try transaction.publish()
            let expected = isCommitted ? try situation.committed() : before
            _ = try parts.tree.reconcile(with: expected)
            for font in expected {
                let place = try #require(font.place)
                guard case .same = try parts.tree.verify(font.digest, fileName: font.fileName, at: place) else {
                    Issue.record("\(font) is not in its place")
                    continue
                }
            }
            let inventory = try parts.tree.inventory()
            // Stamps are unknown after the cut, so a copy stays until its original is verified.
            #expect(inventory.published.count == expected.count { $0.place != .stored })
            #expect(inventory.staged == [])
        }
    }

    @Test func `foreign entries stay on their file system, hidden`() throws {
        let expected = [try tree.publish(SampleFont("font"), in: shard(0))]
        try Data("foreign".utf8).write(to: URL(filePath: "\(tree.root)/00/x.ttf"))
        #expect(try tree.reconcile(with: expected).findings == [])
        #expect(try scratch.contents(below: "\(tree.root)/.foreign").values.contains("foreign"))
        #expect(try tree.reconcile(with: expected).repairs == [])
    }

    @Test func `a file that belongs into the store gets there by copy`() throws {
        let font = try SampleFont("font")
        var expected = [try tree.publish(font, in: shard(0))]
        expected[0].place = .stored
        let outcome = try tree.reconcile(with: expected)
        #expect(outcome.findings == [])
        #expect(
            try tree.verify(font.digest, fileName: font.fileName, at: .stored)
                == .same(#require(outcome.stamps[font.digest])))
        #expect(try scratch.contents(below: tree.path(of: shard(0))) == [:])
    }
}
