import Fontconfig
import InspectionProtocol
import LinuxSystem
import SFNT
import TestSupport
import Testing

/// What our own reader proves of outlines, so that FreeType need not load all of them.
@Suite(.timeLimit(.minutes(10)))
struct OutlineProofTests {
    /// Whether our reader accepts a font, and proves its outlines.
    private func proof(_ font: [UInt8]) -> (isAccepted: Bool, isProven: Bool) {
        var faces: Set<Int> = []
        let inspection = FontReader.inspect(font.span.bytes, provenFaces: &faces)
        return (inspection.refusal == nil, faces == [0])
    }

    /// How many glyphs of a font FreeType cannot load.
    private func failures(_ font: [UInt8]) throws -> Int {
        let memory = try SealedMemory(bytes: font)
        let library = try #require(FreeTypeLibrary())
        let face = try FreeTypeFace(MappedFont(memory.descriptor), index: 0, library)
        do throws(FreeTypeFace.Failure) {
            return try face.loadGlyphs(limit: face.glyphCount).failures
        } catch {
            return face.glyphCount
        }
    }

    /// Programs that break no rule, and that FreeType refuses or reads otherwise.
    static let openCharstrings: [(String, [UInt8])] = [
        ("an accent on another glyph", [139, 139, 247, 143, 247, 143, 14]),
        ("a sum", [139, 139, 12, 10, 139, 21, 14]),
        ("a number before an operator without meaning", [139, 139, 12, 0, 21, 14]),
        ("a subroutine by a fraction", [255, 255, 149, 0, 0, 10, 14]),
        ("hints after an outline", [139, 139, 21, 139, 6, 139, 139, 1, 14]),
        ("hints after a mask", [139, 139, 1, 19, 0, 139, 139, 3, 14]),
        ("hints of a second mask", [139, 139, 1, 19, 0, 139, 139, 19, 0, 14]),
        (
            "97 hints",
            Array(repeating: Array(repeating: 139, count: 48) + [1], count: 4).flatMap { $0 } + [139, 139, 1, 14]
        ),
        ("32,768 points", Array(repeating: Array(repeating: 140, count: 48) + [6], count: 683).flatMap { $0 } + [14]),
    ]

    @Test(arguments: openCharstrings)
    func `a program that FreeType may read otherwise is no proof`(kind: String, code: [UInt8]) {
        var all = [[UInt8]](repeating: [139, 139, 21, 239, 6, 14], count: 8)
        #expect(proof(SampleTables.compact(charstrings: all, locals: [[11]]).build()) == (true, true))
        all[3] = code
        #expect(proof(SampleTables.compact(charstrings: all, locals: [[11]]).build()) == (true, false))
    }

    @Test(
        arguments: [
            // A fraction below the number of a subroutine, and a fraction that is drawn with.
            [255, 0, 1, 128, 0, 32, 10, 22, 14], [255, 0, 1, 128, 0, 22, 32, 10, 14], [19, 14],
        ] as [[UInt8]])
    func `fractions beside a subroutine, and masks without hints, are a proof`(code: [UInt8]) throws {
        let font = SampleTables.compact(charstrings: Array(repeating: code, count: 8), locals: [[11]]).build()
        #expect(proof(font) == (true, true))
        #expect(try failures(font) == 0)
    }

    @Test func `variable outlines of PostScript, and outlines of several kinds, are no proof`() {
        #expect(proof(SampleTables.secondCompact.build()) == (true, false))
        var font = SampleTables.compact(charstrings: Array(repeating: [14], count: 8))
        font.tableOverrides["glyf"] = .some(TrueTypeOutlines.empty(8).glyf)
        font.tableOverrides["loca"] = .some(TrueTypeOutlines.empty(8).loca)
        #expect(proof(font.build()) == (true, false))
    }

    /// Glyphs that break no rule, and that FreeType refuses or may refuse.
    static let openGlyphs: [(String, [UInt8])] = [
        ("a contour without points", TrueTypeOutlines.simple(ends: [2, 2, 5])),
        ("32,769 points", TrueTypeOutlines.simple(ends: [0x8000])),
        ("a component placed by points", TrueTypeOutlines.composite([(1, 0x0000)])),
    ]

    @Test(arguments: openGlyphs)
    func `a TrueType glyph that FreeType may refuse is no proof`(kind: String, glyph: [UInt8]) {
        var glyphs = [[UInt8]](repeating: TrueTypeOutlines.simple(ends: [3]), count: 8)
        #expect(proof(TrueTypeOutlines.font(of: glyphs)) == (true, true))
        glyphs[3] = glyph
        #expect(proof(TrueTypeOutlines.font(of: glyphs)) == (true, false))
    }

    @Test func `FreeType loads all TrueType glyphs that are a proof`() throws {
        var random = SeededGenerator(seed: 31)
        var (proven, open, failing) = (0, 0, 0)
        for _ in 0..<2_000 {
            let font = TrueTypeOutlines.font(of: TrueTypeOutlines.random(&random))
            let (isAccepted, isProven) = proof(font)
            guard isAccepted else { continue }
            let failures = try failures(font)
            if isProven {
                proven += 1
                #expect(failures == 0)
            } else {
                open += 1
                if failures > 0 { failing += 1 }
            }
        }
        #expect(proven > 500)
        #expect(open > 200)
        #expect(failing > 0, "what is no proof is so for a reason")
    }

