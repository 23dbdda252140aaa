internal import FoundationEssentials
internal import LinuxSystem

/// The path patterns by which a fontconfig configuration hides fonts, read from its files.
///
/// Only rules with paths are read, not rules about the properties of fonts. Source: fonts-conf(5), "selectfont".
package struct FontSelectionRules: Sendable, Equatable {
    /// The patterns of the paths that are hidden.
    package private(set) var rejected: [String] = []
    /// The patterns of the paths that are shown nevertheless.
    package private(set) var accepted: [String] = []

    /// The maximum number of bytes of a file that is read; real files have a few thousand.
    private static let maximumSize = 1 << 20

    /// Creates rules that hide nothing.
    package init() {}

    /// Creates the rules of configuration files; a file that cannot be read has no rules.
    ///
    /// - Parameter files: Absolute paths.
    package init(files: [String]) {
        for file in files {
            guard let data = FileManager.default.contents(atPath: file), data.count <= Self.maximumSize else {
                continue
            }
            add(String(decoding: data, as: UTF8.self))
        }
    }

    /// Adds the rules of one file.
    ///
    /// - Parameter text: The file's content.
    package mutating func add(_ text: String) {
        let text = Self.withoutComments(text)
        rejected += Self.elements("rejectfont", in: text).flatMap { Self.globs(in: $0) }
        accepted += Self.elements("acceptfont", in: text).flatMap { Self.globs(in: $0) }
    }

    /// The pattern that hides a path.
    ///
    /// - Parameter path: An absolute path.
    /// - Returns: The pattern; `nil` if the path is shown.
    package func pattern(hiding path: String) -> String? {
        if accepted.contains(where: { Self.matches(path, $0) }) { return nil }
        return rejected.first { Self.matches(path, $0) }
    }

    /// Whether a path matches a pattern with `*` and `?`; `*` also matches slashes.
    static func matches(_ path: String, _ pattern: String) -> Bool {
        let (path, pattern) = (PathText.bytes(of: path), Array(pattern.utf8))
        // The position of the last star, and the position in the path up to which it matches.
        var (position, next, star, covered) = (0, 0, -1, 0)
        while position < path.count {
            if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
                (star, covered) = (next, position)
                next += 1
            } else if next < pattern.count, pattern[next] == UInt8(ascii: "?") || pattern[next] == path[position] {
                next += 1
                position += 1
            } else if star >= 0 {
                covered += 1
                (next, position) = (star + 1, covered)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    private static func globs(in text: String) -> [String] {
        elements("glob", in: text).map { decoded($0) }
    }

    /// The contents of the elements with a name; in this format, they are not nested.
    private static func elements(_ name: String, in text: String) -> [String] {
        var found: [String] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "<\(name)>"),
            let closing = rest[opening.upperBound...].firstRange(of: "</\(name)>")
        {
            found.append(String(rest[opening.upperBound..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        return found
    }

    private static func withoutComments(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let opening = rest.firstRange(of: "<!--") {
            result += rest[..<opening.lowerBound]
            guard let closing = rest[opening.upperBound...].firstRange(of: "-->") else { return result }
            rest = rest[closing.upperBound...]
        }
        return result + rest
    }

    /// The text with the five predefined entities of XML decoded.
    private static func decoded(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let entity = Self.entities.first(where: { rest.hasPrefix($0.name) }) else {
                result.append(rest.removeFirst())
                continue
            }
            result += entity.text
            rest = rest.dropFirst(entity.name.count)
        }
        return result + rest
    }

    private static let entities = [
        (name: "&lt;", text: "<"), (name: "&gt;", text: ">"), (name: "&quot;", text: "\""), (name: "&apos;", text: "'"),
        (name: "&amp;", text: "&"),
    ]
}
