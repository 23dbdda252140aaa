internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// The fonts that left and can be brought back.
enum RemovedFontList {
    /// Asks the service for all of them, the one that left last first.
    static func all(over session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        try await PagedList.all([:]) { page throws(BusError) in
            let reply = try await session.management.listRemoved(filter: page)
            return (reply.fonts, reply.cursor)
        }.map(FontRecord.init)
    }

    /// The fonts that an argument stands for, the one that left last first.
    ///
    /// - Parameters:
    ///   - argument: An id or its first digits, or the PostScript name, the family and style, or the family of a face.
    ///   - fonts: All removed fonts.
    /// - Returns: Those fonts; none where nothing is called so.
    static func fonts(named argument: String, among fonts: [FontRecord]) -> [FontRecord] {
        if let font = fonts.first(where: { $0.text("id") == argument }) { return [font] }
        if argument.utf8.count >= FontSelection.leastDigits, argument.allSatisfy(\.isHexDigit) {
            let begun = fonts.filter { $0.text("id").hasPrefix(argument.lowercased()) }
            if begun.count == 1 { return begun }
        }
        var named = self.fonts(with: "postscript_name", argument, among: fonts)
        // As lists show them.
        if named.isEmpty {
            named = fonts.filter { $0.faces.contains { $0.styledName.fontNameKey == argument.fontNameKey } }
        }
        return named.isEmpty ? self.fonts(ofFamily: argument, among: fonts) : named
    }

    /// The fonts with a face of a family.
    static func fonts(ofFamily family: String, among fonts: [FontRecord]) -> [FontRecord] {
        self.fonts(with: "family", family, among: fonts)
    }

    private static func fonts(with key: String, _ name: String, among fonts: [FontRecord]) -> [FontRecord] {
        let name = name.fontNameKey
        guard !name.isEmpty else { return [] }
        return fonts.filter { font in font.faces.contains { $0.text(key).fontNameKey == name } }
    }

    /// Of several fonts of the same names the one that left last.
    static func latest(of fonts: [FontRecord]) -> [FontRecord] {
        var known: [FontRecord] = []
        for font in fonts where !known.contains(where: font.isAnotherVersion) { known.append(font) }
        return known
    }

    private static let secondsOfDay: Int64 = 24 * 60 * 60

    private static func word(forReason reason: String) -> String {
        // Translators: The following three tell in a table why a font left.
        switch reason {
        case "uninstalled": localized("uninstalled")
        case "replaced": localized("replaced")
        case "deleted": localized("deleted")
        default: reason
        }
    }

    /// The list for people.
    static func rows(of fonts: [FontRecord]) -> [[String]] {
        fonts.map { font in
            let seconds = Int64(clamping: font.value("expires") ?? UInt64(0)) - WallClock.secondsSince1970
            return [
                font.text("id"), CountedText.list(font.faces.map(\.styledName)), font.text("provider"),
                Self.word(forReason: font.text("reason")),
                // A day that has begun counts: what was just removed is kept for all 30.
                CountedText.days(Int((max(seconds, 0) + secondsOfDay - 1) / secondsOfDay)),
                ByteCount.text(font.value("size") ?? 0),
            ]
        }
    }
}

extension FontRecord {
    /// Whether two removed fonts have the same names.
    ///
    /// Styles of a family may share their PostScript name, and earlier versions did not note the style.
    fileprivate func isAnotherVersion(of other: FontRecord) -> Bool {
        faces.count == other.faces.count
            && zip(faces, other.faces).allSatisfy { face, other in
                let (style, otherStyle) = (face.text("style"), other.text("style"))
                return face.text("postscript_name") == other.text("postscript_name")
                    && (style.isEmpty || otherStyle.isEmpty || face.styledName == other.styledName)
            }
    }

    /// What a removed font is called: its names.
    var removedTitle: String { faces.first?.styledName ?? text("id") }

    /// The family and the style of a font that may not be registered any more; the PostScript name where the style is
    /// not known.
    var styledName: String {
        let style = text("style")
        return style.isEmpty ? text("postscript_name") : "\(text("family")) \(style)"
    }
}
