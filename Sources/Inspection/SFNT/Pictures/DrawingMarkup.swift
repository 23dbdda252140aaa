/// The properties of a drawing's SVG markup that matter to the programs that draw it.
///
/// Programs pass drawings to a library (librsvg, Cairo), which parses XML with the limits named here. At best, a
/// drawing beyond these limits is not drawn; at worst, it takes all memory and time. The text is only split into tags;
/// nothing in it is interpreted.
package struct DrawingMarkup: Sendable, Equatable {
    /// The limits that a drawing can exceed.
    package enum Excess: Error, Sendable, Hashable {
        /// Elements or references are nested too deeply.
        case depth
        /// There are too many elements.
        case elements
        /// Entities contain markup or other entities, or expand to far more than the text.
        case entities
        /// Elements refer to each other too often.
        case repetition
        /// An element draws itself.
        case cycle
        /// The encoding of the text does not use the same bytes for markup as UTF-8.
        case encoding
    }

    /// The deepest nesting of elements.
    ///
    /// Source: xmlParserMaxDepth of libxml2, beyond which it gives up.
    package static let maximumDepth = 256
    /// The most elements of a drawing.
    ///
    /// Source: MAX_LOADED_ELEMENTS of librsvg's limits.rs, beyond which it gives up.
    package static let maximumElements = 1_000_000
    /// The greatest factor by which entities may expand the text of a drawing.
    ///
    /// Source: XML_PARSER_NON_LINEAR of libxml2's parser.c, beyond which it gives up.
    static let maximumExpansion = 10

    /// Whether the drawing has scripts, which programs that draw glyphs do not run.
    package fileprivate(set) var hasScripts = false
    /// Whether the drawing has addresses of files or of the web, which programs that draw glyphs do not load.
    package fileprivate(set) var hasAddresses = false
    /// Whether the drawing is not complete XML, so that libraries draw nothing.
    package fileprivate(set) var isDamaged = false

    /// Reads a drawing.
    ///
    /// - Parameter bytes: The whole text.
    /// - Throws: The exceeded limit.
    package init(_ bytes: RawSpan) throws(Excess) {
        var reader = MarkupReader()
        try reader.read(bytes)
        self = reader.markup
    }

    fileprivate init() {}
}

/// Reads a drawing tag by tag.
private struct MarkupReader {
    var markup = DrawingMarkup()

    private var place = 0
    private var references = DrawingReferences()
    /// The nodes of the open elements.
    private var open: [Int] = []
    private var elementCount = 0
    private var isInStyle = false
    /// The lengths of the entities.
    private var entities: [String: Int] = [:]
    private var expanded = 0

    /// The elements that draw what they refer to; other elements only take a colour or a gradient from a reference.
    private static let drawing: Set<String> = ["use", "pattern", "feimage", "tref"]
    private static let scripts: Set<String> = ["script", "handler"]

    mutating func read(_ bytes: RawSpan) throws(DrawingMarkup.Excess) {
        try start(bytes)
        while let start = find(0x3C, bytes, from: place) {
            try expandEntities(bytes, place..<start)
            if isInStyle { check(bytes, sheet: place..<start) }
            place = start
            guard try readMarkup(bytes) else { break }
        }
        if elementCount == 0 || !open.isEmpty { markup.isDamaged = true }
        try references.check()
    }

