internal import DBus
internal import FontModel
internal import Localization

/// A description of a font for people: all information in words, the most important first.
struct FontInfoText {
    private typealias Row = FontFaceWords.Row

    private let font: FontRecord
    /// The width of the terminal; `nil` if lines may have any length.
    private let columns: Int?
    private let bold: Bool

    /// Creates the description of a font.
    ///
    /// - Parameters:
    ///   - font: A full font dictionary, or the full face dictionary of a system font.
    ///   - columns: The width of the terminal; `nil` if there is none.
    ///   - bold: Whether the name is bold.
    init(_ font: FontRecord, columns: Int? = nil, bold: Bool = false) {
        self.font = font
        self.columns = columns
        self.bold = bold
    }

    /// The lines, each with its line end.
    var text: String {
        var rows = fileRows
        let faces = font.faces.isEmpty ? [font] : font.faces
        if faces.count == 1 { rows += FontFaceWords(faces[0]).rows }
        var text = heading(font.title) + lines(rows, indentation: "")
        guard faces.count > 1 else { return text }
        for face in faces {
            text += "\n" + heading(face.title)
            text += lines(FontFaceWords(face).rows, indentation: "  ")
        }
        return text
    }

    private func heading(_ title: String) -> String {
        let title = TerminalText.escaped(title)
        return (bold ? "\u{1B}[1m\(title)\u{1B}[0m" : title) + "\n"
    }

    // MARK: What is said of the file

    private var fileRows: [Row] {
        let isRegistered = font["scope"] != nil || font.text("source") == FontSource.typecase.rawValue
        let provider = font.text("provider")
        let rows: [Row] = [
            (localized("State"), state), (localized("Reason"), font.text("quarantine_reason")),
            (localized("Conflicts with"), font.text("collision")),
            (
                localized("Provider"),
                isRegistered
                    ? provider == ProviderIdentifier.user.rawValue ? localized("user (installed by hand)") : provider
                    : localized("the system")
            ),
            (localized("Stays"), Self.scopes[font.text("scope")] ?? font.text("scope")),
            (localized("File"), font.text("path")),
            (localized("Format"), format),
            (
                RemoteFonts.isKept(font.text("user_info")) ? localized("Fetched from") : localized("Note"),
                font.text("user_info")
            ),
            ("ID", font.text("id")),
            ("SHA-256", font.text("sha256")),
        ]
        let named = rows.filter { !$0.value.isEmpty }
        guard !font.faces.isEmpty else { return named }
        // A newer service may report more.
        return named + FontFaceWords.unknown(in: font, besides: Self.keys)
    }

    /// The keys of a font dictionary that the rows above describe.
    private static let keys: Set<String> = [
        "enabled", "quarantined", "quarantine", "quarantine_reason", "collision", "visibility", "provider", "scope",
        "path", "format", "size", "user_info", "id", "sha256", "faces", "source", "hidden",
    ]

    private var state: String {
        switch font.state {
        case "quarantined":
            switch font.text("quarantine") {
            case "altered": return localized("quarantined because its file was altered")
            case "denied": return localized("quarantined because it is banned")
            case "lost": return localized("quarantined because its file was lost")
            default: return localized("quarantined because it is invalid")
            }
        case "collides": return localized("enabled, but a system font has the same name")
        case "hidden": return localized("hidden by you")
        case "disabled": return localized("disabled")
        default: break
        }
        return font.text("visibility") == "granted"
            ? localized("enabled, only for programs that have the right to use it")
            : localized("enabled, for all programs")
    }

    private static let scopes = [
        RegistrationScope.persistent.rawValue: localized("until it is removed"),
        RegistrationScope.session.rawValue: localized("until you log out"),
        "process": localized("until its program ends"),
    ]

    private var format: String {
        let face = font.faces.first ?? font
        let name = font.text("format").isEmpty ? face.text("format") : font.text("format")
        let size: UInt64? = font.value("size")
        return CountedText.list([Self.formats[name] ?? name, size.map(ByteCount.text) ?? ""].filter { !$0.isEmpty })
    }

    private static let formats = [
        FontFormat.truetype.rawValue: "TrueType", FontFormat.cff.rawValue: "OpenType (CFF)",
        FontFormat.cff2.rawValue: "OpenType (CFF2)", FontFormat.collection.rawValue: localized("a collection"),
    ]

    // MARK: Lines

    private func lines(_ rows: [Row], indentation: String) -> String {
        let width = rows.map { TerminalText.width(TerminalText.escaped($0.label)) }.max() ?? 0
        let margin = indentation.count + width + 2
        return rows.map { row in
            let label = TerminalText.escaped(row.label)
            let padding = String(repeating: " ", count: width - TerminalText.width(label) + 2)
            // Licences have several lines, which are joined and then broken to fit the terminal.
            let value = row.value.split(whereSeparator: \.isNewline).joined(separator: " ")
            let parts = wrapped(TerminalText.escaped(value), to: columns.map { $0 - margin })
            return indentation + label + padding
                + parts.joined(separator: "\n" + String(repeating: " ", count: margin)) + "\n"
        }.joined()
    }

    /// The lines of a text, broken between words; a word that is longer than a line has its own line.
    private func wrapped(_ text: String, to columns: Int?) -> [String] {
        guard let columns, TerminalText.width(text) > columns else { return [text] }
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, TerminalText.width(last) + 1 + TerminalText.width(String(word)) <= columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
