internal import FontModel

/// Checks `loca` and `glyf`: TrueType outlines.
struct GlyphTable {
    /// The most points in the outlines of a glyph with all its components; `maxp` can declare up to 65,535.
    private static let maximumPoints = 0x3_FFFF
    /// The deepest nesting of components; real fonts need only a few levels.
    private static let maximumDepth = 32

    /// The most points of a glyph with all its components that FreeType can certainly load.
    ///
    /// FreeType's limit is 32,767, with four more points for the metrics of each component (FT_OUTLINE_POINTS_MAX in
    /// ftimage.h, load_truetype_glyph in ttgload.c).
    private static let provenPoints = 32_000

    /// The survey of the instructions of all glyphs.
    private(set) var instructions = InstructionSurvey()
    /// Whether FreeType can certainly load all glyphs, unscaled and at the default place of the design space.
    private(set) var isProof = true

    /// The number of points of each simple glyph; -1 for a composite one.
    private var points: [Int] = []
    /// The composite glyphs in ascending order, with the start of each one's components in ``parts``.
    private var composites: [(glyph: Int, start: Int)] = []
    /// The components of all composite glyphs, one after another.
    private var parts: [Int] = []
    /// Whether the bounds of a glyph end before they start.
    private var hasOddBounds = false
    /// The reserved bits that are set: the eighth of each point, and the seventh of each point except a glyph's first.
    private var reservedBits = 0
    /// Whether a number of contours is lower than the one for composite glyphs.
    private var hasOddContours = false

    init(
        _ bytes: RawSpan, glyphs: Table, locations: Table, isLong: Bool, glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        try locations.require(glyphCount + 1, of: isLong ? 4 : 2, at: 0)
        points.reserveCapacity(glyphCount)
        var start = 0
        for index in 0...glyphCount {
            let offset =
                isLong
                ? try bytes.offset32(at: 4 * index, of: locations)
                : 2 * (try bytes.offset16(at: 2 * index, of: locations))
            guard offset >= start, offset <= glyphs.length else {
                throw locations.broken(
                    "has glyph \(index) start at byte \(offset) of \(glyphs.length), after byte \(start)")
            }
            if index > 0 {
                let part = try glyphs.part(from: start, length: offset - start)
                try check(bytes, part, glyph: index - 1, glyphCount: glyphCount)
            }
            start = offset
        }
        // There is one step for each glyph and for every few bytes. Faces of a collection may share outlines, and each
        // face with a `loca` of its own causes all of them to be checked again.
        try budget.spend(glyphCount + start / 4, on: glyphs)
        if hasOddBounds { budget.note(.glyphBounds, in: glyphs.tag) }
        if reservedBits != 0 || hasOddContours { budget.note(.reservedOutlineBits, in: glyphs.tag) }
        try checkComponents(of: glyphs, &budget)
        if let most = points.max(), most > Self.provenPoints { isProof = false }
    }

    private mutating func check(
        _ bytes: RawSpan, _ part: Table, glyph: Int, glyphCount: Int
    ) throws(Violation) {
        guard part.length > 0 else {
            points.append(0)
            return
        }
        let contours = Int(try bytes.int16(at: 0, of: part))
        try part.require(10, at: 0)
        if contours < 0 {
            if contours < -1 { hasOddContours = true }
            points.append(-1)
            composites.append((glyph, parts.count))
            try checkComposite(bytes, part, glyphCount: glyphCount)
            return
        }
        guard contours > 0 else {
            points.append(0)
            return
        }
        let (left, bottom) = (try bytes.int16(at: 2, of: part), try bytes.int16(at: 4, of: part))
        let (right, top) = (try bytes.int16(at: 6, of: part), try bytes.int16(at: 8, of: part))
        if left > right || bottom > top { hasOddBounds = true }
        try points.append(checkSimple(bytes, part, glyph: glyph, contours: contours))
    }

    /// Checks a simple glyph, which consists of contours.
    ///
    /// - Returns: The number of its points.
    private mutating func checkSimple(
        _ bytes: RawSpan, _ part: Table, glyph: Int, contours: Int
    ) throws(Violation) -> Int {
        try part.require(contours, of: 2, at: 10)
        // The outline is read byte by byte, which is most of the work for a font. So each offset is checked only
        // against the end of the glyph, not against the ends of both the file and the table.
        let outline = bytes.extracting(part.start..<(part.start + part.length))
        var last = -1
        for index in 0..<contours {
            let place = 10 &+ 2 &* index
            let end = Int(outline.number16(at: place))
            guard end > last || (end == last && contours > 1) else {
                throw part.broken("has a glyph, \(glyph), whose contours are out of order")
            }
            // FreeType requires ascending numbers, and reads them with a sign.
            if end == last || end > Int(Int16.max) { isProof = false }
            last = end
        }
        let size = try bytes.offset16(at: 10 + 2 * contours, of: part)
        var offset = 12 + 2 * contours
        instructions.add(bytes, try part.part(from: offset, length: size))
        offset += size
        let count = last + 1
        var coordinates = 0
        var index = 0
        var (reserved, reservedSet) = (0x80, 0)
        while index < count {
            guard offset < outline.byteCount else { throw part.endsEarly }
            let flags = Int(outline.byte(at: offset))
            offset &+= 1
            reservedSet |= flags & reserved
            reserved = 0xC0
            var repetitions = 1
            if flags & 0x08 != 0 {
                guard offset < outline.byteCount else { throw part.endsEarly }
                repetitions &+= Int(outline.byte(at: offset))
                offset &+= 1
            }
            index &+= repetitions
            guard index <= count else {
                throw .invalid(Rule.instructions, "Glyph \(glyph) has flags for more points than it has.")
            }
            // A coordinate takes one byte if it is marked as short, none if it is marked as equal to the last one, else
            // two. This has no branches, because no processor can predict them.
            let (isShort, isSame) = (flags >> 1, flags >> 4)
            let width = isShort & 1 | (~(isShort | isSame) & 1) << 1
            let height = isShort >> 1 & 1 | (~(isShort | isSame) >> 1 & 1) << 1
            coordinates &+= repetitions &* (width &+ height)
        }
        reservedBits |= reservedSet
        try part.require(coordinates, at: offset)
        return count
    }

