package import FontModel
internal import LinuxSystem

/// The bytes of a desktop entry in lines, so that everything except intended changes stays as it was.
///
/// Source: Desktop Entry Specification 1.5.
package struct DesktopEntryText: Sendable, Equatable {
    /// The maximum size of a file in bytes: files with many translations have about 50 KiB.
    package static let maximumSize = 256 << 10
    private static let mainGroup = Array("Desktop Entry".utf8)
    private static let actionGroup = Array("Desktop Action ".utf8)

    /// The lines with their line ends.
    private let lines: [ArraySlice<UInt8>]

    /// The bytes of the whole entry.
    package let bytes: [UInt8]

    /// Creates an entry from the bytes of a file.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: ``FontModel/FontError/Code/corrupt`` if it is not a desktop entry.
    package init(_ bytes: [UInt8]) throws(FontError) {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            lines.append(rest[..<end])
            rest = rest[end...]
        }
        self.lines = lines
        self.bytes = bytes
        guard bytes.count <= Self.maximumSize, lines.contains(where: { Self.group(of: $0) == Self.mainGroup[...] })
        else { throw FontError(.corrupt, "The desktop entry of the application is damaged or too large.") }
    }

    /// The value of a key of the main group without a language; `nil` if there is none.
    package subscript(_ key: String) -> String? {
        line(of: key).flatMap(Self.entry).map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// The bytes without the line of a key of the main group; `nil` if there is no such line.
    func bytes(without key: String) -> [UInt8]? {
        guard let line = line(of: key) else { return nil }
        var rest = bytes
        rest.removeSubrange(line.indices)
        return rest
    }

    private func line(of key: String) -> ArraySlice<UInt8>? {
        var isMain = false
        for line in lines {
            if let group = Self.group(of: line) {
                isMain = group == Self.mainGroup[...]
            } else if isMain, let (found, _) = Self.entry(of: line), found.elementsEqual(key.utf8) {
                return line
            }
        }
        return nil
    }

    // MARK: Merging

    /// The entry with another icon everywhere, and with marks that describe its origin.
    ///
    /// - Parameters:
    ///   - icon: The name of the icon in the theme.
    ///   - mark: The content of the marks; its hashes are calculated here.
    ///   - tryExec: The program that must exist for the entry to be shown, if the entry does not name one itself.
    /// - Returns: The bytes.
    package func merged(icon: String, mark: IconMark, tryExec: String?) -> [UInt8] {
        var result: [UInt8] = []
        var marks: Range<Int>?
        var group: ArraySlice<UInt8>?
        // A group may occur twice; readers treat both parts as one.
        let hasIcon = self["Icon"] != nil
        for line in lines {
            if let found = Self.group(of: line) {
                group = found
                result += line
                if line.last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
                guard found == Self.mainGroup[...], marks == nil else { continue }
                let end = line.suffix(2) == [13, 10] ? "\r\n" : "\n"
                if !hasIcon { result += "Icon=\(icon)\(end)".utf8 }
                if let tryExec, self["TryExec"] == nil { result += "TryExec=\(tryExec)\(end)".utf8 }
                var mark = mark
                mark.sourceHash = FileDigest.of(bytes).hexadecimal
                let start = result.count
                for line in mark.lines { result += "\(line)\(end)".utf8 }
                marks = start..<result.count
            } else if let (key, _) = Self.entry(of: line), Self.isIcon(key), Self.hasIcons(group) {
                let end = line.drop { $0 != 13 && $0 != 10 }
                result += key + "=\(icon)".utf8 + (end.isEmpty ? [10] : end)
            } else if let (key, _) = Self.entry(of: line), key.starts(with: IconMark.prefix.utf8) {
                // A source that contains these marks would be taken for a merged entry.
                continue
            } else {
                result += line
            }
        }
        return IconMark.sealing(result, at: marks?.lowerBound ?? result.endIndex)
    }

    private static func isIcon(_ key: ArraySlice<UInt8>) -> Bool {
        key.elementsEqual("Icon".utf8) || (key.starts(with: "Icon[".utf8) && key.last == UInt8(ascii: "]"))
    }

    private static func hasIcons(_ group: ArraySlice<UInt8>?) -> Bool {
        group.map { $0 == mainGroup[...] || $0.starts(with: actionGroup) } ?? false
    }

    // MARK: Lines

    /// The name of the group that a line begins; `nil` for any other line.
    private static func group(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let text = trimmed(line)
        guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), text.count > 2 else { return nil }
        return text.dropFirst().dropLast()
    }

    /// The key and the value of a line; `nil` for any other line.
    static func entry(of line: ArraySlice<UInt8>) -> (key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        guard line.first != UInt8(ascii: "#"), let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return (trimmed(line[..<equals]), trimmed(line[(equals + 1)...]))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.drop { $0 <= 0x20 }
        guard let last = start.lastIndex(where: { $0 > 0x20 }) else { return start.prefix(0) }
        return start[...last]
    }

    // MARK: Programs

    /// The program whose presence shows that the entry is still valid; `nil` if its command line does not name one.
    ///
    /// - Parameter path: The path of the entry. Beside the entries that Flatpak exports are programs that are added and
    ///   removed with them.
    /// - Returns: The path or the name of a program.
    package func program(at path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if let exports = parts.lastIndex(of: "exports"), parts.dropFirst(exports).contains("applications"),
            let id = parts.last, id.hasSuffix(".desktop")
        {
            return parts[...exports].joined(separator: "/") + "/bin/" + id.dropLast(8)
        }
        guard let command = self["Exec"] else { return nil }
        var words = command.split(separator: " ")[...]
        if let first = words.first, first == "env" || first == "/usr/bin/env" || first == "/bin/env" {
            words = words.dropFirst().drop { $0.contains("=") && !$0.hasPrefix("-") }
        }
        // Quotes and escapes would need a full parser of the specification, and so would the options of env, some of
        // which take the next word. Nothing is lost without the key.
        guard let program = words.first, !program.hasPrefix("-"), program.hasPrefix("/") || !program.contains("/"),
            !program.contains(where: { "\"\\$`'%=".contains($0) })
        else { return nil }
        return String(program)
    }
}
