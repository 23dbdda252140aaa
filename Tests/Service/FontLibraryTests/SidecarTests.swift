@testable import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import Testing

struct SidecarTests {
    private func sample() throws -> (SampleFont, Sidecar) {
        let font = try SampleFont("content")
        var sidecar = font.sidecar(at: .published(try shard(0x7f)))
        sidecar.registrations.append(
            Sidecar.Registration(
                id: .random(), provider: try #require(ProviderIdentifier(rawValue: "org.example.Foundry")),
                scope: .session, isEnabled: false, userInfo: "a \"mark\" / with ü and \n",
                sessionToken: "0123", sequence: 42,
                departure: Departure(.unmounted, time: 1_700_000_000, wasEnabled: true)))
        return (font, sidecar)
    }

    @Test func `a sidecar comes back from the disk as it was written`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let (_, sidecar) = try sample()
        let stored = try SampleFont("other").sidecar(at: .stored)
        try tree.perform([.writeSidecar(sidecar), .writeSidecar(stored)])
        let read = try tree.notes.readSidecars()
        #expect(read.damaged == [])
        #expect(read.sidecars.count == 2)
        #expect(read.sidecars.contains(sidecar) && read.sidecars.contains(stored))
        #expect(try scratch.mode(of: "\(tree.locations.store)/\(sidecar.digest).json") == 0o600)
    }

    @Test func `a sidecar of before there was an order is read as well`() throws {
        let (font, sidecar) = try sample()
        let text = String(decoding: try #require(sidecar.encoded()), as: UTF8.self)
        let old = text.split(separator: "\n").filter { !$0.contains("\"sequence\"") }.joined(separator: "\n")
            .replacing(/,(\s*})/) { $0.1 }
        var expected = sidecar
        for index in expected.registrations.indices { expected.registrations[index].sequence = 0 }
        #expect(old != text)
        #expect(Sidecar(decoding: Array(old.utf8), digest: font.digest) == expected)
    }

    @Test func `equal sidecars have equal bytes`() throws {
        let (_, sidecar) = try sample()
        #expect(sidecar.encoded() == sidecar.encoded())
    }

    @Test func `every truncation is noticed`() throws {
        let (font, sidecar) = try sample()
        let bytes = try #require(sidecar.encoded())
        for count in 0..<(bytes.count - 2) {
            #expect(Sidecar(decoding: Array(bytes.prefix(count)), digest: font.digest) == nil)
        }
    }

    @Test(arguments: [
        ("\"version\" : 1", "\"version\" : 2"), ("\"truetype\"", "\"type1\""), ("\"7f\"", "\"80\""),
        ("\"7f\"", "\"../x\""), (".ttf", ".pfb"), (".ttf", "/../../x.ttf"), ("\"session\"", "\"for ever\""),
        ("org.example.Foundry", "../evil"), ("\"size\" : 7", "\"size\" : -7"), ("\"size\" : 7", "\"size\" : 1e99"),
        ("{", "["), ("\"registrations\"", "\"registration\""), ("\"unmounted\"", "\"on holiday\""),
    ])
    func `a sidecar that says something impossible is refused`(original: String, forged: String) throws {
        let (font, sidecar) = try sample()
        let text = String(decoding: try #require(sidecar.encoded()), as: UTF8.self)
        let range = try #require(text.firstRange(of: original))
        let changed = String(text[..<range.lowerBound]) + forged + text[range.upperBound...]
        #expect(Sidecar(decoding: Array(changed.utf8), digest: font.digest) == nil)
    }

    @Test func `a sidecar under another content's name is refused`() throws {
        let (_, sidecar) = try sample()
        let bytes = try #require(sidecar.encoded())
        #expect(Sidecar(decoding: bytes, digest: try SampleFont("other").digest) == nil)
    }

    @Test func `damaged sidecars are reported and the others are read`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree()
        let (font, sidecar) = try sample()
        try tree.perform([.writeSidecar(sidecar)])
        let store = "home/.local/share/typecase/store"
        let damaged = try ["garbage", "huge", "empty", "fifo", "link"].map { try SampleFont($0).digest }
            .sorted { $0.hexadecimal < $1.hexadecimal }
        try scratch.write("\u{0}\u{1}not JSON", to: "\(store)/\(damaged[0]).json")
        try scratch.write(String(repeating: " ", count: Sidecar.maximumSize + 1), to: "\(store)/\(damaged[1]).json")
        try scratch.write("", to: "\(store)/\(damaged[2]).json")
        try #require(mkfifo("\(scratch.path)/\(store)/\(damaged[3]).json", 0o600) == 0)
        try #require(symlink("\(font.digest).json", "\(scratch.path)/\(store)/\(damaged[4]).json") == 0)
        try scratch.write("no sidecar at all", to: "\(store)/notes.json")
        let read = try tree.notes.readSidecars()
        #expect(read.sidecars == [sidecar])
        #expect(read.damaged == damaged)
        #expect(scratch.exists("\(scratch.path)/\(store)/\(damaged[0]).json"))
    }

    @Test func `deeply nested JSON is refused`() throws {
        let text = String(repeating: "[", count: 500_000)
        #expect(Sidecar(decoding: Array(text.utf8), digest: try SampleFont("deep").digest) == nil)
    }
}
