import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import Testing

struct FontTreeTests {
    private static let root = "home/.local/share/fonts/typecase"
    private static let store = "home/.local/share/typecase/store"

    @Test(arguments: [root, store, "home/.local/share/typecase"])
    func `a symbolic link in our place is refused and not followed`(path: String) throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        _ = try tree.publish(SampleFont("font"), in: shard(0))
        try scratch.makeDirectory("elsewhere")
        try FileManager.default.moveItem(atPath: "\(scratch.path)/\(path)", toPath: "\(scratch.path)/elsewhere/moved")
        try #require(symlink("\(scratch.path)/elsewhere/moved", "\(scratch.path)/\(path)") == 0)
        let before = try scratch.contents()

        let error = #expect(throws: FontError.self) { _ = try scratch.tree() }
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains("symbolic link") == true)
        let font = try SampleFont("second")
        let transaction = FontTransaction(
            tree: tree, moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(0))])
        #expect(throws: FontError.self) { try transaction.prepare() }
        transaction.rollBack()
        #expect(try scratch.contents() == before)
    }

    @Test func `a root that we made goes where nothing is in it`() throws {
        let scratch = try Scratch()
        for name in [".stage", "changes", "00", "7f"] { try scratch.makeDirectory("\(Self.root)/\(name)") }
        #expect(try scratch.tree().removeEmptyRoot())
        #expect(!scratch.exists("\(scratch.path)/\(Self.root)"))
        #expect(scratch.exists("\(scratch.home)/.local/share/fonts"), "whoever made it")
        #expect(try !scratch.tree().removeEmptyRoot())
    }

    @Test(arguments: [
        // Fonts, and files of others.
        [".stage/", "changes/", "00/font.ttf"], [".stage/font.ttf", "changes/"], [".stage/", "changes/", "Lato.ttf"],
        [".stage/", "changes/", "more/"], [".stage/", "changes/", ".foreign/"],
        // Where a disk may be mounted, or somebody has removed all fonts.
        [], ["changes/"],
    ])
    func `a root with anything in it stays as it is, and so does one that we did not make`(entries: [String]) throws {
        let scratch = try Scratch()
        try scratch.makeDirectory(Self.root)
        for entry in entries {
            let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
            if parts.count == 2 { try scratch.makeDirectory("\(Self.root)/\(parts[0])") }
            if parts.last != "" { try scratch.write("", to: "\(Self.root)/\(entry)") }
        }
        let before = try scratch.contents()
        #expect(try !scratch.tree().removeEmptyRoot())
        #expect(try scratch.contents() == before)
    }

    @Test func `a shard that was replaced by a link is refused at the next change`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        _ = try tree.publish(SampleFont("font"), in: shard(0))
        try scratch.makeDirectory("elsewhere")
        try FileManager.default.removeItem(atPath: tree.path(of: shard(0)))
        try #require(symlink("\(scratch.path)/elsewhere", tree.path(of: shard(0))) == 0)
        let font = try SampleFont("second")
        let transaction = FontTransaction(
            tree: tree, moves: [.publish(.memory(font.memory), as: font.fileName, in: try shard(0))])
        #expect(throws: FontError.self) { try transaction.prepare() }
        transaction.rollBack()
        #expect(try scratch.contents(below: "\(scratch.path)/elsewhere") == [:])
    }

    @Test(arguments: [root, store], [0o775 as mode_t, 0o757])
    func `a directory that others can write is refused`(path: String, mode: mode_t) throws {
        let scratch = try Scratch()
        _ = try scratch.tree().publish(SampleFont("font"), in: shard(0))
        try #require(chmod("\(scratch.path)/\(path)", mode) == 0)
        let error = #expect(throws: FontError.self) { _ = try scratch.tree() }
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains("\(scratch.path)/\(path)") == true)
    }

    @Test func `a home that lies behind a symbolic link is fine`() throws {
        let scratch = try Scratch()
        try #require(symlink(scratch.home, "\(scratch.path)/link") == 0)
        let tree = try FontTree(locations: scratch.locations(["HOME": "\(scratch.path)/link"]))
        let font = try SampleFont("font")
        _ = try tree.publish(font, in: shard(0))
        #expect(scratch.exists("\(scratch.path)/\(Self.root)/00/\(font.fileName)"))
    }

    @Test(arguments: ["directory", "fifo", "link", "nothing"])
    func `what is not a regular file is not opened as a font`(kind: String) throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("font")
        _ = try tree.publish(font, in: shard(0))
        let path = try tree.path(of: font.fileName, in: shard(0))
        try FileManager.default.removeItem(atPath: path)
        switch kind {
        case "directory": try #require(mkdir(path, 0o755) == 0)
        case "fifo": try #require(mkfifo(path, 0o644) == 0)
        case "link": try #require(symlink("/etc/passwd", path) == 0)
        default: break
        }
        let error = #expect(throws: FontError.self) { _ = try tree.openPublished(font.fileName, in: shard(0)) }
        #expect(error?.code == (kind == "nothing" ? .fileNotFound : .corrupt))
        let expected: FontTree.Verification = kind == "nothing" ? .missing : .altered
        #expect(try tree.verify(font.digest, fileName: font.fileName, at: .published(shard(0))) == expected)
    }

    @Test func `verifying tells altered bytes from the same ones`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("genuine")
        _ = try tree.publish(font, in: shard(0))
        try scratch.write("genuinE", to: "\(Self.root)/00/\(font.fileName)")
        #expect(try tree.verify(font.digest, fileName: font.fileName, at: .published(shard(0))) == .altered)
        #expect(try tree.verify(font.digest, fileName: font.fileName, at: .stored) == .missing)
    }

    @Test func `quarantine takes the file out of the scanned tree and keeps it`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let font = try SampleFont("genuine")
        _ = try tree.publish(font, in: shard(0))
        try scratch.write("altered", to: "\(Self.root)/00/\(font.fileName)")
        let touched = try tree.quarantine(font.digest, fileName: font.fileName, at: .published(shard(0)))
        #expect(touched == ["\(tree.root)/00"])
        #expect(try scratch.contents(below: tree.path(of: shard(0))) == [:])
        let kept = try scratch.contents(below: "\(tree.locations.store)/quarantine")
        #expect(kept.values.contains("altered"))
        #expect(kept.keys.contains { $0.hasSuffix("/\(font.fileName)") })
    }

    @Test(arguments: [
        "../../etc/cron.d/x.ttf", "0123456789abcdef0123456789abcdef.TTF", "0123456789abcdef0123456789abcdef",
        "0123456789abcdef0123456789abcdeF.ttf", "0123456789abcdef0123456789abcdef.ttf\n", "",
        ".0123456789abcdef0123456789abcdef.ttf", "0123456789abcdef0123456789abcdef.conf",
        "0123456789abcdef0123456789abcde/.ttf", "0123456789abcdef0123456789abcdef.ttf.ttf",
    ])
    func `only our own names can be given to a file`(name: String) {
        #expect(FontFileName(rawValue: name) == nil)
    }

    @Test func `a file's name is made of our identifier and the sniffed format`() throws {
        let identifier = FontIdentifier.random()
        for format in FontFormat.allCases {
            let name = try #require(FontFileName(identifier, format: format))
            #expect(name.rawValue == "\(identifier).\(format.fileExtension)")
        }
        #expect(FontFileName(FontIdentifier(rawValue: "../../x"), format: .truetype) == nil)
    }

    @Test func `shards have two-digit names`() throws {
        #expect(try [0, 15, 16, 127].map { try shard($0).name } == ["00", "0f", "10", "7f"])
        #expect(Shard(name: "7f")?.number == 127)
        for name in ["80", "7F", "0", "000", "..", "+1", " 1", ""] { #expect(Shard(name: name) == nil) }
        #expect(Shard(number: 128) == nil && Shard(number: -1) == nil)
    }
}
