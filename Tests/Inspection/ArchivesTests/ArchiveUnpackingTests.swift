import Archives
import Glibc
import InspectionProtocol
import TestSupport
import Testing

/// The reader of archives and its bounds, without a worker around them.
struct ArchiveUnpackingTests {
    /// The result of unpacking an archive: the fonts and the refused entries, each by its path.
    private struct Result {
        var fonts: [String: [UInt8]] = [:]
        var listed: [String] = []
        var refusals: [String: String] = [:]
        var otherFiles = 0
        /// Why the whole archive is refused.
        var refusal: String?
    }

    init() {
        // As the worker does: names that are in no encoding come as they are.
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    private func unpack(_ archive: [UInt8], fileSize: Int = 64 << 20) throws -> Result {
        let content = MemoryOutput.Content()
        let request = ArchiveRequest(unpacked: [".ttf", ".otf"], listed: [".woff2", ".zip"], describesFaces: false)
        let outcome = try ArchiveUnpacking.run(
            ArchiveSource(archive), request, fileSize: fileSize, to: MemoryOutput(content))
        var result = Result()
        switch outcome {
        case .refused(_, let message): result.refusal = message
        case .unpacked(let contents):
            result.otherFiles = contents.otherFiles
            for entry in contents.entries {
                let path = String(decoding: entry.path, as: UTF8.self)
                switch entry.content {
                case .unpacked(let offset, let size, _):
                    result.fonts[path] = Array(content.bytes[offset..<offset + size])
                case .listed: result.listed.append(path)
                case .refused(_, let message): result.refusals[path] = message
                }
            }
        }
        return result
    }

    private static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test(arguments: ArchiveBuilder.Format.allCases)
    func `fonts come out as they went in, and all else is listed or counted`(format: ArchiveBuilder.Format) throws {
        let (one, two) = (Self.noise(300_000), Self.noise(5_000, seed: 2))
        let archive = try ArchiveBuilder([
            .init("Family/One.ttf", one), .init("Family/OFL.txt", [1, 2]), .init("Family/deeper/TWO.OTF", two),
            .init("web/One.woff2", one), .init("more.zip", [0]), .init("empty.ttf", []),
        ]).build(format)
        let result = try unpack(archive)
        #expect(result.refusal == nil)
        #expect(result.fonts == ["Family/One.ttf": one, "Family/deeper/TWO.OTF": two, "empty.ttf": []])
        #expect(Set(result.listed) == ["web/One.woff2", "more.zip"])
        #expect(result.otherFiles == 1)
        #expect(result.refusals.isEmpty)
    }

    @Test(arguments: ArchiveBuilder.Format.allCases)
    func `what macOS adds is passed over without a word`(format: ArchiveBuilder.Format) throws {
        let archive = try ArchiveBuilder([
            .init("a/._One.ttf", [1]), .init("__MACOSX/a/One.ttf", [1]), .init("a/One.ttf", [2]),
        ]).build(format)
        let result = try unpack(archive)
        #expect(result.fonts == ["a/One.ttf": [2]])
        #expect(result.refusals.isEmpty && result.otherFiles == 0)
    }

    @Test(arguments: ArchiveBuilder.Format.allCases)
    func `paths that lead out and links are refused by name, and the others are unpacked`(
        format: ArchiveBuilder.Format
    ) throws {
        let archive = try ArchiveBuilder([
            .init("/etc/One.ttf", [1]), .init("a/../../Two.ttf", [1]), .init("good.ttf", [3]),
            .init("link.ttf", linkTo: "/etc/passwd"), .init("dir.ttf/../Three.ttf", [1]), .init("C:/Four.ttf", [1]),
            .init("link.txt", linkTo: "/etc/passwd"),
        ]).build(format)
        let result = try unpack(archive)
        #expect(result.fonts == ["good.ttf": [3]])
        #expect(
            Set(result.refusals.keys) == [
                "/etc/One.ttf", "a/../../Two.ttf", "link.ttf", "dir.ttf/../Three.ttf", "C:/Four.ttf",
            ])
        #expect(result.refusals["link.ttf"]?.contains("is a link") == true)
        #expect(result.otherFiles == 1, "a link that is called like no font is none of our business")
    }