    /// Checks a composite glyph, and notes its components.
    private mutating func checkComposite(
        _ bytes: RawSpan, _ part: Table, glyphCount: Int
    ) throws(Violation) {
        var offset = 10
        var flags: UInt16
        repeat {
            flags = try bytes.uint16(at: offset, of: part)
            let component = try bytes.offset16(at: offset + 2, of: part)
            guard component < glyphCount else { throw part.broken("has a component that does not exist") }
            parts.append(component)
            // Without this flag, the component is placed by the numbers of two points, which may not exist.
            if flags & 0x0002 == 0 { isProof = false }
            offset += 4 + (flags & 0x0001 != 0 ? 4 : 2)
            if flags & 0x0008 != 0 {
                offset += 2
            } else if flags & 0x0040 != 0 {
                offset += 4
            } else if flags & 0x0080 != 0 {
                offset += 8
            }
            try part.require(offset, at: 0)
        } while flags & 0x0020 != 0
        if flags & 0x0100 != 0 {
            let size = try bytes.offset16(at: offset, of: part)
            instructions.add(bytes, try part.part(from: offset + 2, length: size))
        }
    }

    /// Checks that no glyph contains itself, and that none becomes too large with all its components.
    private mutating func checkComponents(of table: Table, _ budget: inout WorkBudget) throws(Violation) {
        guard !composites.isEmpty else { return }
        /// The nesting depth of each glyph's components; 0 for simple glyphs and for composite ones not yet visited.
        var depths = [Int](repeating: 0, count: points.count)
        var onPath = [Bool](repeating: false, count: points.count)
        var ranges = [Range<Int>](repeating: 0..<0, count: points.count)
        for (index, composite) in composites.enumerated() {
            let end = index + 1 < composites.count ? composites[index + 1].start : parts.count
            ranges[composite.glyph] = composite.start..<end
        }
        for (glyph, _) in composites where depths[glyph] == 0 {
            // Nearly all composites consist of glyphs whose depth is already known, and need no path.
            if let (sum, depth) = known(ranges[glyph], depths) {
                try budget.spend(ranges[glyph].count + 1, on: table)
                guard sum <= Self.maximumPoints else { throw Self.tooManyPoints(glyph) }
                points[glyph] = sum
                depths[glyph] = 1 + depth
                continue
            }
            // Each entry is a glyph and the number of its components that are done.
            var path: [(glyph: Int, done: Int)] = [(glyph, 0)]
            onPath[glyph] = true
            while let (current, done) = path.last {
                let range = ranges[current]
                try budget.spend(1, on: table)
                if done == range.count {
                    let sum = parts[range].reduce(0) { min($0 + points[$1], Self.maximumPoints + 1) }
                    guard sum <= Self.maximumPoints else { throw Self.tooManyPoints(current) }
                    points[current] = sum
                    depths[current] = 1 + parts[range].reduce(0) { max($0, depths[$1]) }
                    onPath[current] = false
                    path.removeLast()
                    continue
                }
                path[path.count - 1].done += 1
                let next = parts[range.lowerBound + done]
                guard !onPath[next] else { throw table.broken("has a glyph, \(next), that is part of itself") }
                if points[next] < 0 {
                    path.append((next, 0))
                    onPath[next] = true
                }
            }
        }
        if let depth = depths.max(), depth > Self.maximumDepth {
            throw .limit(Rule.location, "Components are nested \(depth) deep; \(Self.maximumDepth) are allowed.")
        }
    }

    /// Returns the points of a glyph's components and the greatest depth; `nil` if one is not known yet.
    private func known(_ range: Range<Int>, _ depths: [Int]) -> (sum: Int, depth: Int)? {
        var (sum, depth) = (0, 0)
        for place in range {
            let part = parts[place]
            guard points[part] >= 0 else { return nil }
            sum = min(sum + points[part], Self.maximumPoints + 1)
            depth = max(depth, depths[part])
        }
        return (sum, depth)
    }

    private static func tooManyPoints(_ glyph: Int) -> Violation {
        .limit(Rule.location, "Glyph \(glyph) has more points than fonts can have.")
    }
}
