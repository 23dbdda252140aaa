import FontModel
import Glibc
import InspectionPool
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

/// Fonts that the OpenType Sanitizer stops at for what no program minds, with the real one, where that is installed.
@Suite(.timeLimit(.minutes(10)), .enabled(if: access("/usr/bin/ots-sanitize", X_OK) == 0))
struct HearingOutTests {
    private static let plain: [UInt8] = [139, 139, 21, 139, 14]
    /// It chooses among hints, of which there are none.
    private static let masked: [UInt8] = [239, 20, 139, 139, 21, 139, 14]
    /// It has an operator for hints, and no hints for it, which the sanitizer alone takes amiss.
    private static let hintless: [UInt8] = [1] + plain

    private static func compact(_ charstring: [UInt8], hints: [UInt8] = []) -> FontBuilder {
        var charstrings = Array(repeating: plain, count: 8)
        charstrings[1] = charstring
        return SampleTables.compact(charstrings: charstrings, locals: [[11]], hints: hints)
    }

    /// A font with a table `OS/2` of version 5 that lacks what came with it.
    private static func withoutSizes(_ font: FontBuilder) -> FontBuilder {
        var font = font
        let table = font.tables().first { $0.tag == "OS/2" }?.content ?? []
        font.tableOverrides["OS/2"] = [0, 5] + table.dropFirst(2)
        return font
    }

    /// A font that has a space in the name in its table `CFF`.
    private static func spaced(_ font: FontBuilder) -> FontBuilder {
        var font = font
        var table = font.tables().first { $0.tag == "CFF " }?.content ?? []
        let name = Array("Compact".utf8)
        if let start = table.indices.first(where: { table[$0...].starts(with: name) }) {
            table[start + 3] = UInt8(ascii: " ")
        }
        font.tableOverrides["CFF "] = table
        return font
    }

    /// A font whose classes of glyphs share their ends.
    private static func touching(_ font: FontBuilder) -> FontBuilder {
        var font = font
        font.tableOverrides["GDEF"] = SampleTables.words([1, 0, 12, 0, 0, 0] + [2, 2, 1, 2, 1, 2, 4, 2])
        return font
    }

    private func inspect(_ font: FontBuilder) async throws -> FontInspection {
        let pool = InspectionPool(
            configuration: .executable(
                BuildProducts.executable("typecase-inspect"), environment: ["PATH": "/usr/bin:/bin"]),
            threads: BlockingThreads(name: "pool", maximumCount: 4))
        let inspection = try await pool.inspect(SealedMemory(bytes: font.build()), for: .user)
        await pool.shutdown()
        return inspection
    }

    /// What the sanitizer was overruled in.
    private func disputes(_ inspection: FontInspection) -> [FontInspection.Finding] {
        inspection.findings.filter { $0.rule == "OpenType Sanitizer" && $0.kind == .warning }
    }

    static let oddities: [(String, FontBuilder, String)] = [
        ("classes that share their ends", touching(FontBuilder()), "ClassRangeRecord"),
        ("no optical sizes", withoutSizes(FontBuilder()), "version 5-specific"),
        ("masks without hints", compact(masked), "CharStrings INDEX"),
        ("a zone of one edge", compact(plain, hints: [119, 6]), "Top DICT"),
        ("no widths of stems", compact(plain, hints: [12, 13]), "Top DICT"),
        ("a name with a space", spaced(compact(plain)), "Name INDEX"),
    ]

    @Test(arguments: oddities)
    func `a font that is odd in one way passes, and the sanitizer has looked at all the rest`(
        oddity: String, font: FontBuilder, complaint: String
    ) async throws {
        let inspection = try await inspect(font)
        #expect(inspection.refusal == nil, "\(inspection.findings)")
        let disputes = disputes(inspection)
        #expect(disputes.count == 1)
        #expect(disputes.first?.message.contains(complaint) == true, "\(inspection.findings)")
        #expect(disputes.first?.message.contains("accepts a copy") == true, "\(inspection.findings)")
    }

    @Test func `a font that is odd in all ways at once is heard out on`() async throws {
        let compact = Self.compact(Self.masked, hints: [119, 6] + [12, 13])
        let font = Self.withoutSizes(Self.touching(Self.spaced(compact)))
        let inspection = try await inspect(font)
        #expect(inspection.refusal == nil, "\(inspection.findings)")
        #expect(disputes(inspection).count == 5)
    }

    static let hidden: [(String, FontBuilder)] = [
        ("nothing", compact(hintless)),
        (
            "masks without hints",
            SampleTables.compact(charstrings: [masked, hintless] + Array(repeating: plain, count: 6))
        ),
        ("no optical sizes", withoutSizes(compact(hintless))),
        ("zones of one edge", withoutSizes(compact(hintless, hints: [119, 6]))),
        ("a name with a space", spaced(compact(hintless))),
    ]

    @Test(arguments: hidden)
    func `nothing that the sanitizer minds hides behind what nobody minds`(
        oddity: String, font: FontBuilder
    ) async throws {
        let inspection = try await inspect(font)
        let refusal = try #require(inspection.refusal)
        #expect(refusal.rule == "OpenType Sanitizer")
        #expect(refusal.message.contains("CharStrings INDEX"), "\(inspection.findings)")
        #expect(inspection.faces == [])
    }
}
