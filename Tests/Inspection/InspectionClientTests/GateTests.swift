import FontModel
import InspectionClient
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

/// What the gate says to each kind of file: all judges together, as they stand before every registration.
@Suite(.timeLimit(.minutes(10)))
struct GateTests {
    /// What is expected to come of a file.
    enum Verdict: Sendable {
        /// It passes without a word, and has this format.
        case accepted(FontFormat)
        /// It passes, and this is told of it.
        case warned(rule: String, hint: String)
        /// It is refused, with a code and for a reason that its provider understands.
        case refused(FontInspection.Finding.Kind, ValidationCode, rule: String, hint: String)
    }

    /// A file and what is expected of it.
    struct Case: Sendable {
        let description: String
        let bytes: [UInt8]
        let verdict: Verdict

        init(_ description: String, _ bytes: [UInt8], _ verdict: Verdict) {
            self.description = description
            self.bytes = bytes
            self.verdict = verdict
        }
    }

    /// What the files of a table have in common.
    enum Subject: CaseIterable {
        case accepted, otherKinds, caps, names, pictures, instructions, sums, tables

        var cases: [Case] {
            switch self {
            case .accepted: GateTests.accepted
            case .otherKinds: GateTests.otherKinds
            case .caps: GateTests.caps
            case .names: GateTests.names
            case .pictures: GateTests.pictures
            case .instructions: GateTests.instructions
            case .sums: GateTests.sums
            case .tables: GateTests.tables
            }
        }
    }

