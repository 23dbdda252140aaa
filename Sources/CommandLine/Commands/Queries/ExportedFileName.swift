internal import FontModel
internal import LinuxSystem

/// The default name of the file of a font.
package enum ExportedFileName {
    /// The maximum number of bytes of a name without its extension; file systems allow 255 with the extension.
    private static let maximumLength = 200

    /// The name for a font: its PostScript name, such as `Amiri-Bold.ttf`.
    ///
    /// - Parameter font: A font dictionary, or the face dictionary of a system font.
    /// - Returns: A name without directories.
    package static func name(for font: FontRecord) -> String {
        let face = font.faces.first ?? font
        let name = [face.text("postscript_name"), face.text("full_name")].first { !$0.isEmpty } ?? ""
        let stem = isSafe(name) ? name : safe(name)
        let format = FontFormat(rawValue: font.text("format")) ?? .truetype
        return "\(stem.isEmpty ? "font" : stem).\(format.fileExtension)"
    }

    /// The names for fonts that are written to one directory.
    ///
    /// If styles of a family share their PostScript name, the file names contain the style as well.
    ///
    /// - Parameter fonts: The fonts.
    /// - Returns: A name for each font, in order; no two names are equal, even if case is ignored.
    package static func names(for fonts: [FontRecord]) -> [String] {
        let simple = fonts.map(name)
        let counts = Dictionary(simple.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
        var names = Distinct()
        return zip(fonts, simple).map { font, name in
            if counts[name.lowercased()] == 1 { return names.add(name) }
            let style = safe((font.faces.first ?? font).text("style"))
            return names.add(style.isEmpty ? name : extended(name, by: "-\(style)"))
        }
    }

    /// The name for a font of an archive: the name of its entry, without the directories.
    ///
    /// - Parameters:
    ///   - entry: The path in the archive.
    ///   - fileExtension: The extension to use; `nil` to keep that of the entry.
    /// - Returns: A name without directories.
    static func name(forEntry entry: String, fileExtension: String? = nil) -> String {
        let (stem, ending) = parts(of: safe(String(entry.split(separator: "/").last ?? "")))
        return "\(stem.isEmpty ? "font" : stem)\(fileExtension.map { "." + $0 } ?? String(ending))"
    }

    /// Names of files in one directory, of which no two are equal, even if case is ignored.
    struct Distinct {
        private var taken: Set<String> = []

        /// Adds a name.
        ///
        /// - Parameter name: The name.
        /// - Returns: The name, with a number if it is taken.
        mutating func add(_ name: String) -> String {
            var (candidate, number) = (name, 2)
            while !taken.insert(candidate.lowercased()).inserted {
                candidate = ExportedFileName.extended(name, by: "-\(number)")
                number += 1
            }
            return candidate
        }
    }

    /// A name whose stem is extended, and cut if it becomes too long.
    private static func extended(_ name: String, by suffix: String) -> String {
        let (stem, ending) = parts(of: name)
        let suffix = suffix.prefixOfBytes(maximumLength / 2)
        return "\(String(stem).prefixOfBytes(maximumLength - suffix.utf8.count))\(suffix)\(ending)"
    }

    /// A name without its extension, and the extension with its dot.
    private static func parts(of name: String) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: ".") else { return (name[...], "") }
        return (name[..<dot], name[dot...])
    }

    /// Whether a name contains only letters, digits and hyphens, as nearly all names do.
    private static func isSafe(_ name: String) -> Bool {
        name.utf8.count <= maximumLength
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// A name without control characters, slashes and backslashes, and no longer than file names may be.
    private static func safe(_ name: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in name.prefixOfBytes(maximumLength).unicodeScalars {
            let isSafe = scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
            safe.append(isSafe ? scalar : "_")
        }
        // A file whose name begins with a dot is hidden.
        return String(String(safe).drop { $0 == "." })
    }

    /// The path to write a font to.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - output: A file, or an existing directory.
    /// - Returns: The file, or a file in the directory that is named after the font.
    package static func path(for font: FontRecord, at output: String) -> String {
        path(name(for: font), at: output)
    }

    /// The path to write a font to.
    ///
    /// - Parameters:
    ///   - name: The name of the font's file in a directory.
    ///   - output: A file, or an existing directory.
    /// - Returns: The file, or the file with this name in the directory.
    static func path(_ name: String, at output: String) -> String {
        guard isDirectory(output) else { return output }
        return output.hasSuffix("/") ? output + name : "\(output)/\(name)"
    }

    /// Whether a path is the path of a directory.
    static func isDirectory(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLinks: true).kind) == .directory
    }
}

extension String {
    /// The longest beginning of whole scalars with at most this number of bytes.
    fileprivate func prefixOfBytes(_ limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (cut, length) = (UnicodeScalarView(), 0)
        for scalar in unicodeScalars {
            length += UTF8.width(scalar)
            if length > limit { break }
            cut.append(scalar)
        }
        return String(cut)
    }
}
