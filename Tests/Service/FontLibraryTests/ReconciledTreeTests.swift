import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import Testing

/// Reconciliation with real files.
struct ReconciledTreeTests {
    private let scratch: Scratch
    private let tree: FontTree
    private let font: SampleFont

    init() throws {
        scratch = try Scratch()
        tree = try scratch.tree()
        font = try SampleFont("font")
    }

    private func path(_ shard: Shard) -> String { tree.path(of: font.fileName, in: shard) }

    private func move(_ source: String, to target: String) throws {
        try FileManager.default.moveItem(atPath: source, toPath: target)
    }

    /// Checks that nothing is left to repair.
    private func expectSettled(_ expected: [ExpectedFont]) throws {
        let before = try scratch.contents()
        #expect(try tree.reconcile(with: expected).repairs == [])
        #expect(try scratch.contents() == before)
    }

    @Test func `a tree that is as it should be is left alone`() throws {
        let expected = [try tree.publish(font, in: shard(0)), try tree.keep(SampleFont("other"))]
        let before = try scratch.contents()
        let outcome = try tree.reconcile(with: expected)
        #expect(outcome.findings == [] && outcome.repairs == [] && outcome.touchedDirectories == [])
        #expect(try scratch.contents() == before)
    }

    @Test func `a removed file means that the user removed the font`() throws {
        let expected = [try tree.publish(font, in: shard(0))]
        try FileManager.default.removeItem(atPath: path(shard(0)))
        #expect(try tree.reconcile(with: expected).findings == [.removedByUser(font.digest)])
    }

    @Test func `a missing root is told apart from removed files, and is not made anew for what the store has`() throws {
        let expected = [
            try tree.publish(font, in: shard(0)), try tree.publish(SampleFont("other"), in: shard(0)),
        ]
        try move(tree.root, to: "\(scratch.path)/away")
        // As an interrupted change leaves it behind.
        _ = try tree.keep(font, noted: .published(shard(0)))
        let before = try scratch.contents()
        let error = #expect(throws: FontError.self) { try tree.reconcile(with: expected) }
        #expect(error?.code == .readOnly)
        #expect(try scratch.contents() == before)
        // Nothing is missing of what the store has.
        _ = try tree.reconcile(with: [expected[0]])
        #expect(scratch.exists(path(try shard(0))))
    }

    @Test func `an empty root removes the fonts, unless it is older than they are`() throws {
        var expected = [try tree.publish(font, in: shard(0))]
        try FileManager.default.removeItem(atPath: tree.root)
        try #require(mkdir(tree.root, 0o755) == 0)
        #expect(try tree.bump() == [])
        #expect(try tree.reconcile(with: expected).findings == [.removedByUser(font.digest)])
        // What a disk with the fonts is mounted on was there before them.
        expected[0].stamp?.changeNanoseconds += 3_600_000_000_000
        let error = #expect(throws: FontError.self) { try tree.reconcile(with: expected) }
        #expect(error?.code == .readOnly)
        #expect(try tree.inventory().isGone(for: expected))
        #expect(try !tree.inventory().isGone(for: []))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tree.root) == [])
    }

