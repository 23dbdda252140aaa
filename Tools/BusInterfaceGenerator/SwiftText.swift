/// Swift source in the making: lines, indentation and documentation comments.
struct SwiftText {
    /// The most columns of a line, as `.swift-format` has it.
    static let lineLength = 120

    private var lines: [String] = []
    private var depth = 0

    /// Starts a file with the header that says where it comes from.
    init(source: String) {
        line("// Generated from \(source) by Tools/BusInterfaceGenerator; do not edit.")
        line("")
    }

    /// The file.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a line at the current depth.
    mutating func line(_ text: String) {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: depth) + text)
    }

    /// Adds lines one level deeper.
    mutating func nested(_ body: (inout SwiftText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds a line that opens a block, what the block holds, and the line that closes it.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SwiftText) throws -> Void) rethrows {
        line(opening)
        depth += 1
        try body(&self)
        depth -= 1
        line(closing)
    }

    /// Adds a line whose comma-separated part goes on lines of its own where it is too long.
    ///
    /// - Parameters:
    ///   - opening: What comes before the items, ending with an opening bracket.
    ///   - items: The items.
    ///   - closing: What comes after the items, starting with the closing bracket.
    ///   - isCall: Whether the closing bracket stays with the last item, as in calls, rather than on a line of its own.
    mutating func list(_ opening: String, _ items: [String], _ closing: String, isCall: Bool = false) {
        let single = opening + items.joined(separator: ", ") + closing
        if depth * 4 + single.count <= Self.lineLength {
            line(single)
            return
        }
        line(opening)
        depth += 1
        var current = ""
        for (index, item) in items.enumerated() {
            let piece = index == items.count - 1 ? (isCall ? item + closing : item) : item + ","
            if !current.isEmpty, depth * 4 + current.count + 1 + piece.count > Self.lineLength {
                line(current)
                current = ""
            }
            current += (current.isEmpty ? "" : " ") + piece
        }
        line(current)
        depth -= 1
        if !isCall { line(closing) }
    }

    /// Adds a documentation comment.
    ///
    /// - Parameters:
    ///   - documentation: The summary and the discussion.
    ///   - parameters: Name and description of each parameter.
    ///   - returns: What is returned, if anything.
    ///   - throws: What is thrown, if anything.
    mutating func documentation(
        _ documentation: DocComment, parameters: [(name: String, text: String)] = [], returns: String? = nil,
        throws: String? = nil
    ) {
        comment(documentation.summary)
        for paragraph in documentation.discussion {
            line("///")
            for part in paragraph.split(separator: "\n") {
                comment(String(part), continuation: part.hasPrefix("- ") ? "  " : "")
            }
        }
        var fields: [(text: String, continuation: String)] = []
        if parameters.count == 1 {
            fields.append(("- Parameter \(parameters[0].name): \(parameters[0].text)", "  "))
        } else if parameters.count > 1 {
            fields.append(("- Parameters:", ""))
            fields += parameters.map { ("  - \($0.name): \($0.text)", "    ") }
        }
        if let returns { fields.append(("- Returns: \(returns)", "  ")) }
        if let `throws` { fields.append(("- Throws: \(`throws`)", "  ")) }
        if !fields.isEmpty { line("///") }
        for field in fields { comment(field.text, continuation: field.continuation) }
    }

    /// Adds a documentation comment of one paragraph, wrapped.
    ///
    /// - Parameters:
    ///   - text: The text, in the notation of the XML.
    ///   - continuation: The indentation of its second and later lines.
    mutating func comment(_ text: String, continuation: String = "") {
        let leading = String(text.prefix { $0 == " " })
        var current = leading
        var isEmpty = true
        for word in Self.markdown(text).split(separator: " ") {
            if !isEmpty, depth * 4 + 4 + current.count + 1 + word.count > Self.lineLength {
                line("/// " + current)
                current = continuation
                isEmpty = true
            }
            current += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        line("/// " + current)
    }

    /// Turns the notation of gdbus-codegen's comments into that of Swift's.
    private static func markdown(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            if rest.hasPrefix("``") {
                rest.removeFirst(2)
                result += "`"
            } else if first == "@" {
                rest.removeFirst()
                let name = rest.prefix { $0.isLetter || $0 == "_" }
                result += "`" + String(name).lowerCamelFromSnake + "`"
                rest.removeFirst(name.count)
            } else {
                rest.removeFirst()
                result.append(first)
            }
        }
        return result
    }
}
