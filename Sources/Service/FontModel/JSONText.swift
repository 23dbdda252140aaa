/// A JSON document that is being built.
///
/// This type is used instead of Foundation because members keep their order. Characters that a terminal or a reader
/// could misinterpret are written as escapes, which JSON allows in any string.
package indirect enum JSONText: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// The document on one line.
    package var line: String {
        var text = ""
        append(to: &text, indentation: nil)
        return text
    }

    /// The document on several lines, indented by two spaces per level.
    package var lines: String { lines(indentation: "") }

    /// Returns the document on several lines, for use within another text.
    ///
    /// - Parameter indentation: The text with which all lines except the first begin.
    /// - Returns: The text.
    package func lines(indentation: String) -> String {
        var text = ""
        append(to: &text, indentation: indentation)
        return text
    }

    private func append(to text: inout String, indentation: String?) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .unsigned(let value): text += String(value)
        case .double(let value): text += Self.number(value)
        case .string(let value): Self.append(value, to: &text)
        case .array(let values):
            Self.append(values.map { (nil, $0) }, between: "[", "]", to: &text, indentation: indentation)
        case .object(let members):
            Self.append(members.map { ($0.0, $0.1) }, between: "{", "}", to: &text, indentation: indentation)
        }
    }

    private static func append(
        _ members: [(key: String?, value: JSONText)], between opening: String, _ closing: String,
        to text: inout String, indentation: String?
    ) {
        text += opening
        let inner = indentation.map { $0 + "  " }
        for (index, member) in members.enumerated() {
            if index > 0 { text += inner == nil ? ", " : "," }
            if let inner {
                text += "\n"
                text += inner
            }
            if let key = member.key {
                append(key, to: &text)
                text += ": "
            }
            member.value.append(to: &text, indentation: inner)
        }
        if let indentation, !members.isEmpty { text += "\n" + indentation }
        text += closing
    }

    /// Formats a number; infinities and NaN, which JSON does not support, become `null`.
    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        let text = String(value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Most strings are plain ASCII; using Unicode's tables takes ten times as long.
        let isPlain = string.utf8.allSatisfy { byte in
            (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if isPlain {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.couldMislead:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: true)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