    @Test func `another root that was there before and has none of the fonts removes nothing`() throws {
        let other = try SampleFont("other")
        let expected = [try tree.publish(font, in: shard(0)), try tree.publish(other, in: shard(0))]
        let first = try #require(try tree.inventory().root)
        var known = PublishedRoot(
            fileSystem: first.fileSystem, inode: first.inode, seenNanoseconds: first.changeNanoseconds + 1)
        #expect(try tree.reconcile(with: expected, in: known).findings == [])
        // The number of the directory is another one, and one font was removed.
        known.inode += 1
        try FileManager.default.removeItem(atPath: path(shard(0)))
        #expect(try tree.reconcile(with: expected, in: known).findings == [.removedByUser(font.digest)])
        // What a disk is mounted on, with a copy of a font in it.
        known.seenNanoseconds = .max
        var copied = expected
        copied[1].stamp?.changeNanoseconds -= 1
        #expect(throws: FontError.self) { try tree.reconcile(with: copied, in: known) }
        #expect(throws: FontError.self) { try StagingDirectory(of: tree).make(expecting: .fonts(foundIn: known)) }
        // And with nothing but the directory for fonts that wait.
        try FileManager.default.removeItem(atPath: tree.path(of: shard(0)))
        let error = #expect(throws: FontError.self) { try tree.reconcile(with: expected, in: known) }
        #expect(error?.code == .readOnly)
        #expect(throws: FontError.self) { try StagingDirectory(of: tree).make(expecting: .fonts(foundIn: known)) }
        #expect(try tree.bump(in: known) == [])
        #expect(try !tree.inventory().isGone(for: [], in: known))
        // One that somebody has changed since then.
        known.seenNanoseconds = 0
        #expect(
            try Set(tree.reconcile(with: expected, in: known).findings.map { "\($0)" })
                == Set([TreeFinding.removedByUser(font.digest), .removedByUser(other.digest)].map { "\($0)" }))
        try StagingDirectory(of: tree).make(expecting: .fonts(foundIn: known))
    }

    @Test func `a dot before the name disables the font, and then it goes to the store`() throws {
        var expected = [try tree.publish(font, in: shard(0))]
        try move(path(shard(0)), to: "\(tree.path(of: shard(0)))/.\(font.fileName)")
        let first = try tree.reconcile(with: expected)
        #expect(first.findings == [.disabledByUser(font.digest)])
        #expect(first.repairs == [])

        expected[0].place = .stored
        let second = try tree.reconcile(with: expected)
        #expect(second.findings == [])
        expected[0].stamp = second.stamps[font.digest]
        #expect(try scratch.contents(below: tree.path(of: shard(0))) == [:])
        #expect(second.touchedDirectories == ["\(tree.root)/00"])
        try expectSettled(expected)
    }

    @Test func `a file that was moved to another shard is moved back`() throws {
        var expected = [try tree.publish(font, in: shard(0))]
        try tree.perform([], newShards: [shard(1)])
        try move(path(shard(0)), to: path(shard(1)))
        let outcome = try tree.reconcile(with: expected)
        #expect(outcome.findings == [])
        #expect(Set(outcome.touchedDirectories) == ["\(tree.root)/00", "\(tree.root)/01"])
        expected[0].stamp = outcome.stamps[font.digest]
        try expectSettled(expected)
        #expect(scratch.exists(path(try shard(0))))
    }

    @Test func `a file that lies in the store goes where the registry has it, and the reverse`() throws {
        let other = try SampleFont("other")
        var expected = [
            try tree.keep(font, noted: .published(shard(3))), try tree.publish(other, in: shard(0)),
        ]
        expected[0].place = .published(try shard(3))
        expected[1].place = .stored
        let outcome = try tree.reconcile(with: expected)
        #expect(outcome.findings == [])
        for index in expected.indices { expected[index].stamp = outcome.stamps[expected[index].digest] }
        try expectSettled(expected)
        #expect(try scratch.contents(below: tree.root)["03/\(font.fileName)"] == "font")
    }

    @Test func `a font that only its sidecar calls disabled stays in the store`() throws {
        var expected = try tree.keep(font)
        expected.place = .published(try shard(0))
        let outcome = try tree.reconcile(with: [expected])
        #expect(outcome.findings == [.disabledInSidecar(font.digest)])
        #expect(!scratch.exists(path(try shard(0))))
    }

    @Test func `altered bytes found in a wrong place are never published`() throws {
        var expected = try tree.keep(font, noted: .published(shard(0)))
        try scratch.write("evil", to: "home/.local/share/typecase/store/\(font.digest)")
        expected.place = .published(try shard(0))
        let outcome = try tree.reconcile(with: [expected])
        #expect(outcome.findings == [.altered(font.digest)])
        #expect(!(try scratch.contents(below: tree.root).values.contains("evil")))
        #expect(try scratch.contents(below: "\(tree.locations.store)/quarantine").values.contains("evil"))
    }

    @Test func `a second copy goes, once its bytes are known to be elsewhere`() throws {
        let expected = [try tree.publish(font, in: shard(0))]
        try tree.perform([], newShards: [shard(1)])
        try FileManager.default.copyItem(atPath: path(shard(0)), toPath: path(shard(1)))
        try FileManager.default.copyItem(
            atPath: path(shard(0)), toPath: "\(tree.path(of: shard(1)))/ffffffffffffffffffffffffffffffff.ttf")
        try FileManager.default.copyItem(
            atPath: path(shard(0)), toPath: "\(tree.locations.store)/\(font.digest)")
        let outcome = try tree.reconcile(with: expected)
        #expect(outcome.findings == [])
        #expect(try scratch.contents(below: tree.path(of: shard(1))) == [:])
        #expect(!scratch.exists("\(tree.locations.store)/\(font.digest)"))
        #expect(!scratch.exists("\(tree.locations.store)/foreign"))
        try expectSettled(expected)
    }

    @Test func `what the user put into our directories is set aside, never deleted`() throws {
        let expected = [try tree.publish(font, in: shard(0))]
        let root = tree.root
        let copy = "\(root)/00/0123456789abcdef0123456789abcdef.otf"
        try Data("a font of the user's under one of our names".utf8).write(to: URL(filePath: copy))
        try Data("loose font".utf8).write(to: URL(filePath: "\(root)/00/Loose Font.ttf"))
        try Data("in root".utf8).write(to: URL(filePath: "\(root)/ReadMe"))
        try Data("in sentinel".utf8).write(to: URL(filePath: "\(root)/changes/x.ttf"))
        try #require(mkdir("\(root)/family", 0o755) == 0)
        try Data("in family".utf8).write(to: URL(filePath: "\(root)/family/y.ttf"))
        try #require(symlink("/etc/passwd", "\(root)/00/link.ttf") == 0)
        try #require(symlink("/etc", "\(root)/05") == 0)
        try Data("hidden".utf8).write(to: URL(filePath: "\(root)/00/.directory"))
        let notUTF8: [CChar] = "\(root)/00/".utf8CString.dropLast() + [-1, -2, 0]
        try #require(mkdir(notUTF8, 0o755) == 0)

        let outcome = try tree.reconcile(with: expected)
        let name = try #require(FontFileName(rawValue: "0123456789abcdef0123456789abcdef.otf"))
        let found = try #require(try tree.found(name, in: shard(0)))
        #expect(outcome.findings == [.found(found)], "the registry takes it in, where it is")
        #expect(
            try scratch.contents(below: root) == [
                ".stage": "/", "changes": "/", "00": "/", "00/\(font.fileName)": "font", "00/.directory": "hidden",
                "00/\(found.fileName)": "a font of the user's under one of our names",
            ])
        #expect(Set(outcome.setAside.map(\.source)).count == outcome.setAside.count)
        for entry in outcome.setAside {
            #expect(entry.source.hasPrefix(tree.root + "/"))
            // A name that is not UTF-8 cannot be told as it is.
            #expect(scratch.exists(entry.target) || entry.target.contains("\u{FFFD}"), "it is where the report says")
        }
        let kept = Set(try scratch.contents(below: "\(tree.locations.store)/foreign").values)
        #expect(
            kept == [
                "/", "loose font", "in root", "in sentinel", "in family",
                "-> /etc/passwd", "-> /etc", "?",
            ])
        #expect(outcome.repairs.count == 8)
        let aside = try tree.setAside(found)
        #expect(aside.setAside.allSatisfy { scratch.exists($0.target) } && aside.setAside.count == 1)
        try expectSettled(expected)
    }

    @Test func `fonts in directories that somebody put into ours are found, and the rest is set aside`() throws {
        let expected = [try tree.publish(font, in: shard(0))]
        let place = "home/.local/share/fonts/typecase"
        for name in ["typecase", "typecase/00", "My Family", "My Family/Static", "My Family/.old"] {
            try scratch.makeDirectory("\(place)/\(name)")
        }
        // A backup that was restored one level too deep, and a family as somebody unpacked it.
        try scratch.write("OTTO backup", to: "\(place)/typecase/00/0123456789abcdef0123456789abcdef.otf")
        try scratch.write("OTTO other", to: "\(place)/My Family/Static/Bold.otf")
        try scratch.write("true family", to: "\(place)/My Family/Regular.ttf")
        try scratch.write("a licence", to: "\(place)/My Family/OFL.txt")
        try scratch.write("OTTO hidden", to: "\(place)/My Family/.old/Hidden.otf")
        try #require(symlink("/usr/share/fonts", "\(tree.root)/My Family/system") == 0)

        let outcome = try tree.reconcile(with: expected)
        let found = outcome.findings.compactMap { if case .found(let file) = $0 { file } else { nil } }
        let texts = try found.map { file in
            try String(contentsOfFile: tree.path(of: file.fileName, in: file.shard), encoding: .utf8)
        }
        #expect(Set(texts) == ["OTTO backup", "OTTO other", "true family"] && found.count == outcome.findings.count)
        #expect(!scratch.exists("\(tree.root)/typecase") && !scratch.exists("\(tree.root)/My Family"))
        let rest = try scratch.contents(below: "\(tree.locations.store)/foreign").values
        #expect(Set(rest) == ["/", "a licence", "OTTO hidden", "-> /usr/share/fonts"])
        // All homes that are kept in sync give a font the same name.
        #expect(found.allSatisfy { $0.digest.hexadecimal.hasPrefix($0.fileName.rawValue.prefix(32)) })
        #expect(Set(try tree.reconcile(with: expected).findings) == Set(outcome.findings))
    }

    @Test func `a registry that lost a font is told so, and the font's bytes are kept`() throws {
        _ = try tree.publish(font, in: shard(0))
        let stored = try SampleFont("stored")
        _ = try tree.keep(stored)
        let outcome = try tree.reconcile(with: [])
        #expect(Set(outcome.findings) == [.unregistered(font.digest), .unregistered(stored.digest)])
        for digest in [font.digest, stored.digest] {
            #expect(try tree.verify(digest, fileName: font.fileName, at: .stored) != .missing)
        }
        #expect(try tree.notes.readSidecars().sidecars.count == 2)
        #expect(try scratch.contents(below: tree.path(of: shard(0))) == [:])
    }

    @Test func `a registration that was never acknowledged leaves no trace`() throws {
        let transaction = FontTransaction(
            tree: tree,
            moves: [
                .publish(.memory(font.memory), as: font.fileName, in: try shard(0)),
                .writeSidecar(font.sidecar(at: .published(try shard(0)))),
            ])
        try transaction.prepare()
        _ = try transaction.publish()
        let outcome = try tree.reconcile(with: [])
        #expect(outcome.findings == [])
        #expect(try scratch.contents(below: tree.root) == [".stage": "/", "changes": "/", "00": "/"])
        #expect(try scratch.contents(below: tree.locations.store) == ["spare": "/"])
    }

    @Test func `with a lost registry, bytes that only an empty mark tells of are set aside`() throws {
        _ = try tree.keep(font)
        let transaction = FontTransaction(tree: tree, moves: [.delete(font.digest), .removeSidecar(font.digest)])
        try transaction.prepare()
        _ = try transaction.publish()
        let mark = "\(tree.locations.store)/.\(font.digest).json"
        #expect(scratch.exists(mark))
        #expect(FileManager.default.createFile(atPath: mark, contents: nil))
        let outcome = try tree.reconcile(with: [], isRegistryLost: true)
        #expect(outcome.findings == [])
        #expect(try scratch.contents(below: "\(tree.locations.store)/foreign").values.contains(font.text))
        #expect(!scratch.exists(mark))
    }

    @Test func `killed between any two repairs, the next run ends where one run would have`() throws {
        let other = try SampleFont("other")
        let third = try SampleFont("third")
        func makeMess(_ scratch: Scratch) throws -> (FontTree, [ExpectedFont]) {
            let tree = try scratch.tree()
            var expected = [
                try tree.publish(font, in: shard(0)), try tree.keep(other, noted: .published(shard(2))),
                try tree.publish(third, in: shard(1)),
            ]
            expected[1].place = .published(try shard(2))
            expected[2].place = .stored
            try scratch.write("half", to: "home/.local/share/fonts/typecase/.stage/\(other.fileName)")
            try scratch.write("half", to: "home/.local/share/typecase/store/.\(third.digest)")
            try scratch.write("mine", to: "home/.local/share/fonts/typecase/00/mine.ttf")
            try FileManager.default.copyItem(
                atPath: tree.path(of: font.fileName, in: shard(0)), toPath: "\(tree.locations.store)/\(font.digest)")
            return (tree, expected)
        }
        let (tree, expected) = try makeMess(scratch)
        let repairs = TreeReconciliation(expected: expected, inventory: try tree.inventory()).repairs
        #expect(repairs.count == 6)
        for count in 0...repairs.count {
            let scratch = try Scratch()
            let (tree, expected) = try makeMess(scratch)
            let repairs = TreeReconciliation(expected: expected, inventory: try tree.inventory()).repairs
            _ = try tree.apply(Array(repairs.prefix(count)), expected: expected)
            let outcome = try tree.reconcile(with: expected)
            for font in expected {
                guard case .same = try tree.verify(font.digest, fileName: font.fileName, at: #require(font.place))
                else {
                    Issue.record("\(font) is not in its place after \(count) repairs")
                    continue
                }
            }
            #expect(outcome.inventory.published.count == 2 && outcome.inventory.stored.count == 1)
            #expect(try scratch.contents(below: "\(tree.locations.store)/foreign").values.contains("mine"))
        }
    }

    @Test func `nothing outside our directories is touched`() throws {
        for name in ["fonts", "fonts/Mine", "typecase", "other"] {
            try scratch.makeDirectory("home/.local/share/\(name)")
        }
        try scratch.write("mine", to: "home/.local/share/fonts/Mine/font.ttf")
        try scratch.write("loose", to: "home/.local/share/fonts/loose.ttf")
        try scratch.write("setting", to: "home/.local/share/typecase/settings")
        try scratch.write("other", to: "home/.local/share/other/x")
        let before = try scratch.contents()
        let expected = try tree.publish(font, in: shard(0))
        try tree.perform([.withdraw(font.digest, stamp: expected.stamp, as: font.fileName, in: shard(0))])
        try scratch.write("foreign", to: "home/.local/share/fonts/typecase/00/x.ttf")
        _ = try tree.reconcile(with: [])
        _ = try tree.bump()
        let ours = ["home/.local/share/fonts/typecase", "home/.local/share/typecase/store"]
        let after = try scratch.contents().filter { name, _ in !ours.contains { name == $0 || name.hasPrefix("\($0)/") }
        }
        #expect(after == before)
    }
}
