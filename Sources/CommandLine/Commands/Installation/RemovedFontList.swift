internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// The removed fonts that can be restored.
enum RemovedFontList {
    /// Requests all of them from the service, the most recently removed font first.
    static func all(over session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        try await PagedList.all([:]) { page throws(BusError) in
            let reply = try await session.management.listRemoved(filter: page)
            return (reply.fonts, reply.cursor)
        }.map(FontRecord.init)
    }

    /// The fonts that an argument matches, the most recently removed font first.
    ///
    /// - Parameters:
    ///   - argument: An id or its first digits, or the PostScript name, the family and style, or the family of a face.
    ///   - fonts: All removed fonts.
    /// - Returns: These fonts; none if no font has this id or name.
    static func fonts(named argument: String, among fonts: [FontRecord]) -> [FontRecord] {
        if let font = fonts.first(where: { $0.text("id") == argument }) { return [font] }
        if argument.utf8.count >= FontSelection.leastDigits, argument.allSatisfy(\.isHexDigit) {
            let begun = fonts.filter { $0.text("id").hasPrefix(argument.lowercased()) }
            if begun.count == 1 { return begun }
        }
        var named = self.fonts(with: "postscript_name", argument, among: fonts)
        // This is how lists show fonts.
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

    /// The most recently removed of all fonts with the same names.
    static func latest(of fonts: [FontRecord]) -> [FontRecord] {
        var known: [FontRecord] = []
        for font in fonts where !known.contains(where: font.isAnotherVersion) { known.append(font) }
        return known
    }

    private static let secondsOfDay: Int64 = 24 * 60 * 60

    private static func word(forReason reason: String) -> String {
        // Translators: The following three are shown in a table as the reason why a font was removed.
        switch reason {
        case "uninstalled": localized("uninstalled")
        case "replaced": localized("replaced")
        case "deleted": localized("deleted")
        default: reason
        }
    }

    /// The rows of the list for people.
    static func rows(of fonts: [FontRecord]) -> [[String]] {
        fonts.map { font in
            let seconds = Int64(clamping: font.value("expires") ?? UInt64(0)) - WallClock.secondsSince1970
            return [
                font.text("id"), CountedText.list(font.faces.map(\.styledName)), font.text("provider"),
                Self.word(forReason: font.text("reason")),
                // A partial day counts as a whole one: a font that was just removed is kept for all 30 days.
                CountedText.days(Int((max(seconds, 0) + secondsOfDay - 1) / secondsOfDay)),
                ByteCount.text(font.value("size") ?? 0),
            ]
        }
    }
}

extension FontRecord {
    /// Whether two removed fonts have the same names.
    ///
    /// Styles of a family may share their PostScript name, and earlier versions of Typecase did not record the style.
    fileprivate func isAnotherVersion(of other: FontRecord) -> Bool {
        faces.count == other.faces.count
            && zip(faces, other.faces).allSatisfy { face, other in
                let (style, otherStyle) = (face.text("style"), other.text("style"))
                return face.text("postscript_name") == other.text("postscript_name")
                    && (style.isEmpty || otherStyle.isEmpty || face.styledName == other.styledName)
            }
    }

    /// The title of a removed font: the name of its first face.
    var removedTitle: String { faces.first?.styledName ?? text("id") }

    /// The family and the style of a font that may no longer be registered.
    ///
    /// The PostScript name is used if the style is not known.
    var styledName: String {
        let style = text("style")
        return style.isEmpty ? text("postscript_name") : "\(text("family")) \(style)"
    }
}
