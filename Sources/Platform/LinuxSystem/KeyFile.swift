/// A file of `[groups]` with `key=value` lines, in the format of the desktop entry specification, without its escapes.
package struct KeyFile: Sendable {
    private var values: [String: [String: String]] = [:]

    /// Creates a key file from its text; `nil` if a line is invalid or a key has two values.
    package init?(_ text: String) {
        var group: String?
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") || line.allSatisfy({ $0 == " " || $0 == "\t" }) { continue }
            if line.hasPrefix("[") {
                guard line.hasSuffix("]"), line.count > 2 else { return nil }
                group = String(line.dropFirst().dropLast())
                continue
            }
            guard let group, let equals = line.firstIndex(of: "=") else { return nil }
            let key = Self.trimmed(line[..<equals])
            let value = Self.trimmed(line[line.index(after: equals)...])
            guard !key.isEmpty else { return nil }
            // Readers differ in which of two values they use, and nobody must be able to exploit this difference.
            if let other = values[group]?[key], other != value { return nil }
            values[group, default: [:]][key] = value
        }
    }

    /// The groups that have at least one key, in no particular order.
    package var groups: [String] { Array(values.keys) }

    /// The value of a key.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - key: The key, with the language in brackets if it has one.
    package subscript(_ group: String, _ key: String) -> String? { values[group]?[key] }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(start[...last])
    }
}
