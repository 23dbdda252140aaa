internal import FontModel
internal import LinuxSystem

/// What the file of a font is called where nobody says.
package enum ExportedFileName {
    /// The most bytes of a name without its ending: file systems allow 255, with it.
    private static let maximumLength = 200

    /// The name for a font: its PostScript name, such as `Amiri-Bold.ttf`.
    ///
    /// - Parameter font: A font dictionary, or a face dictionary of the system's.
    /// - Returns: A name without directories.
    package static func name(for font: FontRecord) -> String {
        let face = font.faces.first ?? font
        let name = [face.text("postscript_name"), face.text("full_name")].first { !$0.isEmpty } ?? ""
        let stem = isSafe(name) ? name : safe(name)
        let format = FontFormat(rawValue: font.text("format")) ?? .truetype
        return "\(stem.isEmpty ? "font" : stem).\(format.fileExtension)"
    }

    /// The names for fonts that go to one directory: where styles of a family share their PostScript name, the style is in
    /// it as well.
    ///
    /// - Parameter fonts: The fonts.
    /// - Returns: A name for each, in order, no two alike in capitals or small letters.
    package static func names(for fonts: [FontRecord]) -> [String] {
        let simple = fonts.map(name)
        let counts = Dictionary(simple.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
        var taken: Set<String> = []
        return zip(fonts, simple).map { font, name in
            var candidate = name
            let (stem, ending) = (
                name.split(separator: ".").dropLast().joined(separator: "."), name.split(separator: ".").last ?? ""
            )
            if counts[name.lowercased()] != 1 {
                let style = safe((font.faces.first ?? font).text("style"))
                if !style.isEmpty { candidate = "\(stem)-\(style).\(ending)" }
            }
            var number = 2
            while !taken.insert(candidate.lowercased()).inserted {
                candidate = "\(stem)-\(number).\(ending)"
                number += 1
            }
            return candidate
        }
    }

    /// Whether a name is letters, digits and hyphens alone, as nearly all are.
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

    /// A name without what steers terminals or leads elsewhere, and no longer than files may be called.
    private static func safe(_ name: String) -> String {
        var safe = String.UnicodeScalarView()
        var length = 0
        for scalar in name.unicodeScalars {
            length += UTF8.width(scalar)
            if length > maximumLength { break }
            let isSafe = scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
            safe.append(isSafe ? scalar : "_")
        }
        // A name that begins with a point is hidden.
        return String(String(safe).drop { $0 == "." })
    }

    /// The path to write a font to.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - output: A file, or a directory that is there.
    /// - Returns: The file, or one named after the font in the directory.
    package static func path(for font: FontRecord, at output: String) -> String {
        path(name(for: font), at: output)
    }

    /// The path to write a font to.
    ///
    /// - Parameters:
    ///   - name: What the font's file is called in a directory.
    ///   - output: A file, or a directory that is there.
    /// - Returns: The file, or that one in the directory.
    static func path(_ name: String, at output: String) -> String {
        guard isDirectory(output) else { return output }
        return output.hasSuffix("/") ? output + name : "\(output)/\(name)"
    }

    /// Whether a path is that of a directory.
    static func isDirectory(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLinks: true).kind) == .directory
    }
}
