internal import BusInterface
package import DBus
internal import FontModel
internal import Localization

/// A dictionary from the bus as text for people: one line per key, with nested dictionaries indented below their key.
package struct RecordText: Sendable {
    private var lines: [String] = []

    /// Creates the text of a dictionary.
    package init(_ entries: [String: BusVariant]) {
        append(entries.map { ($0.key, $0.value.value) }, indentation: "")
    }

    /// The lines, each with its end.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    private mutating func append(_ entries: [(key: String, value: BusValue)], indentation: String) {
        // An empty value is not worth a line.
        let entries = entries.filter { Self.nested($0.value) != nil || !Self.text($0.value).isEmpty }
        let width = entries.map { TerminalText.width(TerminalText.escaped($0.key)) }.max() ?? 0
        // Values on one line come first, because a short line after a long list is easily overlooked.
        let sorted = entries.sorted { left, right in
            let (leftIsNested, rightIsNested) = (Self.nested(left.value) != nil, Self.nested(right.value) != nil)
            return leftIsNested == rightIsNested ? left.key < right.key : rightIsNested
        }
        for (key, value) in sorted {
            let label = TerminalText.escaped(key)
            if let nested = Self.nested(value) {
                for entries in nested {
                    lines.append("\(indentation)\(label):")
                    append(entries, indentation: indentation + "    ")
                }
            } else {
                let padding = String(repeating: " ", count: width - TerminalText.width(label))
                lines.append("\(indentation)\(label): \(padding)\(Self.text(value))")
            }
        }
    }

    /// The dictionaries that a value consists of; `nil` if it fits on one line.
    private static func nested(_ value: BusValue) -> [[(key: String, value: BusValue)]]? {
        switch value {
        case .variant(let value): return nested(value)
        case .dictionary(_, _, let entries):
            return [entries.map { (text($0.key), $0.value) }]
        case .array(let element, let values) where element.text.hasPrefix("a{"):
            return values.flatMap { nested($0) ?? [] }
        default: return nil
        }
    }

    /// A value of any type on one line.
    static func line(_ value: BusValue) -> String {
        nested(value) == nil ? text(value) : TerminalText.escaped(JSONText(value).line)
    }

    private static func text(_ value: BusValue) -> String {
        switch value {
        case .variant(let value): text(value)
        case .string(let value): TerminalText.escaped(value)
        case .boolean(let value): value ? localized("yes") : localized("no")
        case .array(_, let values): values.map(text).joined(separator: " ")
        case .structure(let values): values.map(text).joined(separator: " ")
        default: TerminalText.escaped(JSONText(value).line)
        }
    }
}
