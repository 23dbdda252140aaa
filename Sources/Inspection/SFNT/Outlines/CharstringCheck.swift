internal import FontModel

/// Checks charstrings, the programs that draw the glyphs of `CFF` and `CFF2`, without running them.
///
/// Every operator must be known and have its numbers, the stack must not overflow, and every subroutine must exist.
/// Where ``isConclusive`` remains, FreeType has no reason to refuse a glyph.
struct CharstringCheck {
    /// The initial set of deltas for blends.
    var variationIndex = 0

    private let table: Table
    private let globals: CompactIndex
    /// For `CFF2`: the number of regions of each set of deltas.
    private let regionCounts: [Int]?

    /// Whether FreeType cannot read any of the charstrings so far in another way than this check.
    ///
    /// What it reads in another way, or refuses beyond this, are accents made of other glyphs, computed numbers,
    /// subroutines that are chosen by a fraction, hints that follow an outline or are more than 96, and outlines of more
    /// than 32,767 points. Charstrings of `CFF2` depend on variations as well.
    ///
    /// Source: cf2_interpT2CharString, cf2_hintmask_setCounts and cf2_stack_popInt of FreeType, and
    /// FT_GlyphLoader_CheckPoints.
    private(set) var isConclusive: Bool

    // The state within one charstring.
    /// The numbers on the stack, of which the first ``depth`` are in use.
    ///
    /// They are stored inline, because most bytes of a font push one.
    private var stack = InlineArray<513, Int32>(repeating: 0)
    private var depth = 0
    private var hintCount = 0
    private var hasEnded = false
    private var mayHaveWidth = false
    private var regionCount = 0
    private var steps = 0
    /// Whether an operator masks hints although there are none.
    private var masksWithoutHints = false
    /// Whether hints that follow are ignored by FreeType.
    private var areHintsClosed = false
    /// A bit for each place of the stack with a fraction.
    ///
    /// A number that replaces a fraction does not clear its bit: only subroutines and arithmetic take single numbers, and
    /// neither is conclusive with a fraction.
    private var fractions: UInt64 = 0

    /// The most numbers on the stack, from the specifications: 48, or 513 for `CFF2`.
    private let maximumDepth: Int
    /// The deepest nesting of subroutines, from the specifications.
    private static let maximumNesting = 10
    /// The most instructions of one glyph with all its subroutines; real glyphs take some thousands.
    private static let maximumSteps = 500_000
    /// The most instructions of which each can add a point to an outline that FreeType can hold.
    private static let conclusiveSteps = 30_000
    /// The most hints that FreeType can hold.
    private static let conclusiveHints = 96
    /// A placeholder for a computed number.
    private static let unknown = Int32.min

    init(table: Table, globals: CompactIndex, regionCounts: [Int]?) {
        self.table = table
        self.globals = globals
        self.regionCounts = regionCounts
        maximumDepth = regionCounts == nil ? 48 : stack.count
        isConclusive = regionCounts == nil
    }

    /// Checks the charstring of one glyph.
    mutating func check(
        _ bytes: RawSpan, _ charstring: Table, locals: CompactIndex?, _ budget: inout WorkBudget
    ) throws(Violation) {
        depth = 0
        hintCount = 0
        hasEnded = false
        mayHaveWidth = regionCounts == nil
        steps = 0
        areHintsClosed = false
        fractions = 0
        if let regionCounts {
            regionCount = regionCounts.indices.contains(variationIndex) ? regionCounts[variationIndex] : 0
        }
        try run(bytes, charstring, locals, nesting: 0)
        try budget.spend(steps, on: table)
        if steps > Self.conclusiveSteps || hintCount > Self.conclusiveHints { isConclusive = false }
        if masksWithoutHints { budget.note(.masksWithoutHints, in: table.tag) }
        guard hasEnded || regionCounts != nil else { throw broken("does not end") }
    }

    private func broken(_ message: String) -> Violation { table.broken("has a charstring that \(message)") }

    private mutating func push(_ value: Int32) throws(Violation) {
        guard depth < maximumDepth else { throw broken("overflows the stack") }
        stack[depth] = value
        depth += 1
    }

    private mutating func pop() throws(Violation) -> Int32 {
        guard depth > 0 else { throw broken("lacks numbers") }
        depth -= 1
        return stack[depth]
    }

    private mutating func run(
        _ bytes: RawSpan, _ code: Table, _ locals: CompactIndex?, nesting: Int
    ) throws(Violation) {
        guard nesting <= Self.maximumNesting else { throw broken("nests subroutines too deeply") }
        // The offsets are in the file, and all of the code is known to lie within it.
        let (start, end) = (code.start, code.start + code.length)
        var offset = start
        while offset < end, !hasEnded {
            steps += 1
            guard steps <= Self.maximumSteps else {
                throw .limit(Rule.cost, "The table '\(table.tag)' has a glyph that takes too long to draw.")
            }
            let first = bytes.byte(at: offset)
            offset += 1
            switch first {
            case 32...246: try push(Int32(first) - 139)
            case 247...254:
                guard offset < end else { throw code.endsEarly }
                let second = Int32(bytes.byte(at: offset))
                offset += 1
                try push(
                    first <= 250
                        ? (Int32(first) - 247) * 256 + second + 108 : -(Int32(first) - 251) * 256 - second - 108)
            case 28:
                try push(Int32(try bytes.int16(at: offset - start, of: code)))
                offset += 2
            case 255:
                // This is a 16.16 fixed-point number; only its integer part can select a subroutine.
                try push(Int32(try bytes.int16(at: offset - start, of: code)))
                try code.require(4, at: offset - start)
                offset += 4
                fractions |= 1 << UInt64(depth - 1)
            case 10:
                try call(bytes, locals, locals, nesting: nesting)
            case 29:
                try call(bytes, globals, locals, nesting: nesting)
            case 11:
                guard regionCounts == nil else { throw broken("has an unknown operator") }
                return
            case 19, 20:
                try takeHints()
                areHintsClosed = true
                masksWithoutHints = masksWithoutHints || hintCount == 0
                let size = (hintCount + 7) / 8
                try code.require(size, at: offset - start)
                offset += size
            case 12:
                try escape(try bytes.uint8(at: offset - start, of: code))
                offset += 1
            default: try perform(first)
            }
        }
    }

