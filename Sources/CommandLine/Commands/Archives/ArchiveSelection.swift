internal import FontModel
package import InspectionProtocol
internal import Localization

/// Selects the fonts of an archive that desktop programs use best, if it contains several forms of one font.
///
/// Fonts for desktops come before web fonts, static fonts before a variable font with no more styles than these,
/// TrueType before CFF outlines, and single fonts before collections of them. No style is lost: every font that is left
/// out has a copy among the selected fonts.
package struct ArchiveSelection: Sendable {
    /// An entry that is not selected.
    package struct PassedOver: Sendable, Equatable {
        /// The path in the archive.
        package var path: [UInt8]
        /// The reason, worded as the end of a sentence.
        package var reason: Reason
    }

    /// The reason why an entry is not selected.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        case webFont = "web fonts, beside fonts for desktops"
        case olderWebFont = "WOFF, also present as WOFF2"
        case copy = "copies of other fonts in the archive"
        case variable = "variable fonts whose styles are all present as static fonts"
        case incompleteStatic = "static fonts beside a variable font with more styles"
        case archive = "archives in the archive, which are not opened"
        case otherKind = "in formats that cannot be installed"

        /// The reason in the user's language; scripts get the raw value.
        package var text: String {
            // Translators: The following seven stand in parentheses after names of files in an archive, and tell why these are not used.
            switch self {
            case .webFont: localized("web fonts, beside fonts for desktops")
            case .olderWebFont: localized("WOFF, also present as WOFF2")
            case .copy: localized("copies of other fonts in the archive")
            case .variable: localized("variable fonts whose styles are all present as static fonts")
            case .incompleteStatic: localized("static fonts beside a variable font with more styles")
            case .archive: localized("archives in the archive, which are not opened")
            case .otherKind: localized("in formats that cannot be installed")
            }
        }
    }

    /// A font that may be selected.
    private struct Candidate {
        let index: Int
        let path: [UInt8]
        let faces: [ArchivedFace]
        let isWebFont: Bool

        /// The only face of a variable font.
        var variableFace: ArchivedFace? { faces.count == 1 && !faces[0].axes.isEmpty ? faces[0] : nil }
        /// The only face of a static font.
        var staticFace: ArchivedFace? { faces.count == 1 && faces[0].axes.isEmpty ? faces[0] : nil }

        /// The rank among several copies, of which the lowest is selected.
        var rank: Int {
            let isUnhinted = String(decoding: path, as: UTF8.self).lowercased().contains("unhinted") ? 1 : 0
            if faces.count > 1 { return 4 + isUnhinted }
            return (faces.first?.format == .truetype ? 0 : 2) + isUnhinted
        }
    }

    /// The properties that distinguish a face from others.
    private struct Identity: Hashable {
        let postscriptName: String
        let family: String
        let weight: Double
        let width: Double
        let slant: FontSlant
        let axes: [String]

        init(_ face: ArchivedFace) {
            postscriptName = face.postscriptName
            family = face.family
            weight = face.weight
            width = face.width
            slant = face.slant
            axes = face.axes
        }
    }

    /// The indexes of the selected entries, in the order of the archive.
    package private(set) var taken: [Int] = []
    /// The entries that are not selected, in the order of the archive.
    package private(set) var passedOver: [PassedOver] = []
    /// Whether all fonts are web fonts.
    package private(set) var hasWebFontsOnly = false

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - expandsWebFonts: Whether web fonts can be used if there are no other fonts.
    package init(_ entries: [ArchiveContents.Entry], expandsWebFonts: Bool) {
        var reasons: [Int: Reason] = [:]
        var candidates: [Candidate] = []
        var listedWebFonts: [Int] = []
        for (index, entry) in entries.enumerated() {
            let isWebFont = Self.ends(entry.path, FontFileSearch.webFontExtensions)
            switch entry.content {
            case .refused: break
            case .listed where isWebFont: listedWebFonts.append(index)
            case .listed:
                reasons[index] = Self.ends(entry.path, Set(ArchiveSignature.extensions)) ? .archive : .otherKind
            case .unpacked(_, _, let faces):
                candidates.append(Candidate(index: index, path: entry.path, faces: faces, isWebFont: isWebFont))
            }
        }
        let desktop = candidates.filter { !$0.isWebFont }
        let web = candidates.filter(\.isWebFont)
        hasWebFontsOnly = desktop.isEmpty && !(web.isEmpty && listedWebFonts.isEmpty)
        if desktop.isEmpty, expandsWebFonts {
            for index in Self.olderWebFonts(web) { reasons[index] = .olderWebFont }
        } else {
            for index in web.map(\.index) + listedWebFonts { reasons[index] = .webFont }
        }
        reasons.merge(Self.otherForms(desktop)) { $1 }
        let rest = desktop.filter { reasons[$0.index] == nil }
        for index in Self.copies(rest) { reasons[index] = .copy }
        taken = candidates.map(\.index).filter { reasons[$0] == nil }
        passedOver = entries.indices.compactMap { index in
            reasons[index].map { PassedOver(path: entries[index].path, reason: $0) }
        }
    }

    /// The fonts that are left out because their family is present in both static and variable form.
    private static func otherForms(_ candidates: [Candidate]) -> [Int: Reason] {
        var reasons: [Int: Reason] = [:]
        for variable in candidates {
            guard let face = variable.variableFace else { continue }
            let copies = candidates.filter { candidate in
                candidate.staticFace.map { isStaticCopy($0, of: face) } ?? false
            }
            if copies.isEmpty { continue }
            let styles = Set(copies.compactMap(\.staticFace).map(Identity.init).map { [$0.weight, $0.width] }).count
            if styles >= face.namedInstances {
                reasons[variable.index] = .variable
            } else {
                for copy in copies { reasons[copy.index] = .incompleteStatic }
            }
        }
        return reasons
    }

    /// Whether a static font is one of the styles of a variable one.
    private static func isStaticCopy(_ face: ArchivedFace, of variable: ArchivedFace) -> Bool {
        let isUpright = { (face: ArchivedFace) in face.slant == .upright }
        guard isUpright(face) == isUpright(variable) || !Set(["ital", "slnt"]).isDisjoint(with: variable.axes) else {
            return false
        }
        if face.family == variable.family { return true }
        // Families for one optical size or one width, such as "Name 18pt" or "Name SemiCondensed".
        guard face.family.hasPrefix(variable.family + " ") else { return false }
        return face.family.dropFirst(variable.family.count).split(separator: " ").allSatisfy { word in
            let isSize = word.hasSuffix("pt") && word.dropLast(2).allSatisfy(\.isNumber)
            let isWidth = ["condensed", "expanded"].contains { word.lowercased().hasSuffix($0) }
            return isSize && variable.axes.contains("opsz") || isWidth && variable.axes.contains("wdth")
        }
    }

    /// The fonts whose faces are all contained in fonts that come before them.
    private static func copies(_ candidates: [Candidate]) -> [Int] {
        var known: Set<Identity> = []
        var copies: [Int] = []
        // Sorted by both, because the sort is not guaranteed to be stable.
        for candidate in candidates.sorted(by: { ($0.rank, $0.index) < ($1.rank, $1.index) }) {
            let identities = candidate.faces.map(Identity.init)
            // A font that cannot be read is selected, so that its examination reports the reason.
            if !identities.isEmpty, identities.allSatisfy(known.contains) { copies.append(candidate.index) }
            known.formUnion(identities)
        }
        return copies
    }

    /// The WOFF fonts that are also present as WOFF2, according to their names.
    private static func olderWebFonts(_ candidates: [Candidate]) -> [Int] {
        func stem(_ path: [UInt8]) -> String {
            let name = path.split(separator: UInt8(ascii: "/")).last ?? []
            return String(decoding: name, as: UTF8.self).split(separator: ".").dropLast().joined(separator: ".")
        }
        let newer = Set(candidates.filter { ends($0.path, ["woff2"]) }.map { stem($0.path) })
        return candidates.filter { ends($0.path, ["woff"]) && newer.contains(stem($0.path)) }.map(\.index)
    }

    private static func ends(_ path: [UInt8], _ extensions: Set<String>) -> Bool {
        let name = String(decoding: path, as: UTF8.self).lowercased()
        return extensions.contains { name.hasSuffix("." + $0) }
    }
}
