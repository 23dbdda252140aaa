import FontModel
import Glibc
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing
import WorkerProtocol

@Suite(.timeLimit(.minutes(10)))
struct InspectTests {
    @Test func `a font is described by its tables and by what fontconfig finds`() throws {
        var font = FontBuilder(family: "Sample", style: "Light")
        font.characters = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))
        font.scripts = ["latn"]
        let inspection = try Worker(.inspect).connection.inspect(font.build())
        #expect(inspection.findings == [])
        #expect(inspection.format == .truetype)
        #expect(inspection.scanCost > 0)
        let face = try #require(inspection.faces.first)
        #expect(face.postscriptName == "Sample-Light")
        #expect(face.scripts == ["latn"])
        #expect(face.languages.contains("sw"))
        #expect(face.coverage.count == 95)
    }

    @Test func `a face has the families that only fontconfig reads, and looks as it does to fontconfig`() throws {
        var font = FontBuilder(family: "Sample", style: "Light")
        font.extraNames = [.init(id: 21, language: 0x409, value: "Found by Programs")]
        // Ten degrees, which no other table knows of.
        font.tableOverrides["post"] = [0, 3, 0, 0, 0xFF, 0xF6, 0, 0] + [UInt8](repeating: 0, count: 24)
        let worker = try Worker(.inspect)
        let face = try #require(try worker.connection.inspect(font.build()).faces.first)
        #expect(face.names.contains(LocalizedName(kind: .family, language: "en", value: "Found by Programs")))
        #expect(face.slant == .upright)
        font.extraNames = [.init(id: 21, language: 0x409, value: "\u{202E}Backwards")]
        let refused = try worker.connection.inspect(font.build())
        #expect(refused.refusal?.rule == "'name' table usability")
        #expect(refused.refusal?.message.contains("U+202E") == true)
        #expect(refused.faces == [])
    }

    @Test func `all that programs show of a face is checked, of a variable one in all languages`() throws {
        var font = FontBuilder(family: "Sample")
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        font.namedInstances = [NamedInstance(name: "Heavy", postscriptName: nil, coordinates: [900])]
        let worker = try Worker(.inspect)
        let accepted = try worker.connection.inspect(font.build())
        #expect(accepted.findings == [])
        #expect(accepted.faces.first?.namedInstances.map(\.name) == ["Heavy"])
        // An axis has id 256, and the instance id 257.
        for identifier: UInt16 in [256, 257] {
            font.extraNames = [.init(id: identifier, language: 0x407, value: "Schwer\nwiegend")]
            let refused = try worker.connection.inspect(font.build())
            #expect(refused.refusal?.rule == "'name' table usability")
            #expect(refused.refusal?.message.contains("U+000A") == true)
        }
    }

    @Test(arguments: [
        // The Macintosh's, as PostScript does not allow the other.
        (windows: "Harm less", extra: [FontBuilder.Name(id: 6, language: 0, value: "DejaVuSans", platform: 1)]),
        // The last of two.
        (windows: "Harmless", extra: [.init(id: 6, language: 0x409, value: "DejaVuSans")]),
        // The Macintosh's, as FreeType does not read Unicode's.
        (
            windows: "",
            extra: [
                .init(id: 6, language: 0, value: "Harmless", platform: 0),
                .init(id: 6, language: 0, value: "DejaVuSans", platform: 1),
            ]
        ),
    ])
    func `a font is refused whose PostScript name is another for programs`(
        _ names: (windows: String, extra: [FontBuilder.Name])
    ) throws {
        var font = FontBuilder(family: "Sample", style: "Light")
        font.postscriptName = names.windows
        font.extraNames = names.extra
        let worker = try Worker(.inspect)
        let refused = try worker.connection.inspect(font.build())
        #expect(refused.refusal?.rule == "'name' table usability")
        #expect(refused.refusal?.message.contains("'DejaVuSans'") == true)
        #expect(refused.faces == [])
        // Not because there are several.
        font.postscriptName = names.windows.isEmpty ? "" : "DejaVu Sans"
        font.extraNames = names.extra.map {
            .init(id: 6, language: $0.language, value: "DejaVuSans", platform: $0.platform)
        }
        let accepted = try worker.connection.inspect(font.build())
        #expect(accepted.refusal == nil)
        #expect(accepted.faces.first?.postscriptName.filter { $0 != " " } == "DejaVuSans")
    }

    @Test func `a face without a name that PostScript allows has the one that fontconfig makes up`() throws {
        var font = FontBuilder(family: "Made Up", style: "Light")
        font.postscriptName = "Not (allowed)"
        let inspection = try Worker(.inspect).connection.inspect(font.build())
        #expect(inspection.refusal == nil)
        let face = try #require(inspection.faces.first)
        #expect(face.postscriptName.hasPrefix("Made-Up"))
        #expect(face.names.contains { $0.kind == .postscript && $0.value == "Not (allowed)" })
    }

    @Test func `one connection serves one font after the other`() throws {
        let worker = try Worker(.inspect)
        for family in ["One", "Two", "Three"] {
            let collection = FontBuilder.collection([FontBuilder(family: family), FontBuilder(family: family + " B")])
            let inspection = try worker.connection.inspect(collection)
            #expect(inspection.faces.map(\.family) == [family, family + " B"])
            #expect(inspection.format == .collection)
        }
    }

    @Test func `a font that breaks a rule is refused, and the next one is not`() throws {
        let worker = try Worker(.inspect)
        let font = FontBuilder().build()
        #expect(try worker.connection.inspect(Array(font[..<400])).refusal?.kind == .invalid)
        #expect(try worker.connection.inspect(Array("wOF2....".utf8)).refusal?.kind == .unrecognizedFormat)
        #expect(try worker.connection.inspect([]).refusal?.kind == .unrecognizedFormat)
        #expect(try worker.connection.inspect(font).refusal == nil)
    }

    @Test func `what only FreeType finds wrong is refused too`() throws {
        var font = FontBuilder()
        let glyf = try #require(font.tables().first { $0.tag == "glyf" }).content
        // A part that is to be fitted to a point of the parts before it, of which there are none.
        let composite: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 100, 0, 100]
        font.tableOverrides["glyf"] = composite + glyf.dropFirst(composite.count)
        let inspection = try Worker(.inspect).connection.inspect(font.build())
        #expect(inspection.refusal?.rule == "Font basic parsability")
        #expect(inspection.faces == [])
    }

    @Test func `a job without a sealed font is refused`() throws {
        let worker = try Worker(.inspect)
        guard case .inspection(let missing) = try worker.connection.perform(.inspect) else {
            Issue.record("no verdict")
            return
        }
        #expect(missing.refusal != nil)
        let file = try worker.home.scratch.write(FontBuilder().build(), to: "font.ttf")
        let descriptor = OwnedFileDescriptor(adopting: open(file, O_RDONLY | O_CLOEXEC))
        try worker.connection.send(RecordFrame.bytes(of: InspectionWire.encode(.inspect)), descriptor: descriptor)
        guard case .inspection(let unsealed) = try worker.connection.receive() else {
            Issue.record("no verdict")
            return
        }
        #expect(unsealed.refusal != nil)
    }

    @Test func `damaged fonts end in a verdict or cost only their own job`() throws {
        let worker = try Worker(.inspect)
        var font = FontBuilder(family: "Damaged", style: "Light")
        font.characters = "ABC 字🙂"
        font.scripts = ["latn"]
        let bytes = font.build()
        var random = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            var mutant = bytes
            for _ in 0..<6 {
                mutant[Int.random(in: mutant.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try worker.connection.perform(.inspect, font: mutant)
        }
        #expect(try worker.connection.inspect(bytes).refusal == nil)
    }

    @Test func `a worker ends when its connection does`() async throws {
        let worker = try Worker(.inspect)
        _ = try worker.connection.inspect(FontBuilder().build())
        worker.connection.close()
        #expect(await worker.process.wait().termination == .exited(0))
    }
}
