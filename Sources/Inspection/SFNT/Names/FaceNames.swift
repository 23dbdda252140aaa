internal import FontModel

/// The checked names of a face, by which people and programs will know it.
struct FaceNames {
    private let table: NameTable

    private(set) var family = ""
    private(set) var typographicFamily: String?
    private(set) var style = ""
    private(set) var fullName = ""
    private(set) var postscriptName = ""
    private(set) var localized: [LocalizedName] = []
    /// The ids of names that are not text in the encoding that they declare; programs ignore them.
    private var malformed: Set<UInt16> = []
    /// The ids of names that are ended by U+0000.
    private var padded: Set<UInt16> = []

    /// Creates the names of a face.
    ///
    /// A font needs a visible family. If the style, the full name or the PostScript name is missing, fontconfig
    /// generates one, and we do the same after we have asked it. If the family is missing, fontconfig takes it from the
    /// name of the file.
    init(_ bytes: RawSpan, _ table: NameTable) throws(Violation) {
        self.table = table
        var primary: [LocalizedName.Kind: String] = [:]
        for kind in LocalizedName.Kind.allCases {
            for (language, content) in try table.texts(kind.rawValue, bytes) {
                guard let name = try checked(content, identifier: kind.rawValue) else { continue }
                // FreeType does not accept U+0000 in a PostScript name.
                if kind == .postscript, case .text(let text) = content, text.utf8.contains(0) { continue }
                if primary[kind] == nil { primary[kind] = name }
                let entry = LocalizedName(kind: kind, language: language, value: name)
                if !localized.contains(entry) { localized.append(entry) }
            }
        }
        for identifier in Self.shownByOthers { _ = try name(identifier, bytes) }
        for kind in [LocalizedName.Kind.family, .typographicFamily] {
            guard primary[kind].map(FontName.isBlank) == true else { continue }
            throw .invalid(Rule.name, "The name with id \(kind.rawValue) has no visible characters.")
        }
        family = primary[.family] ?? primary[.typographicFamily] ?? ""
        guard !family.isEmpty else {
            throw .invalid(
                Rule.name,
                "The font has no family name. Programs would use the name of its file instead.")
        }
        style = primary[.typographicStyle] ?? primary[.style] ?? ""
        fullName = primary[.full] ?? ""
        postscriptName = primary[.postscript] ?? ""
        if let name = primary[.typographicFamily], name != family { typographicFamily = name }
    }

    /// The properties of the names that could mislead people or programs, as sentences.
    var warnings: [String] {
        var warnings: [String] = []
        for name in localized {
            if let letters = FontName.mixedAlphabets(in: name.value) {
                warnings.append(
                    "The name with id \(name.kind.rawValue) mixes \(letters) letters in one word. It could be mistaken for "
                        + "another name."
                )
            }
            if FontName.passesForLatin(name.value) {
                warnings.append(
                    "The name with id \(name.kind.rawValue) has words without Latin letters that look as if they had no "
                        + "others. It could be mistaken for another name.")
            }
            if name.value.utf8.contains(UInt8(ascii: "/")) {
                warnings.append("The name with id \(name.kind.rawValue) contains a slash, which is used in file paths.")
            }
        }
        for identifier in malformed.sorted() {
            warnings.append(
                "The name with id \(identifier) is not valid text in its declared encoding. Programs ignore it.")
        }
        for identifier in padded.sorted() {
            warnings.append("The name with id \(identifier) contains U+0000. Programs read it only up to there.")
        }
        let missing = [LocalizedName.Kind.style, .full, .postscript].filter { kind in
            !localized.contains { $0.kind == kind }
        }
        for kind in missing {
            warnings.append(
                "The name with id \(kind.rawValue) (\(kind)) is missing. Programs use a name that fontconfig generates."
            )
        }
        if !postscriptName.isEmpty, !FontName.isPostScript(postscriptName) {
            warnings.append("The PostScript name has characters or a length that PostScript does not allow.")
        }
        return warnings
    }

    /// The ids of the names that fontconfig adds to each pattern of a face.
    ///
    /// Source: the families, full names and styles of fcfreetype.c, of which 21 and 22 are for WWS.
    private static let inPatterns: [UInt16] = [1, 2, 4, 16, 17, 21, 22]

    /// The ids of the names that programs show and that are only checked here: the family and the style of WWS.
    private static let shownByOthers: [UInt16] = [21, 22]

    /// Estimates the size of the names in the patterns of a face, including names that only fontconfig can decode.
    ///
    /// - Parameters:
    ///   - patterns: The number of patterns of the face.
    ///   - instances: The ids of the names of the named instances, each of which is in one pattern.
    /// - Returns: The size in bytes.
    func patternSize(patterns: Int, instances: [UInt16]) -> Int {
        let names = Self.inPatterns.reduce(0) { $0 + table.patternSize($1) }
        return instances.reduce(patterns * (PatternSize.pattern + names)) { $0 + table.patternSize($1) }
    }

    /// Returns the text of another name, such as that of an axis, if the font has it.
    ///
    /// All its records are checked, because fontconfig has the names of instances in all their languages.
    mutating func name(_ identifier: UInt16, _ bytes: RawSpan) throws(Violation) -> String? {
        var first: String?
        for (_, content) in try table.texts(identifier, bytes) {
            let name = try checked(content, identifier: identifier)
            if first == nil { first = name }
        }
        return first
    }

    /// Returns the prefix for the PostScript names of instances without a PostScript name of their own.
    ///
    /// The result is `nil` if the font has no such prefix, so that its family is used. Programs use different records,
    /// so all records must have the same text.
    mutating func instancePrefix(_ bytes: RawSpan) throws(Violation) -> String? {
        var prefix: String?
        for (_, content) in try table.texts(Self.prefixIdentifier, bytes) {
            guard let name = try checked(content, identifier: Self.prefixIdentifier) else { continue }
            guard prefix == nil || prefix == name else {
                throw .untidy(Rule.name, "The names with id \(Self.prefixIdentifier) are not the same in all records.")
            }
            prefix = name
        }
        return prefix
    }

    /// OpenType's name id of the prefix for the PostScript names of variations.
    private static let prefixIdentifier: UInt16 = 25

    /// Returns a prose text, such as a licence; empty if the font has none that can be read.
    func prose(_ identifier: UInt16, _ bytes: RawSpan) throws(Violation) -> String {
        guard let text = try table.firstText(identifier, bytes, limit: NameTable.longestProse) else { return "" }
        return FontName.prose(text, limit: 4096)
    }

    /// Returns a name that can be shown; `nil` for an empty one.
    private mutating func checked(
        _ content: NameTable.Content, identifier: UInt16
    ) throws(Violation) -> String? {
        let name: String
        switch content {
        case .text(let text):
            // U+0000 ends a text in all libraries, so the characters after it are never shown.
            name = String(text.prefix { $0 != "\0" })
            if name.utf8.count < text.utf8.count { padded.insert(identifier) }
        case .malformed:
            malformed.insert(identifier)
            return nil
        case .unfit(let defect): throw .untidy(Rule.name, "The name with id \(identifier) \(defect).")
        }
        if let defect = FontName.defect(of: name) {
            throw .untidy(Rule.name, "The name with id \(identifier) \(defect).")
        }
        return name.isEmpty ? nil : name
    }
}