    @Test func `FreeType loads all glyphs of which the programs are a proof`() throws {
        var random = SeededGenerator(seed: 30)
        var (proven, open, failing) = (0, 0, 0)
        for _ in 0..<2_000 {
            let subroutines = (0..<4).map { RandomCharstring.subroutine(takingNumbers: $0 == 0, &random) }
            let all = (0..<8).map { _ in RandomCharstring.glyph(calling: subroutines, &random) }
            let font = SampleTables.compact(charstrings: all, locals: subroutines.map(\.code)).build()
            let (isAccepted, isProven) = proof(font)
            guard isAccepted else { continue }
            let failures = try failures(font)
            if isProven {
                proven += 1
                #expect(failures == 0, "\(all)")
            } else {
                open += 1
                if failures > 0 { failing += 1 }
            }
        }
        #expect(proven > 500)
        #expect(open > 200)
        #expect(failing > 0, "what is no proof is so for a reason")
    }

    @Test func `a glyph that only FreeType finds wrong is reported wherever it is`() throws {
        // The 140 glyphs have names up to number 139; the accent is number 149.
        var font = SampleTables.compact(
            charstrings: (0..<140).map { $0 == 7 ? [139, 139, 247, 143, 247, 143, 14] : [139, 139, 21, 239, 6, 14] })
        font.characters = String(String.UnicodeScalarView((0..<139).compactMap { Unicode.Scalar(0x4E00 + $0) }))
        let findings = try Worker(.inspect).connection.inspect(font.build()).findings
        #expect(findings.contains { $0.message.contains("FreeType cannot load glyph 7") }, "\(findings)")
    }
}

/// Programs of glyphs that mostly break no rule.
private struct RandomCharstring {
    private(set) var code: [UInt8] = []
    private var hintCount = 0
    private var mayHaveWidth = true

    /// Makes a subroutine that draws, with two numbers on the stack if it takes them.
    static func subroutine(takingNumbers takesNumbers: Bool, _ random: inout SeededGenerator) -> RandomCharstring {
        var result = RandomCharstring()
        result.mayHaveWidth = false
        if takesNumbers { result.code.append(21) }
        for _ in 0..<Int.random(in: 0...3, using: &random) { result.draw(&random) }
        result.code.append(11)
        return result
    }

    /// Makes the program of a glyph.
    static func glyph(calling subroutines: [RandomCharstring], _ random: inout SeededGenerator) -> [UInt8] {
        var result = RandomCharstring()
        for _ in 0..<Int.random(in: 0...2, using: &random) { result.hint(&random) }
        if Bool.random(using: &random) { result.mask(&random) }
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            switch Int.random(in: 0..<300, using: &random) {
            case 0: result.hint(&random)
            case 1: result.compute(&random)
            case 2...30: result.mask(&random)
            case 31...90:
                let number = subroutines.indices.randomElement(using: &random) ?? 0
                // The first number is -107.
                if Int.random(in: 0..<60, using: &random) == 0 {
                    result.code += [255, 255, UInt8(149 + number), 0, 0, 10]
                } else {
                    // What the subroutine is to draw with may be on the stack before it is called.
                    if number == 0 { result.put(2, &random) }
                    result.code += [UInt8(32 + number), 10]
                }
                result.mayHaveWidth = false
            default: result.draw(&random)
            }
        }
        if Int.random(in: 0..<200, using: &random) == 0 { result.put(4, &random) }
        return result.code + [14]
    }

    private mutating func put(_ count: Int, _ random: inout SeededGenerator) {
        func byte(_ random: inout SeededGenerator) -> UInt8 { UInt8.random(in: 0...255, using: &random) }
        for _ in 0..<count {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: code += [28, byte(&random), byte(&random)]
            case 1: code += [255, byte(&random), byte(&random), byte(&random), byte(&random)]
            case 2...6: code += [UInt8.random(in: 247...254, using: &random), byte(&random)]
            default: code.append(UInt8.random(in: 32...246, using: &random))
            }
        }
    }

    private mutating func width(_ random: inout SeededGenerator) {
        if mayHaveWidth, Bool.random(using: &random) { put(1, &random) }
        mayHaveWidth = false
    }

    private mutating func hint(_ random: inout SeededGenerator) {
        width(&random)
        let count = Int.random(in: 1...12, using: &random)
        put(2 * count, &random)
        hintCount += count
        code.append([1, 3, 18, 23].randomElement(using: &random) ?? 1)
    }

    private mutating func mask(_ random: inout SeededGenerator) {
        guard hintCount > 0 || Int.random(in: 0..<100, using: &random) == 0 else { return }
        width(&random)
        code.append(Bool.random(using: &random) ? 19 : 20)
        for _ in 0..<((hintCount + 7) / 8) { code.append(UInt8.random(in: 0...255, using: &random)) }
    }

    private mutating func compute(_ random: inout SeededGenerator) {
        put(2, &random)
        code += [12, [3, 4, 10, 11, 12, 15, 24].randomElement(using: &random) ?? 10, 22]
        mayHaveWidth = false
    }

    private mutating func draw(_ random: inout SeededGenerator) {
        let count = Int.random(in: 1...5, using: &random)
        let shapes: [(operands: Int, operation: [UInt8])] = [
            (2, [21]), (1, [22]), (1, [4]), (2 * count, [5]), (count, [6]), (count, [7]), (6 * count, [8]),
            (6 * count + 2, [24]), (2 * count + 6, [25]), (4 * count, [26]), (4 * count + 1, [27]), (4 * count, [30]),
            (4 * count + 1, [31]), (7, [12, 34]), (13, [12, 35]), (9, [12, 36]), (11, [12, 37]),
        ]
        let shape = shapes.randomElement(using: &random) ?? shapes[0]
        if [[21], [22], [4]].contains(shape.operation) { width(&random) }
        mayHaveWidth = false
        put(shape.operands, &random)
        code += shape.operation
    }
}