    /// Advances past the byte order mark.
    private mutating func start(_ bytes: RawSpan) throws(DrawingMarkup.Excess) {
        if has([0xEF, 0xBB, 0xBF], bytes) { place = 3 }
        for start in [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0x3C], [0x3C, 0], [0, 0, 0, 0x3C], [0x4C, 0x6F]] as [[UInt8]]
        where has(start, bytes) { throw .encoding }
    }

    /// Reads the markup at the current position.
    ///
    /// - Returns: Whether the markup is complete.
    private mutating func readMarkup(_ bytes: RawSpan) throws(DrawingMarkup.Excess) -> Bool {
        if has("<!--", bytes) { return skip(4, to: "-->", bytes) != nil }
        if has("<![CDATA[", bytes) {
            guard let content = skip(9, to: "]]>", bytes) else { return false }
            if isInStyle { check(bytes, sheet: content) }
            return true
        }
        if has("<?", bytes) {
            guard let content = skip(2, to: "?>", bytes) else { return false }
            try checkInstruction(Self.text(bytes, content).lowercased())
            return true
        }
        if has("<!", bytes) { return try readDeclaration(bytes) }
        if has("</", bytes) {
            if open.popLast() == nil { markup.isDamaged = true }
            isInStyle = false
            return skip(2, to: ">", bytes) != nil
        }
        place += 1
        return try readElement(bytes)
    }

    private mutating func checkInstruction(_ text: String) throws(DrawingMarkup.Excess) {
        if text.hasPrefix("xml-stylesheet") { markup.hasAddresses = true }
        guard text.hasPrefix("xml "), let place = text.firstRange(of: "encoding")?.upperBound else { return }
        let name = text[place...].drop { " \t\r\n='\"".contains($0) }
        // In these encodings, all markup has the same bytes as in UTF-8.
        guard ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "windows-125"].contains(where: name.hasPrefix) else {
            throw .encoding
        }
    }

    // MARK: Elements

    private mutating func readElement(_ bytes: RawSpan) throws(DrawingMarkup.Excess) -> Bool {
        let name = Self.localName(bytes, word(bytes))
        elementCount += 1
        guard elementCount <= DrawingMarkup.maximumElements else { throw .elements }
        guard open.count < DrawingMarkup.maximumDepth else { throw .depth }
        if Self.scripts.contains(name) { markup.hasScripts = true }
        var (identifier, targets) = (String?.none, [String]())
        while true {
            skipSpace(bytes)
            guard place < bytes.byteCount else { return damaged }
            let byte = Self.byte(bytes, place)
            if byte == 0x3E || has("/>", bytes) {
                place += byte == 0x3E ? 1 : 2
                let node = references.add(identifier, in: open.last ?? DrawingReferences.root)
                for target in targets { references.refer(from: node, to: target) }
                if byte == 0x3E { open.append(node) }
                isInStyle = byte == 0x3E && name == "style"
                return true
            }
            let attribute = Self.localName(bytes, word(bytes))
            skipSpace(bytes)
            guard !attribute.isEmpty, place < bytes.byteCount, Self.byte(bytes, place) == 0x3D else { return damaged }
            place += 1
            skipSpace(bytes)
            guard place < bytes.byteCount, has("\"", bytes) || has("'", bytes),
                let end = find(Self.byte(bytes, place), bytes, from: place + 1)
            else { return damaged }
            let value = (place + 1)..<end
            place = end + 1
            try expandEntities(bytes, value)
            switch attribute {
            case "id": identifier = Self.text(bytes, value)
            case "href", "src": check(address: Self.text(bytes, value), of: name, &targets)
            case let attribute where attribute.hasPrefix("on") && attribute.utf8.count > 2: markup.hasScripts = true
            // Nearly all attributes are coordinates.
            case "d", "transform", "points", "x", "y", "width", "height": break
            default: check(bytes, style: value, &targets)
            }
        }
    }

    /// Notes that the text is not XML, and ends the reading.
    private var damaged: Bool {
        mutating get {
            markup.isDamaged = true
            return false
        }
    }

    private mutating func check(address: String, of element: String, _ targets: inout [String]) {
        let address = Self.decoded(address).drop { $0.isWhitespace }
        if address.hasPrefix("#") {
            if Self.drawing.contains(element) { targets.append(String(address.dropFirst())) }
        } else if !address.isEmpty, !address.lowercased().hasPrefix("data:"), element != "a" {
            markup.hasAddresses = true
        }
    }

    /// Notes the references of a style or an attribute: `url(#name)` is drawn together with the element.
    private mutating func check(_ bytes: RawSpan, style: Range<Int>, _ targets: inout [String]) {
        var start = style.lowerBound
        while let open = find(0x28, bytes, from: start, to: style.upperBound) {
            start = open + 1
            guard open - 3 >= style.lowerBound, Self.text(bytes, (open - 3)..<open).lowercased() == "url" else {
                continue
            }
            let end = find(0x29, bytes, from: start, to: style.upperBound) ?? style.upperBound
            let address = Self.decoded(Self.text(bytes, start..<end)).drop {
                $0.isWhitespace || $0 == "'" || $0 == "\""
            }
            if address.hasPrefix("#") {
                targets.append(String(address.dropFirst().prefix { $0 != "'" && $0 != "\"" && !$0.isWhitespace }))
            } else if !address.lowercased().hasPrefix("data:") {
                markup.hasAddresses = true
            }
            start = end
        }
    }

    /// Notes what a style sheet loads.
    private mutating func check(_ bytes: RawSpan, sheet: Range<Int>) {
        // References of its rules belong to the elements that the rules apply to, and libraries have their own limits
        // for them.
        var targets: [String] = []
        check(bytes, style: sheet, &targets)
        if let rule = find(0x40, bytes, from: sheet.lowerBound, to: sheet.upperBound),
            Self.matches("@import", bytes, at: rule)
        {
            markup.hasAddresses = true
        }
    }

    // MARK: Entities

    /// Reads a document type declaration with its entities.
    private mutating func readDeclaration(_ bytes: RawSpan) throws(DrawingMarkup.Excess) -> Bool {
        var isInside = false
        place += 2
        while place < bytes.byteCount {
            let byte = Self.byte(bytes, place)
            switch byte {
            case 0x22, 0x27:
                guard let end = find(byte, bytes, from: place + 1) else { return damaged }
                place = end + 1
            case 0x5B:
                isInside = true
                place += 1
            case 0x5D:
                isInside = false
                place += 1
            case 0x3E:
                place += 1
                if !isInside { return true }
            // This is a reference to a parameter entity, which contains declarations.
            case 0x25 where isInside: throw .entities
            case 0x3C:
                if has("<!--", bytes) {
                    guard skip(4, to: "-->", bytes) != nil else { return damaged }
                } else if has("<?", bytes) {
                    guard skip(2, to: "?>", bytes) != nil else { return damaged }
                } else if has("<!ENTITY", bytes) {
                    guard try readEntity(bytes) else { return damaged }
                } else {
                    place += 1
                }
            default: place += 1
            }
        }
        return damaged
    }

    private mutating func readEntity(_ bytes: RawSpan) throws(DrawingMarkup.Excess) -> Bool {
        place += 8
        skipSpace(bytes)
        let name = Self.text(bytes, word(bytes))
        // A parameter entity contains declarations.
        guard name != "%" else { throw .entities }
        skipSpace(bytes)
        guard place < bytes.byteCount else { return false }
        let quote = Self.byte(bytes, place)
        guard quote == 0x22 || quote == 0x27 else {
            // The content of an external entity is elsewhere.
            markup.hasAddresses = true
            return skip(0, to: ">", bytes) != nil
        }
        guard let end = find(quote, bytes, from: place + 1) else { return false }
        let value = (place + 1)..<end
        // The entity contains markup or another entity: a few such entities produce a text of any length.
        for byte: UInt8 in [0x3C, 0x26, 0x25] {
            if find(byte, bytes, from: value.lowerBound, to: end) != nil { throw .entities }
        }
        if entities[name] == nil { entities[name] = value.count }
        place = end + 1
        return skip(0, to: ">", bytes) != nil
    }

    /// Counts the expanded size of the entities in a text.
    private mutating func expandEntities(_ bytes: RawSpan, _ range: Range<Int>) throws(DrawingMarkup.Excess) {
        guard !entities.isEmpty else { return }
        var start = range.lowerBound
        while let next = find(0x26, bytes, from: start, to: range.upperBound) {
            start = next + 1
            // Only a drawing that is designed to be slow to read has an entity with a longer name.
            guard let end = find(0x3B, bytes, from: next, to: min(next + 256, range.upperBound)) else { continue }
            expanded += entities[Self.text(bytes, (next + 1)..<end)] ?? 0
            guard expanded <= max(64 << 10, DrawingMarkup.maximumExpansion * bytes.byteCount) else { throw .entities }
        }
    }

    // MARK: The text

    private static func byte(_ bytes: RawSpan, _ place: Int) -> UInt8 { bytes.byte(at: place) }

    private static func text(_ bytes: RawSpan, _ range: Range<Int>) -> String {
        // The text is a copy, so the bytes are used only during this call.
        unsafe bytes.extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a name in lower case, without its namespace prefix.
    private static func localName(_ bytes: RawSpan, _ range: Range<Int>) -> String {
        let name = text(bytes, range)
        return (name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name).lowercased()
    }

    /// Returns a text in which numeric character references are replaced by their characters.
    private static func decoded(_ text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        var (result, rest) = ("", text[...])
        while let start = rest.firstRange(of: "&#") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            guard let end = rest.firstIndex(of: ";") else { break }
            let isHexadecimal = rest.first == "x"
            let value = UInt32(isHexadecimal ? rest[..<end].dropFirst() : rest[..<end], radix: isHexadecimal ? 16 : 10)
            if let scalar = value.flatMap(Unicode.Scalar.init) { result.unicodeScalars.append(scalar) }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private func has(_ prefix: [UInt8], _ bytes: RawSpan) -> Bool {
        guard place + prefix.count <= bytes.byteCount else { return false }
        for (index, byte) in prefix.enumerated() where Self.byte(bytes, place + index) != byte { return false }
        return true
    }

    private func has(_ prefix: String, _ bytes: RawSpan) -> Bool { Self.matches(prefix, bytes, at: place) }

    private static func matches(_ prefix: String, _ bytes: RawSpan, at place: Int) -> Bool {
        guard place + prefix.utf8.count <= bytes.byteCount else { return false }
        for (index, byte) in prefix.utf8.enumerated() where bytes.byte(at: place + index) != byte { return false }
        return true
    }

    private mutating func word(_ bytes: RawSpan) -> Range<Int> {
        let start = place
        while place < bytes.byteCount {
            let byte = Self.byte(bytes, place)
            guard byte > 0x20, byte != 0x3D, byte != 0x3E, byte != 0x2F, byte != 0x22, byte != 0x27, byte != 0x3C else {
                break
            }
            place += 1
        }
        return start..<place
    }

    private mutating func skipSpace(_ bytes: RawSpan) {
        while place < bytes.byteCount, Self.byte(bytes, place) <= 0x20 { place += 1 }
    }

    /// Returns the next position of a byte before an end.
    private func find(_ byte: UInt8, _ bytes: RawSpan, from start: Int, to end: Int? = nil) -> Int? {
        var place = start
        let end = end ?? bytes.byteCount
        while place < end {
            if Self.byte(bytes, place) == byte { return place }
            place &+= 1
        }
        return nil
    }

    /// Advances past the end of a part; the result is `nil` if there is no end, so that nothing after the part is read.
    ///
    /// - Returns: The range between the beginning, which has this number of bytes, and the end.
    private mutating func skip(_ beginning: Int, to end: String, _ bytes: RawSpan) -> Range<Int>? {
        let start = place + beginning
        var next = start
        while let first = end.utf8.first, let found = find(first, bytes, from: next) {
            if Self.matches(end, bytes, at: found) {
                place = found + end.utf8.count
                return start..<found
            }
            next = found + 1
        }
        markup.isDamaged = true
        return nil
    }
}
