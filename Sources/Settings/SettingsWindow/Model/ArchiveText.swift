internal import Localization

/// What is told of the fonts in an archive.
enum ArchiveText {
    /// The most lines of one archive.
    private static let limit = 12

    static func summary(_ contents: ArchiveContents) -> String {
        var parts = [localized("1 font can be installed", "%1 fonts can be installed", count: contents.new.count)]
        let known = contents.fonts.count - contents.new.count
        if known > 0 { parts.append(localized("1 installed already", "%1 installed already", count: known)) }
        if !contents.refusals.isEmpty {
            parts.append(localized("1 refused", "%1 refused", count: contents.refusals.count))
        }
        return parts.joined(separator: " · ")
    }

    static func installed(_ contents: ArchiveContents) -> String {
        let installed = localized("1 font is installed", "%1 fonts are installed", count: contents.new.count)
        guard !contents.refusals.isEmpty else { return installed }
        return installed + " · " + localized("1 refused", "%1 refused", count: contents.refusals.count)
    }

    /// A line for each font, with what it replaces and what the safety gate says; and one for each file that is refused.
    static func lines(_ contents: ArchiveContents) -> [(text: String, isRefused: Bool)] {
        let fonts = contents.new.map { font in
            var line = "\(font.name) \(font.version)"
            if let old = font.replaces.first { line += " · " + localized("Replaces version %1", old) }
            return ([line] + font.warnings).joined(separator: " · ")
        }
        let refusals = contents.refusals.map { $0.item.isEmpty ? $0.message : "\($0.item) · \($0.message)" }
        // What is refused is what people are to see before they press the button.
        let lines: [(text: String, isRefused: Bool)] = refusals.map { ($0, true) } + fonts.map { ($0, false) }
        guard lines.count > limit else { return lines }
        return Array(lines.prefix(limit))
            + [(localized("and 1 more", "and %1 more", count: lines.count - limit), false)]
    }
}
