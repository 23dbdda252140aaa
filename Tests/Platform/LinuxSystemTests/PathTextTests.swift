import Glibc
import LinuxSystem
import Testing
import TestSupport

@Suite struct PathTextTests {
    @Test(arguments: [
        ("/usr/share/fonts/a b.ttf", "/usr/share/fonts/a b.ttf"), ("/ü/源ノ角.otf", "/ü/源ノ角.otf"),
        ("\\", "\\"), ("a\\b", "a\\b"), ("\\x", "\\x"), ("\\x41", "\\x41"), ("\\x2F", "\\x2F"), ("\\x00", "\\x00"),
        ("\\xE9", "\\x5CxE9"), ("\\xe9", "\\x5Cxe9"), ("\\x5C", "\\x5Cx5C"), ("\\\\xE9", "\\\\x5CxE9"),
    ])
    func `What is UTF-8 stays as it is, but for what would be taken for an escape`(path: String, text: String) {
        #expect(PathText.text(of: path.utf8) == text)
        #expect(PathText.bytes(of: text) == Array(path.utf8))
    }

    @Test(
        arguments: [
            ([0x63, 0xE9], "c\\xE9"), ([0xFF, 0xFE], "\\xFF\\xFE"), ([0xC3], "\\xC3"), ([0xC3, 0xA9, 0xC3], "é\\xC3"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"), ([0xC0, 0xAF], "\\xC0\\xAF"), ([0xF5, 0x41], "\\xF5A"),
            ([0x5C, 0xE9], "\\\\xE9"), ([0xE6, 0x96], "\\xE6\\x96"),
        ] as [([UInt8], String)])
    func `Bytes that are not UTF-8 are escapes`(path: [UInt8], text: String) {
        #expect(PathText.text(of: path) == text)
        #expect(PathText.bytes(of: text) == path)
    }

    @Test func `Every path comes back from its text, and no two have the same`() {
        var generator = SeededGenerator(seed: 7)
        // Of the bytes that matter, so that they meet.
        let bytes = Array("\\x5CE9e/".utf8) + [0xE9, 0xC3, 0xA9, 0xFF]
        var texts: [String: [UInt8]] = [:]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let path = (0..<count).map { _ in bytes[Int.random(in: 0..<bytes.count, using: &generator)] }
            let text = PathText.text(of: path)
            #expect(PathText.bytes(of: text) == path)
            #expect(texts.updateValue(path, forKey: text).map { $0 == path } ?? true)
        }
    }

    @Test func `A name that somebody types is the file that is called so, else what its escapes say`() throws {
        let scratch = try ScratchDirectory()
        let (literal, escape) = (scratch["a\\x5CxE9"], scratch["a\\xE9"])
        #expect(PathText.text(ofNamed: escape) == escape)
        for path in [escape, literal] {
            let descriptor = open(path.fileSystemRepresentation, O_CREAT | O_WRONLY, 0o600)
            try #require(descriptor >= 0)
            close(descriptor)
        }
        #expect(Set(try FileSystem.names(in: scratch.path)) == ["a\\xE9", "a\\x5CxE9"])
        // Both are there: what was typed is a name first.
        #expect(PathText.text(ofNamed: escape) == literal)
        #expect(PathText.text(ofNamed: literal) == literal)
        #expect(PathText.text(ofTyped: [0xE9]) == "\\xE9")
        #expect(PathText.text(ofTyped: "\\xE9".utf8) == "\\xE9")
    }
}