    @Test func `encrypted entries are refused by name`() throws {
        let archive = try ArchiveBuilder([.init("secret.ttf", [1, 2, 3])], password: "secret").build(.zip)
        let result = try unpack(archive)
        #expect(result.fonts.isEmpty)
        #expect(result.refusals["secret.ttf"]?.hasPrefix("Encrypted") == true)
    }

    @Test(arguments: [ArchiveBuilder.Format.zip, .gzippedTar])
    func `names in any encoding come as they are`(format: ArchiveBuilder.Format) throws {
        let name: [UInt8] = [0xC3, 0xE4, 0xCB, 0xCE] + Array(".ttf".utf8)
        var archive = try ArchiveBuilder([.init("ABCD.ttf", [7])]).build(format)
        if format == .zip {
            // libarchive itself writes no such zip; no sum of one covers the name.
            for place in archive.indices where archive[place...].starts(with: "ABCD.ttf".utf8) {
                archive.replaceSubrange(place..<place + name.count, with: name)
            }
        } else {
            archive = try ArchiveBuilder([.init(path: name, [7])]).build(format)
        }
        let content = MemoryOutput.Content()
        let outcome = try ArchiveUnpacking.run(
            ArchiveSource(archive),
            ArchiveRequest(unpacked: [".ttf"], listed: [], describesFaces: false), fileSize: 100,
            to: MemoryOutput(content))
        guard case .unpacked(let contents) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(contents.entries.map(\.path) == [name])
        #expect(content.bytes == [7])
    }

