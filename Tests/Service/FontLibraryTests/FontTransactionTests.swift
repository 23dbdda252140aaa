import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

struct FontTransactionTests {
    @Test func `opening an absent tree makes nothing`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        #expect(try tree.shards() == nil)
        #expect(try tree.inventory() == TreeInventory())
        #expect(try tree.notes.readSidecars() == SidecarCollection(sidecars: [], damaged: []))
        #expect(try tree.bump() == [])
        #expect(try tree.reconcile(with: []).repairs == [])
        #expect(try scratch.contents() == ["home": "/"])
    }

    @Test func `a published font lies in its shard and nothing else with it`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("bytes of a font")
        let expected = try tree.publish(font, in: shard(3))
        #expect(
            try scratch.contents(below: tree.root) == [
                ".stage": "/", "changes": "/", "03": "/", "03/\(font.fileName)": "bytes of a font",
            ])
        #expect(
            try tree.verify(font.digest, fileName: font.fileName, at: .published(shard(3)))
                == .same(#require(expected.stamp)))
        #expect(
            try scratch.contents(below: tree.locations.store).keys.sorted()
                == ["\(font.digest).json", "spare", "spare/\(font.digest)"])
    }

    @Test func `what was touched is what has to be warmed`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let root = tree.root
        let first = try SampleFont("first")
        let made = try tree.perform(
            [.publish(.memory(first.memory), as: first.fileName, in: shard(1))], newShards: [shard(0), shard(1)])
        #expect(made.touchedDirectories == ["\(root)/00", "\(root)/01", "\(root)/changes", root])
        let second = try SampleFont("second")
        let added = try tree.perform([.publish(.memory(second.memory), as: second.fileName, in: shard(1))])
        #expect(added.touchedDirectories == ["\(root)/01"])
        let kept = try tree.perform([.keep(.memory(SampleFont("third").memory))])
        #expect(kept.touchedDirectories == [])
        #expect(kept.stamps.count == 1)
    }

    @Test func `the space of a deleted font is freed when the transaction lets go of it, not before`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("leaving")
        let published = try tree.publish(font, in: shard(0))
        let transaction = FontTransaction(
            tree: tree,
            moves: [
                .withdraw(font.digest, stamp: published.stamp, as: font.fileName, in: try shard(0)),
                .delete(font.digest), .removeSidecar(font.digest),
            ])
        try transaction.prepare()
        _ = try transaction.publish()
        try transaction.finish()
        #expect(try scratch.contents(below: tree.locations.store) == ["spare": "/"])
        #expect(try deletedFilesStillOpen(below: scratch.path) == 1)
        transaction.release()
        #expect(try deletedFilesStillOpen(below: scratch.path) == 0)
    }

    /// How many files this process has open that have no name any more.
    private func deletedFilesStillOpen(below directory: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
            guard let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            else { return false }
            return file.hasPrefix("\(directory)/") && file.hasSuffix(" (deleted)")
        }
    }

    @Test func `a font moves between shard and store as one and the same file`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("moving")
        let published = try tree.publish(font, in: shard(0))
        let away = try tree.perform([.withdraw(font.digest, stamp: published.stamp, as: font.fileName, in: shard(0))])
        let stored = try #require(away.stamps[font.digest])
        #expect(away.touchedDirectories == ["\(tree.root)/00"])
        #expect(stored.inode == published.stamp?.inode)
        #expect(try tree.verify(font.digest, fileName: font.fileName, at: .stored) == .same(stored))
        #expect(throws: FontError.self) { _ = try tree.openPublished(font.fileName, in: shard(0)) }

        let back = try tree.perform([.enable(font.digest, stamp: stored, as: font.fileName, in: shard(2))])
        #expect(back.stamps[font.digest]?.inode == stored.inode)
        let opened = try tree.openPublished(font.fileName, in: shard(2))
        #expect(try SealedMemory(copying: opened, limit: 100).digest == font.digest)
        #expect(throws: FontError.self) { _ = try tree.openStored(font.digest) }
    }

    @Test func `a font that was registered disabled is never in the scanned tree`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("disabled")
        _ = try tree.keep(font)
        #expect(!scratch.exists(tree.root))
        #expect(try SealedMemory(copying: tree.openStored(font.digest), limit: 100).digest == font.digest)
    }

    @Test func `deleting waits for the end and then leaves nothing`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("leaving")
        let expected = try tree.publish(font, in: shard(0))
        let transaction = FontTransaction(
            tree: tree,
            moves: [
                .withdraw(font.digest, stamp: expected.stamp, as: font.fileName, in: try shard(0)),
                .delete(font.digest), .removeSidecar(font.digest),
            ])
        try transaction.prepare()
        _ = try transaction.publish()
        #expect(scratch.exists("\(tree.locations.store)/\(font.digest)"))
        try transaction.finish()
        #expect(try scratch.contents(below: tree.locations.store) == ["spare": "/"])
        #expect(try scratch.contents(below: tree.path(of: shard(0))) == [:])
    }

    @Test func `a sidecar changes only when the transaction is finished`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("sidecar")
        _ = try tree.publish(font, in: shard(0))
        var changed = font.sidecar(at: .published(try shard(0)))
        changed.registrations[0].userInfo = "new"
        let transaction = FontTransaction(tree: tree, moves: [.writeSidecar(changed)])
        try transaction.prepare()
        _ = try transaction.publish()
        #expect(try tree.notes.readSidecars().sidecars.first?.registrations.first?.userInfo == nil)
        try transaction.finish()
        #expect(try tree.notes.readSidecars().sidecars == [changed])
    }

    @Test func `a sidecar to be rewritten is a mark until the transaction is finished`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("set aside")
        let published = try tree.publish(font, in: shard(0))
        var changed = font.sidecar(at: .stored)
        changed.registrations[0].userInfo = "new"
        let transaction = FontTransaction(
            tree: tree,
            moves: [
                .withdraw(font.digest, stamp: published.stamp, as: font.fileName, in: try shard(0)),
                .rewriteSidecar(changed),
            ])
        try transaction.prepare()
        let changes = try transaction.publish()
        let inventory = try tree.inventory()
        #expect(inventory.marks == [font.digest] && inventory.sidecars == [])
        let expected = [font.expected(at: .stored, stamp: changes.stamps[font.digest])]
        let reconciliation = TreeReconciliation(expected: expected, inventory: inventory)
        #expect(reconciliation.findings == [.sidecarOutdated(font.digest)])
        try transaction.finish()
        #expect(try tree.notes.readSidecars().sidecars == [changed])
        #expect(try tree.inventory().marks == [])
    }

    @Test func `a sidecar that is missing is written all the same`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("without a sidecar")
        try tree.perform([.keep(.memory(font.memory)), .rewriteSidecar(font.sidecar(at: .stored))])
        #expect(try tree.notes.readSidecars().sidecars == [font.sidecar(at: .stored)])
        #expect(try tree.inventory().marks == [])
    }

    @Test func `stored bytes that were altered are never published`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("genuine")
        let expected = try tree.keep(font)
        try scratch.write("altered", to: "home/.local/share/typecase/store/\(font.digest)")
        let transaction = FontTransaction(
            tree: tree, moves: [.enable(font.digest, stamp: expected.stamp, as: font.fileName, in: try shard(0))])
        let error = #expect(throws: FontError.self) { try transaction.prepare() }
        #expect(error?.code == .corrupt)
        transaction.rollBack()
        #expect(!scratch.exists(tree.root))
    }

    @Test func `a file that was altered in its shard has no stamp after it was withdrawn`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("genuine")
        let expected = try tree.publish(font, in: shard(0))
        try scratch.write("altered", to: "home/.local/share/fonts/typecase/00/\(font.fileName)")
        let changes = try tree.perform([
            .withdraw(font.digest, stamp: expected.stamp, as: font.fileName, in: shard(0))
        ])
        #expect(changes.stamps == [:])
    }

    @Test func `a font that is kept twice stays as it is`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("twice")
        _ = try tree.keep(font)
        let again = FontTransaction(tree: tree, moves: [.keep(.memory(font.memory))])
        try again.prepare()
        _ = try again.publish()
        again.rollBack()
        #expect(try SealedMemory(copying: tree.openStored(font.digest), limit: 100).digest == font.digest)
    }

    @Test(arguments: [1, 4, 5, 40])
    func `a group of any size arrives whole`(count: Int) throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let fonts = try (0..<count).map { try SampleFont(String(repeating: "font \($0) ", count: 9_000)) }
        let changes = try tree.perform(
            fonts.enumerated().flatMap { number, font in
                [
                    FontMove.publish(.memory(font.memory), as: font.fileName, in: try shard(number % 4)),
                    .writeSidecar(font.sidecar(at: .published(try shard(number % 4)))),
                ]
            })
        #expect(changes.stamps.count == count)
        for (number, font) in fonts.enumerated() {
            let place = FontPlace.published(try shard(number % 4))
            #expect(
                try tree.verify(font.digest, fileName: font.fileName, at: place)
                    == .same(#require(changes.stamps[font.digest])))
        }
        #expect(try tree.notes.readSidecars().sidecars.count == count)
    }

    @Test(arguments: [false, true])
    func `a root that is gone, or empty, stays so where fonts are published`(isEmpty: Bool) throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let (font, other) = (try SampleFont("published"), try SampleFont("other"))
        let stored = try tree.keep(SampleFont("stored"))
        let published = try tree.publish(font, in: shard(0))
        try FileManager.default.moveItem(atPath: tree.root, toPath: "\(scratch.path)/away")
        if isEmpty { try #require(mkdir(tree.root, 0o755) == 0) }
        let before = try scratch.contents()
        for move in [
            FontMove.publish(.memory(other.memory), as: other.fileName, in: try shard(1)),
            .withdraw(font.digest, stamp: published.stamp, as: font.fileName, in: try shard(0)),
            .enable(stored.digest, stamp: stored.stamp, as: stored.fileName, in: try shard(0)),
        ] {
            let transaction = FontTransaction(
                tree: tree, moves: [move], newShards: [try shard(2)], expecting: .fonts(foundIn: nil))
            let error = #expect(throws: FontError.self) { try transaction.prepare() }
            #expect(error?.code == .readOnly)
            #expect(transaction.rollBack().problems.isEmpty)
            #expect(try scratch.contents() == before)
        }
    }

    @Test func `announcing changes the sentinel's time and leaves it empty`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        _ = try tree.publish(SampleFont("font"), in: shard(0))
        let sentinel = "\(tree.root)/changes"
        var times = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, sentinel, &times, 0) == 0)
        #expect(try tree.bump() == [sentinel])
        let date = try FileManager.default.attributesOfItem(atPath: sentinel)[.modificationDate] as? Date
        #expect(try #require(date).timeIntervalSince1970 > 1_000)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sentinel) == [])
    }

    @Test func `announcing can be said to be in the coming second`() throws {
        let tree = try Scratch().tree()
        _ = try tree.publish(SampleFont("font"), in: shard(0))
        let coming = time(nil) + 1
        let sentinel = "\(tree.root)/changes"
        #expect(try tree.bump(comingSecond: coming) == [sentinel])
        #expect(try FileStatus(path: sentinel).stamp.modificationNanoseconds == Int64(coming) * 1_000_000_000)
    }

    @Test func `announcing a new root changes the directory around it as well, and never that of an old one`() throws {
        let tree = try Scratch().tree()
        _ = try tree.publish(SampleFont("font"), in: shard(0))
        let surroundings = String(tree.root.dropLast("/typecase".count))
        func second(afterBumpAt second: time_t, comingSecond: Int? = nil) throws -> time_t {
            var times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
            try #require(utimensat(AT_FDCWD, surroundings, &times, 0) == 0)
            _ = try tree.bump(comingSecond: comingSecond)
            return try time_t(FileStatus(path: surroundings).stamp.modificationNanoseconds / 1_000_000_000)
        }
        let now = time(nil)
        // As where the service ended before its first notice.
        var created = [timespec(tv_sec: now - 60, tv_nsec: 0), timespec(tv_sec: now - 60, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, "\(tree.root)/changes", &created, 0) == 0)
        #expect(try second(afterBumpAt: now - 60) >= now)
        #expect(try second(afterBumpAt: now - 2) >= now)
        #expect(try second(afterBumpAt: now - 60) == now - 60)
        #expect(try second(afterBumpAt: now - 2, comingSecond: now + 1) == now + 1)
        #expect(try second(afterBumpAt: now - 60, comingSecond: now + 1) == now - 60)
    }

    @Test func `announcing brings directories to the present that a clock set back has left in the future`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        for number in 0..<3 { _ = try tree.publish(SampleFont("font \(number)"), in: shard(number)) }
        func set(_ path: String, _ second: time_t) throws {
            var times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
            try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
        }
        func second(_ path: String) throws -> Int64 {
            try FileStatus(path: path).stamp.modificationNanoseconds / 1_000_000_000
        }
        let (early, late, stage) = (tree.path(of: try shard(0)), tree.path(of: try shard(1)), "\(tree.root)/.stage")
        let ahead = time(nil) + 3600
        try set(early, 1_000)
        for path in [late, stage, tree.root] { try set(path, ahead) }
        #expect(try tree.bump() == ["\(tree.root)/changes", late, tree.root])
        let now = Int64(time(nil))
        #expect(try second(early) == 1_000, "what lies in the past stays as it is")
        #expect(try second(stage) == Int64(ahead), "what fontconfig does not look at as well")
        for path in [late, tree.root] { #expect(try (now - 60...now).contains(second(path))) }
        #expect(try tree.bump() == ["\(tree.root)/changes"])
    }

    @Test func `no descriptor stays open`() async throws {
        // In a process of its own, where no other test opens any.
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let tree = try scratch.tree()
            let fonts = try (0..<12).map { try SampleFont("descriptor \($0)") }
            let before = try openDescriptorCount()
            for font in fonts {
                let expected = try tree.publish(font, in: shard(0))
                try tree.perform([.withdraw(font.digest, stamp: expected.stamp, as: font.fileName, in: shard(0))])
                _ = try tree.inventory()
                let failing = FontTransaction(
                    tree: tree,
                    moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(1)), .delete(font.digest)])
                try failing.prepare()
                failing.rollBack()
            }
            // The runtime may open a few of its own; one leaked per round would be twelve.
            #expect(try openDescriptorCount() < before + 10)
        }
    }

    @Test func `whatever the umask, others can read published fonts and nobody else the store`() async throws {
        // In a process of its own, which alone the umask belongs to.
        await #expect(processExitsWith: .success) {
            for mask: mode_t in [0o077, 0o000, 0o002] {
                let scratch = try Scratch()
                let tree = try scratch.tree()
                let font = try SampleFont("bytes of a font")
                _ = umask(mask)
                _ = try tree.publish(font, in: shard(3))
                #expect(try scratch.mode(of: tree.path(of: font.fileName, in: shard(3))) == 0o644)
                #expect(try scratch.mode(of: tree.root) == 0o755)
                #expect(try scratch.mode(of: tree.path(of: shard(3))) == 0o755)
                #expect(try scratch.mode(of: tree.locations.store) == 0o700)
            }
        }
    }
}