    private mutating func call(
        _ bytes: RawSpan, _ index: CompactIndex?, _ locals: CompactIndex?, nesting: Int
    ) throws(Violation) {
        let number = try pop()
        if fractions & 1 << UInt64(depth) != 0 { isConclusive = false }
        guard let index, number != Self.unknown else { throw broken("calls a subroutine that does not exist") }
        let bias = index.count < 1_240 ? 107 : index.count < 33_900 ? 1_131 : 32_768
        guard 0..<index.count ~= Int(number) + bias else { throw broken("calls a subroutine that does not exist") }
        try run(bytes, try index.object(bytes, Int(number) + bias), locals, nesting: nesting + 1)
    }

    /// Takes the hints, in pairs, off the stack; for the first operator of a glyph, the width may precede them.
    private mutating func takeHints() throws(Violation) {
        guard depth % 2 == 0 || mayHaveWidth else { throw broken("has half a hint") }
        if areHintsClosed, depth > 0 { isConclusive = false }
        hintCount += depth / 2
        guard hintCount <= 192 else { throw broken("has too many hints") }
        clear()
    }

    private mutating func clear() {
        depth = 0
        mayHaveWidth = false
        fractions = 0
    }

    /// Takes exactly this number of values off the stack, or one more if that is the width.
    private mutating func take(_ count: Int) throws(Violation) {
        guard depth == count || (mayHaveWidth && depth == count + 1) else {
            throw broken("has an operator with \(depth) numbers instead of \(count)")
        }
        areHintsClosed = true
        clear()
    }

    private mutating func takeWhere(_ isRight: Bool) throws(Violation) {
        guard isRight else { throw broken("has a line or curve with \(depth) numbers") }
        areHintsClosed = true
        clear()
    }

    private mutating func perform(_ code: UInt8) throws(Violation) {
        let count = depth
        switch code {
        case 1, 3, 18, 23: try takeHints()
        case 4, 22: try take(1)
        case 21: try take(2)
        case 5: try takeWhere(count >= 2 && count % 2 == 0)
        case 6, 7: try takeWhere(count >= 1)
        case 8: try takeWhere(count >= 6 && count % 6 == 0)
        case 24: try takeWhere(count >= 8 && count % 6 == 2)
        case 25: try takeWhere(count >= 8 && count % 2 == 0)
        case 26, 27: try takeWhere(count >= 4 && count % 4 <= 1)
        case 30, 31: try takeWhere(count >= 4 && (count % 8 <= 1 || 4...5 ~= count % 8))
        // Extra numbers are harmless, and some fonts have them. Four are an accent on another glyph.
        case 14 where regionCounts == nil:
            hasEnded = true
            if count >= 4 { isConclusive = false }
        case 15 where regionCounts != nil:
            let index = Int(try pop())
            guard let regionCounts, regionCounts.indices.contains(index) else {
                throw broken("uses deltas that do not exist")
            }
            regionCount = regionCounts[index]
        case 16 where regionCounts != nil:
            let values = Int(try pop())
            guard values >= 0, values <= maximumDepth, depth >= values * (regionCount + 1) else {
                throw broken("has a damaged blend")
            }
            depth -= values * regionCount
        default: throw broken("has an unknown operator")
        }
    }

    /// Runs the check of a two-byte operator.
    private mutating func escape(_ code: UInt8) throws(Violation) {
        switch code {
        case 34: try takeWhere(depth == 7)
        case 35: try takeWhere(depth == 13)
        case 36: try takeWhere(depth == 9)
        case 37: try takeWhere(depth == 11)
        default:
            guard regionCounts == nil else { throw broken("has an unknown operator") }
            try compute(code)
        }
    }

    /// Checks arithmetic; results are not computed, because in real fonts no subroutine depends on one.
    private mutating func compute(_ code: UInt8) throws(Violation) {
        // FreeType clears the stack where an operator means nothing any more.
        if code != 0 || depth > 0 { isConclusive = false }
        let effect: (taken: Int, given: Int)
        switch code {
        case 0: effect = (0, 0)  // dotsection, which means nothing any more
        case 3, 4, 10, 11, 12, 15, 24: effect = (2, 1)
        case 5, 9, 14, 21, 26: effect = (1, 1)
        case 18: effect = (1, 0)
        case 20: effect = (2, 0)
        case 22: effect = (4, 1)
        case 23: effect = (0, 1)
        case 27: effect = (1, 2)
        case 28: effect = (2, 2)
        case 29: effect = (1, 1)
        case 30:
            _ = try pop()
            let count = Int(try pop())
            guard count >= 0, count <= depth else { throw broken("rolls more numbers than there are") }
            for index in (depth - count)..<depth { stack[index] = Self.unknown }
            return
        default: throw broken("has an unknown operator")
        }
        for _ in 0..<effect.taken { _ = try pop() }
        for _ in 0..<effect.given { try push(Self.unknown) }
    }
}
