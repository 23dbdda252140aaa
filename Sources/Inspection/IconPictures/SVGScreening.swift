/// Looks whether an SVG is nothing but a drawing: without text, scripts, entities and references to elsewhere.
///
/// What passes goes to librsvg in a process that can open nothing; here it is told what is wrong, and librsvg does not meet
/// what could have it load fonts or start threads. The text is cut into tags, and nothing in it is interpreted.
package struct SVGScreening {
    /// Elements that draw text, run code, move, or bring something from elsewhere.
    private static let refusedElements: Set<String> = [
        "text", "tspan", "textpath", "tref", "script", "handler", "foreignobject", "image", "feimage", "audio",
        "video", "iframe", "canvas", "animate", "animatemotion", "animatetransform", "animatecolor", "set", "include",
        "font", "font-face",
    ]
    /// The most elements: icons with a million points have some thousands.
    private static let maximumElements = 100_000

    private let text: ArraySlice<UInt8>
    private var position: Int

    private init(_ text: ArraySlice<UInt8>) {
        self.text = text
        position = text.startIndex
    }

    /// Screens a file.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: ``IconRefusal``, with what has to be removed.
    package static func check(_ bytes: [UInt8]) throws(IconRefusal) {
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw IconRefusal(.unrecognized, "The file is neither a PNG nor an SVG in UTF-8.")
        }
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        var screening = SVGScreening(text)
        try screening.run()
    }

    private mutating func run() throws(IconRefusal) {
        var count = 0
        var isInStyle = false
        while let start = find("<", from: position) {
            if isInStyle { try Self.checkStyle(text[position..<start]) }
            position = start
            if skip("<!--", to: "-->") { continue }
            if hasPrefix("<![CDATA[") {
                let content = try span("<![CDATA[", to: "]]>")
                if isInStyle { try Self.checkStyle(content) }
            } else if hasPrefix("<?") {
                try checkInstruction(try span("<?", to: "?>"))
            } else if hasPrefix("<!") {
                let content = try span("<!", to: ">")
                guard !content.contains(UInt8(ascii: "[")), Self.lowercased(content).hasPrefix("doctype") else {
                    throw IconRefusal(.invalid, "The SVG declares entities, which icons must not have.")
                }
            } else if hasPrefix("</") {
                _ = try span("</", to: ">")
                isInStyle = false
            } else {
                position += 1
                let element = try checkElement()
                count += 1
                guard count > 1 || element.name == "svg" else {
                    throw IconRefusal(.unrecognized, "The file is neither a PNG nor an SVG.")
                }
                guard count <= Self.maximumElements else {
                    throw IconRefusal(.tooLarge, "The SVG has more than \(Self.maximumElements) elements.")
                }
                isInStyle = element.name == "style" && !element.isEmpty
            }
        }
        guard count > 0 else { throw IconRefusal(.unrecognized, "The file is neither a PNG nor an SVG.") }
    }

    /// Checks the element that begins here, and goes behind its tag.
    private mutating func checkElement() throws(IconRefusal) -> (name: String, isEmpty: Bool) {
        let name = Self.localName(word())
        guard !Self.refusedElements.contains(name) else {
            let remedy = name.hasPrefix("t") ? " Convert text to paths." : " Remove it."
            throw IconRefusal(.invalid, "The SVG has an element <\(name)>, which icons must not have.\(remedy)")
        }
        while true {
            skipSpace()
            guard position < text.endIndex else { throw Self.damaged }
            if text[position] == UInt8(ascii: ">") {
                position += 1
                return (name, false)
            }
            if hasPrefix("/>") {
                position += 2
                return (name, true)
            }
            let start = position
            let attribute = Self.localName(word())
            skipSpace()
            guard position < text.endIndex, text[position] == UInt8(ascii: "=") else {
                // A lone character would not let this go on.
                if position == start { throw Self.damaged }
                continue
            }
            position += 1
            skipSpace()
            guard position < text.endIndex, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[position]),
                let end = text[(position + 1)...].firstIndex(of: text[position])
            else { throw Self.damaged }
            try Self.check(attribute, text[(position + 1)..<end])
            position = end + 1
        }
    }

    private static func check(_ attribute: String, _ value: ArraySlice<UInt8>) throws(IconRefusal) {
        guard !attribute.hasPrefix("on") || attribute == "on" else {
            throw IconRefusal(.invalid, "The SVG has a script in \(attribute), which icons must not have.")
        }
        if attribute == "href" || attribute == "src" || attribute == "base" {
            let first = value.first { $0 > 0x20 }
            guard first == UInt8(ascii: "#"), attribute != "base", !value.contains(UInt8(ascii: "&")) else {
                throw IconRefusal(.invalid, "The SVG refers to an external resource. Embed that resource as a drawing.")
            }
        }
        if attribute == "style", value.contains(UInt8(ascii: "&")) { throw outside }
        try checkStyle(value, isAttribute: attribute != "style")
    }

    /// Checks that no style loads anything.
    private static func checkStyle(_ style: ArraySlice<UInt8>, isAttribute: Bool = false) throws(IconRefusal) {
        let text = lowercased(style)
        if !isAttribute, text.contains("\\") || text.contains("@import") || text.contains("&#") { throw outside }
        guard text.contains("url") else { return }
        if isAttribute, text.contains("\\") || text.contains("&#") { throw outside }
        var rest = Substring(text)
        while let place = rest.range(of: "url(") {
            rest = rest[place.upperBound...].drop { $0 == " " || $0 == "\"" || $0 == "'" || $0.isWhitespace }
            if rest.hasPrefix("&quot;") { rest = rest.dropFirst(6) }
            guard rest.hasPrefix("#") else { throw outside }
        }
    }

    private func checkInstruction(_ content: ArraySlice<UInt8>) throws(IconRefusal) {
        let text = Self.lowercased(content)
        if text.hasPrefix("xml-stylesheet") { throw Self.outside }
        if text.hasPrefix("xml "), text.contains("encoding") {
            guard text.contains("utf-8") || text.contains("us-ascii") else {
                throw IconRefusal(.invalid, "The SVG is not in UTF-8.")
            }
        }
    }

    // MARK: The text

    private static let damaged = IconRefusal(.invalid, "The SVG is damaged.")
    private static let outside = IconRefusal(
        .invalid, "The SVG has a style that refers to an external resource. Embed that resource as a drawing.")

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).lowercased()
    }

    private static func localName(_ bytes: ArraySlice<UInt8>) -> String {
        let name = bytes.lastIndex(of: UInt8(ascii: ":")).map { bytes[($0 + 1)...] } ?? bytes
        return lowercased(name)
    }

    private mutating func word() -> ArraySlice<UInt8> {
        let start = position
        let ends = "=>/\"'<".utf8
        while position < text.endIndex, text[position] > 0x20, !ends.contains(text[position]) { position += 1 }
        return text[start..<position]
    }

    private mutating func skipSpace() {
        while position < text.endIndex, text[position] <= 0x20 { position += 1 }
    }

    private func hasPrefix(_ prefix: String) -> Bool { text[position...].starts(with: prefix.utf8) }

    private func find(_ word: String, from start: Int) -> Int? {
        guard let first = word.utf8.first else { return nil }
        var place = start
        while let next = text[place...].firstIndex(of: first) {
            if text[next...].starts(with: word.utf8) { return next }
            place = next + 1
        }
        return nil
    }

    /// Goes behind a part, where one begins here; to the end where it has none.
    private mutating func skip(_ start: String, to end: String) -> Bool {
        guard hasPrefix(start) else { return false }
        position = find(end, from: position + start.utf8.count).map { $0 + end.utf8.count } ?? text.endIndex
        return true
    }

    /// The content of a part that begins here, which it goes behind.
    private mutating func span(_ start: String, to end: String) throws(IconRefusal) -> ArraySlice<UInt8> {
        let first = position + start.utf8.count
        guard let last = find(end, from: first) else { throw Self.damaged }
        position = last + end.utf8.count
        return text[first..<last]
    }
}

extension Substring {
    /// Where a text is first, by its bytes.
    fileprivate func range(of text: String) -> Range<Index>? {
        var place = startIndex
        while let next = self[place...].utf8.firstIndex(of: text.utf8.first ?? 0) {
            if self[next...].utf8.starts(with: text.utf8) {
                return next..<utf8.index(next, offsetBy: text.utf8.count)
            }
            place = utf8.index(after: next)
        }
        return nil
    }
}