    @Test(arguments: ArchiveBuilder.Format.allCases)
    func `an archive that is cut anywhere never gives other bytes than were in it`(format: ArchiveBuilder.Format) throws
    {
        let (one, two) = (Self.noise(3_000), Self.noise(2_000, seed: 2))
        let archive = try ArchiveBuilder([.init("one.ttf", one), .init("two.ttf", two)]).build(format)
        for length in stride(from: 0, to: archive.count - 1, by: 37) {
            let result = try unpack(Array(archive[..<length]))
            // All formats but gzip and tar have their index, or a sum of all, at the end.
            if format != .gzippedTar || length < 5_000 { #expect(result.refusal != nil, "\(length)") }
            for (path, font) in result.fonts { #expect(font == (path == "one.ttf" ? one : two)) }
        }
    }

    @Test func `one entry with a wrong checksum is refused by name, and the others are unpacked`() throws {
        let (one, two) = (Self.noise(3_000), Self.noise(2_000, seed: 2))
        var archive = try ArchiveBuilder([.init("one.ttf", one), .init("two.ttf", two)]).build(.zip)
        // Noise does not compress: its bytes stand in the archive as they are.
        let start = try #require(archive.indices.first { archive[$0...].starts(with: one[100..<120]) })
        archive[start] ^= 1
        let result = try unpack(archive)
        #expect(result.fonts == ["two.ttf": two])
        #expect(result.refusals["one.ttf"]?.contains("damaged") == true)
    }

    @Test(arguments: ArchiveBuilder.Format.allCases)
    func `an archive that expands far more than fonts do is refused as a whole`(format: ArchiveBuilder.Format) throws {
        let zeros = [UInt8](repeating: 0, count: 40 << 20)
        let archive = try ArchiveBuilder([.init("a.ttf", zeros), .init("b.ttf", zeros)]).build(format)
        let refusal = try unpack(archive).refusal
        #expect(refusal?.contains("expands to more than \(64 << 20) bytes") == true, "\(refusal ?? "-")")
        #expect(refusal?.contains("b.ttf") == true, "the entry is named")
        // Where skipping an entry expands it, that counts as well.
        let skipped = try ArchiveBuilder([.init("a.bin", zeros), .init("b.bin", zeros)]).build(format)
        #expect((try unpack(skipped).refusal == nil) == (format == .zip))
    }

    @Test func `a font that is too large is refused by name`() throws {
        let archive = try ArchiveBuilder([.init("large.ttf", Self.noise(101)), .init("small.ttf", [1])]).build(.zip)
        let result = try unpack(archive, fileSize: 100)
        #expect(result.fonts == ["small.ttf": [1]])
        #expect(result.refusals["large.ttf"]?.contains("Typecase allows 100") == true)
    }

    @Test func `entries of a zip that share their bytes do not expand beyond the limit`() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let archive = try ZipBomb.overlapping(ArchiveBuilder([.init("a.ttf", zeros)]).build(.zip), count: 500)
        let result = try unpack(archive)
        #expect(result.refusal != nil || result.fonts.values.reduce(0) { $0 + $1.count } <= 64 << 20)
    }

    @Test func `archives in archives are not opened, and compression in compression is no archive`() throws {
        let inner = try ArchiveBuilder([.init("a.ttf", [1])]).build(.zip)
        let nested = try unpack(ArchiveBuilder([.init("inner.zip", inner)]).build(.zip))
        #expect(nested.fonts.isEmpty && nested.listed == ["inner.zip"])
        let tar = try ArchiveBuilder([.init("a.ttf", [1])]).build(.gzippedTar)
        #expect(try unpack(Gzip.compress(tar)).refusal?.hasPrefix("The file is not an archive") == true)
    }

    @Test func `more entries than allowed are refused`() throws {
        let entries = (0...ArchiveLimits.fonts).map { ArchiveBuilder.Entry("\($0).ttf", [1]) }
        let refusal = try unpack(ArchiveBuilder(entries).build(.gzippedTar)).refusal
        #expect(refusal?.contains("more than \(ArchiveLimits.fonts) fonts") == true, "\(refusal ?? "-")")
    }

    @Test func `other files are no archives`() throws {
        for bytes in [[], Array("PK".utf8), FontBuilder().build(), Array("<html>".utf8), Gzip.compress([1, 2, 3])] {
            #expect(try unpack(bytes).refusal != nil)
        }
    }

    @Test(arguments: ArchiveBuilder.Format.allCases)
    func `damage anywhere ends in a refusal or in fonts`(format: ArchiveBuilder.Format) throws {
        let archive = try ArchiveBuilder([
            .init("one.ttf", Self.noise(2_000)), .init("two.ttf", [UInt8](repeating: 7, count: 5_000)),
        ]).build(format)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<1_500 {
            var damaged = archive
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                damaged[place] =
                    [0, 0xFF, damaged[place] &+ 1, UInt8.random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            _ = try unpack(damaged)
        }
    }
}

/// Zip files that no archiver makes.
private enum ZipBomb {
    /// Lists the first entry of a zip several times, at places of the file that all hold its start or what is before it.
    ///
    /// - Parameters:
    ///   - archive: A zip file with one entry.
    ///   - count: How often it is listed.
    /// - Returns: The file.
    /// - Throws: That the archive is no zip.
    static func overlapping(_ archive: [UInt8], count: Int) throws -> [UInt8] {
        let directory = try #require(archive.indices.first { archive[$0...].starts(with: Array("PK\u{1}\u{2}".utf8)) })
        let end = try #require(archive.indices.first { archive[$0...].starts(with: Array("PK\u{5}\u{6}".utf8)) })
        let record = archive[directory..<end]
        // Headers one after the other, each with the whole of what follows as its content.
        let header = archive[..<directory]
        var bytes: [UInt8] = []
        var records: [UInt8] = []
        let headerSize = 30 + Int(archive[26]) + Int(archive[27]) << 8 + Int(archive[28]) + Int(archive[29]) << 8
        for number in 0..<count {
            var copy = Array(record)
            let offset = number * headerSize
            for byte in 0..<4 { copy[42 + byte] = UInt8(truncatingIfNeeded: offset >> (8 * byte)) }
            records += copy
            bytes += header[..<headerSize]
        }
        bytes += header[headerSize...]
        let start = bytes.count
        bytes += records
        var trailer = Array(archive[end...])
        for byte in 0..<2 {
            trailer[8 + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte))
            trailer[10 + byte] = trailer[8 + byte]
        }
        for byte in 0..<4 {
            trailer[12 + byte] = UInt8(truncatingIfNeeded: records.count >> (8 * byte))
            trailer[16 + byte] = UInt8(truncatingIfNeeded: start >> (8 * byte))
        }
        return bytes + trailer
    }
}