    @Test(arguments: Subject.allCases)
    func `each kind of file passes, is warned of or is refused for a clear reason`(subject: Subject) async throws {
        // One worker for all: none of them may do harm to the verdict on the next.
        let pool = FontInspector(
            configuration: .programs(in: BuildProducts.directory, environment: ["PATH": "/usr/bin:/bin"]),
            threads: BlockingThreads(name: "gate", maximumCount: 4))
        for file in subject.cases {
            let inspection = try await pool.inspect(SealedMemory(bytes: file.bytes), for: .user)
            let context = "\(file.description): \(inspection.findings)"
            switch file.verdict {
            case .accepted(let format):
                #expect(inspection.findings == [], "\(context)")
                #expect(inspection.format == format, "\(context)")
                #expect(!inspection.faces.isEmpty)
            case .warned(let rule, let hint):
                #expect(inspection.refusal == nil, "\(context)")
                #expect(!inspection.faces.isEmpty)
                #expect(
                    inspection.findings.contains {
                        $0.rule == rule && $0.code == .warning && $0.message.contains(hint)
                    }, "\(context)")
            case .refused(let kind, let code, let rule, let hint):
                guard let refusal = inspection.refusal else {
                    Issue.record("passes: \(context)")
                    continue
                }
                #expect(refusal.kind == kind && refusal.code == code && refusal.rule == rule, "\(context)")
                #expect(refusal.message.contains(hint), "\(context)")
                #expect(inspection.faces == [])
            }
        }
        let statistics = await pool.statistics
        #expect(InspectionMode.allCases.allSatisfy { statistics[$0].crashes == 0 && statistics[$0].timeouts == 0 })
        await pool.shutdown()
    }

    // MARK: - Kinds of files

    static let accepted: [Case] = {
        var apple = FontBuilder(family: "Apple")
        apple.containerVersion = 0x7472_7565
        var variable = FontBuilder(family: "Variable")
        variable.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 400, maximum: 900)]
        variable.namedInstances = [NamedInstance(name: "Bold", postscriptName: nil, coordinates: [700])]
        let pair = [FontBuilder(family: "One"), FontBuilder(family: "Two")]
        var compactPair = [SampleTables.compact, SampleTables.compact]
        compactPair[1].family = "Compact Two"
        return [
            Case("TrueType", FontBuilder().build(), .accepted(.truetype)),
            Case("TrueType as Apple writes it", apple.build(), .accepted(.truetype)),
            Case("OpenType with CFF", SampleTables.compact.build(), .accepted(.cff)),
            Case("OpenType with CFF2", SampleTables.secondCompact.build(), .accepted(.cff2)),
            Case("a collection of TrueType", FontBuilder.collection(pair), .accepted(.collection)),
            Case("a collection of OpenType", FontBuilder.collection(compactPair), .accepted(.collection)),
            Case("variable", variable.build(), .accepted(.truetype)),
            Case("colour", SampleTables.color.build(), .accepted(.truetype)),
            Case("layout", SampleTables.layout.build(), .accepted(.truetype)),
        ]
    }()

    private static func noFont(_ description: String, _ bytes: [UInt8], _ hint: String) -> Case {
        Case(
            description, bytes, .refused(.unrecognizedFormat, .specificationViolation, rule: "Font format", hint: hint))
    }

    private static func unrecognized(_ description: String, _ bytes: [UInt8], _ hint: String) -> Case {
        Case(description, bytes, .refused(.unrecognizedFormat, .formatNotInstallable, rule: "Font format", hint: hint))
    }

    static let otherKinds: [Case] = {
        func text(_ text: String) -> [UInt8] { Array(text.utf8) + zeros(64) }
        var bitmaps = FontBuilder()
        bitmaps.tableOverrides = ["glyf": nil, "loca": nil, "EBDT": [0, 2, 0, 0], "EBLC": [0, 2, 0, 0, 0, 0, 0, 0]]
        return [
            unrecognized("WOFF", text("wOFF\0\u{1}\0\0"), "typecase install --convert"),
            unrecognized("WOFF 2", text("wOF2\0\u{1}\0\0"), "typecase install --convert"),
            unrecognized("Type 1 as text", text("%!PS-AdobeFont-1.0: X"), "Type 1"),
            unrecognized("Type 1 as binary", [0x80, 1] + zeros(64), "Type 1"),
            unrecognized("Type 1 in sfnt", text("typ1"), "Type 1"),
            Case(
                "bitmaps of no size", bitmaps.build(),
                .refused(.invalid, .specificationViolation, rule: "Font basic parsability", hint: "cannot open")),
            unrecognized("bare CFF", [1, 0, 4, 2] + zeros(64), "bare CFF"),
            unrecognized("bare CFF2", [2, 0, 5, 0] + zeros(64), "bare CFF"),
            unrecognized("dfont", [0, 0, 1, 0] + zeros(300), "resource fork"),
            unrecognized("PCF", text("\u{1}fcp"), "PCF"), unrecognized("BDF", text("STARTFONT 2.1\n"), "BDF"),
            unrecognized("EOT", zeros(34) + text("LP"), "EOT"), unrecognized("FON", text("MZ"), "FON"),
            unrecognized("PFR", text("PFR0"), "Portable Font Resource"),
            unrecognized("zip", text("PK\u{3}\u{4}"), "unpack"),
            unrecognized("gzip", [0x1F, 0x8B, 8, 0] + zeros(64), "unpack"),
            noFont("a picture", text("<svg/>"), "neither TrueType nor OpenType"),
            noFont("nothing", [], "empty"), noFont("a byte", [0], "too short"),
        ]
    }()

    // MARK: - Caps

    private static func capped(_ description: String, _ font: [UInt8], _ rule: String, _ hint: String) -> Case {
        Case(description, font, .refused(.limit, .relaxedMemorySafety, rule: rule, hint: hint))
    }

    static let caps: [Case] = {
        func variable(_ instances: Int, axes: Int = 1) -> FontBuilder {
            var font = FontBuilder(family: "Variable")
            font.axes = (0..<axes).map {
                VariationAxis(tag: "A\($0 + 100)", name: "Axis", minimum: 1, defaultValue: 400, maximum: 900)
            }
            font.namedInstances = (0..<instances).map {
                NamedInstance(
                    name: "Weight \($0 % 900)", postscriptName: nil,
                    coordinates: Array(repeating: Double($0 % 900), count: axes))
            }
            return font
        }
        var manyTables = FontBuilder()
        for number in 0...FontLimits.tables { manyTables.tableOverrides["T\(number + 100)"] = [0] }
        var manyNames = FontBuilder()
        manyNames.extraNames = (0...FontLimits.nameRecords).map { .init(id: 300, language: UInt16($0), value: "x") }
        var longProgram = FontBuilder()
        longProgram.tableOverrides["prep"] = [UInt8](repeating: 0x18, count: 128 << 10 | 4)
        var manyMaps = FontBuilder()
        manyMaps.tableOverrides["cmap"] = [0, 0, 0, 65] + zeros(520)
        return [
            capped(
                "faces", FontBuilder.collection(Array(repeating: FontBuilder(), count: FontLimits.faces + 1)),
                "Number of faces", "\(FontLimits.faces + 1)"),
            capped("axes", variable(0, axes: FontLimits.axes + 1).build(), "'fvar' table structure", "65"),
            capped(
                "instances", variable(FontLimits.namedInstances + 1).build(), "'fvar' table structure",
                "599 named instances; 598"),
            capped(
                "patterns", FontBuilder.collection(Array(repeating: variable(200), count: 3)), "Number of patterns",
                "600"),
            capped("tables", manyTables.build(), "Number of tables", "allowed"),
            capped("names", manyNames.build(), "'name' table usability", "allowed"),
            capped("programs", longProgram.build(), "'prep' table structure", "131072"),
            capped("maps of characters", manyMaps.build(), "'cmap' table usability", "64"),
            Case(
                "size", FontBuilder().build() + zeros(FontLimits.fileSize),
                .refused(.limit, .specificationViolation, rule: "File size", hint: "\(FontLimits.fileSize)")),
        ]
    }()

    // MARK: - Names

    private static func named(_ name: String, _ verdict: Verdict) -> Case {
        var font = FontBuilder(family: name)
        font.postscriptName = "Plain"
        return Case("the name \(name.debugDescription.prefix(40))", font.build(), verdict)
    }

    private static func misleading(_ name: String, _ hint: String) -> Case {
        named(name, .refused(.invalid, .relaxedSpecification, rule: "'name' table usability", hint: hint))
    }

    static let names: [Case] = [
        misleading("a\nb", "U+000A"), misleading("\u{1B}[2J", "U+001B"),
        misleading("a\u{85}b", "U+0085"), misleading("\u{202E}txt", "U+202E"), misleading("\u{2066}x", "U+2066"),
        misleading("a\u{200B}b", "U+200B"), misleading("a\u{E0041}", "U+E0041"),
        misleading(String(repeating: "x", count: 256), "255 bytes"),
        misleading(String(repeating: "x", count: 15_000), "255 bytes"),
        named("Dej\u{430}Vu", .warned(rule: "'name' table usability", hint: "mixes Cyrillic and Latin")),
        named("\u{421}\u{41E}\u{421}\u{410}", .warned(rule: "'name' table usability", hint: "without Latin letters")),
        named("../../etc/cron.d/x", .warned(rule: "'name' table usability", hint: "slash")),
        named("..", .accepted(.truetype)), named("<dir>", .accepted(.truetype)),
    ]

    // MARK: - Contents of tables

    static let pictures: [Case] = {
        func font(_ tables: [String: [UInt8]]) -> [UInt8] {
            var font = SampleTables.color
            for (tag, content) in tables { font.tableOverrides[tag] = content }
            return font.build()
        }
        // One strike with a picture of glyph 1 of 8.
        func strikes(width: Int, height: Int) -> [UInt8] {
            let picture = SampleTables.pictures(width: width, height: height).dropFirst(13)
            let glyph = zeros(4) + Array("png ".utf8) + picture
            let places = [0, 40, 0, 40] + (2...8).flatMap { _ in [0, 40 + glyph.count] }
            return SampleTables.words([1, 1, 0, 1, 0, 12] + [16, 72] + places) + glyph
        }
        let rule = "'CBDT' table structure"
        return [
            Case("a picture", font(["sbix": strikes(width: 16, height: 16)]), .accepted(.truetype)),
            // What a program that keeps 16 bits of it takes for one pixel.
            capped("a width of 65,537", font(["CBDT": SampleTables.pictures(width: 65_537, height: 1)]), rule, "65537"),
            capped(
                "a height of 60,000", font(["CBDT": SampleTables.pictures(width: 1, height: 60_000)]), rule, "60000"),
            capped(
                "a width in sbix", font(["sbix": strikes(width: 65_537, height: 1)]), "'sbix' table structure", "65537"),
            Case(
                "no size", font(["CBDT": SampleTables.pictures(width: 0, height: 16)]),
                .refused(.invalid, .specificationViolation, rule: rule, hint: "no size")),
        ]
    }()

    static let instructions: [Case] = {
        func font(_ program: [UInt8]) -> [UInt8] {
            var font = FontBuilder()
            font.tableOverrides["prep"] = program
            return font.build()
        }
        return [
            Case(
                "Apple's own instructions", font([0x8F, 0x90]),
                .warned(rule: "TrueType instructions", hint: "0x8F, 0x90")),
            Case(
                "half an instruction", font([0xB8, 0]), .warned(rule: "TrueType instructions", hint: "in the middle")),
            Case("nothing strange", font([0x18]), .accepted(.truetype)),
        ]
    }()

    static let sums: [Case] = {
        var table = FontBuilder().build()
        table[16] ^= 1
        var whole = SampleTables.layout
        var head = whole.tables().first { $0.tag == "head" }?.content ?? []
        head[8] ^= 1
        whole.tableOverrides["head"] = head
        return [
            Case("the sum of a table", table, .warned(rule: "Table checksums", hint: "'OS/2'")),
            Case("the sum of the file", whole.build(), .warned(rule: "Table checksums", hint: "'head'")),
        ]
    }()

    /// One font for each rule that is named as in Apple's validator.
    static let tables: [Case] = {
        func font(_ tag: String, _ change: ([UInt8]) -> [UInt8]?) -> [UInt8] {
            var font = FontBuilder()
            let content = font.tables().first { $0.tag == tag }?.content ?? []
            font.tableOverrides[tag] = .some(change(content))
            return font.build()
        }
        func broken(_ rule: String, _ bytes: [UInt8], _ hint: String) -> Case {
            Case(rule, bytes, .refused(.invalid, .specificationViolation, rule: rule, hint: hint))
        }
        return [
            broken("'cmap' table usability", font("cmap") { [0, 0, 0, 0] + $0.dropFirst(4) }, "maps Unicode"),
            broken("'name' table usability", font("name") { [0, 0, 0, 0, 0, 6] + $0.dropFirst(6) }, "no family"),
            broken("'glyf' table structure", font("glyf") { Array($0.prefix(100)) }, "of 100"),
            broken("'glyf' table instructions", font("glyf") { $0.prefix(14) + [9, 9] + $0.dropFirst(16) }, "flags"),
            broken("'head' table structure", font("head") { Array($0.prefix(53)) }, "bytes"),
            broken("Font basic parsability", Array(FontBuilder().build().dropLast(200)), "outside the file"),
        ]
    }()

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
