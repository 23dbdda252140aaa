internal import CFontconfig
internal import FontModel

extension ApplicationFonts {
    /// Returns the details of the faces of a file, apart from their names and styles, without adding the faces; blocks.
    ///
    /// - Parameter path: The absolute path.
    /// - Returns: The details, by the index of the face.
    /// - Throws: ``Failure/noFace``.
    package static func details(ofFileAt path: String) throws(Failure) -> [Int: ApplicationFaceDetails] {
        var details = try ScannedFont(path: path).withPatterns { set -> [Int: ApplicationFaceDetails] in
            var details: [Int: ApplicationFaceDetails] = [:]
            for pattern in patterns(set) {
                let index = Int(integer(pattern, FC_INDEX) ?? 0)
                // The upper half of the index is the number of a named instance; the pattern for the whole range of a
                // variable face also has a number there.
                guard index >> 16 == 0, !isVariable(pattern), details[index] == nil else { continue }
                details[index] = self.details(pattern)
            }
            return details
        }
        for index in details.keys {
            FaceDetailsReader.read(face: index, inFileAt: path, into: &details[index, default: .init()])
        }
        return details
    }

    private static func details(_ pattern: OpaquePointer) -> ApplicationFaceDetails {
        var details = ApplicationFaceDetails()
        let families = zip(strings(pattern, FC_FAMILYLANG), strings(pattern, FC_FAMILY))
        // The typographic family is listed before the style-linked one.
        details.families = Dictionary(
            families.map { (LanguageCoverage.canonical($0), $1) }, uniquingKeysWith: { first, _ in first })
        details.languages = languages(pattern)
        let prefix = "otlayout:"
        let words = string(pattern, FC_CAPABILITY)?.split(separator: " ") ?? []
        let tags = words.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        details.scripts = Set(tags).sorted()
        return details
    }

    private static func languages(_ pattern: OpaquePointer) -> [String] {
        var set: OpaquePointer?
        guard FcPatternGetLangSet(pattern, FC_LANG, 0, &set) == FcResultMatch, let set,
            let tags = FcLangSetGetLangs(set)
        else { return [] }
        defer { FcStrSetDestroy(tags) }
        guard let list = FcStrListCreate(tags) else { return [] }
        defer { FcStrListDone(list) }
        var languages: [String] = []
        while let text = FcStrListNext(list) { languages.append(LanguageCoverage.canonical(String(cString: text))) }
        return languages.sorted()
    }
}
