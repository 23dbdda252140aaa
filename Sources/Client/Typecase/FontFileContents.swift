internal import ApplicationFonts
internal import FontModel

/// What the files of fonts of the process say of their faces: each is read once, and believed only while it is what was
/// registered.
struct FontFileContents {
    private struct Question: Hashable {
        var digest: String
        var characters: Set<Unicode.Scalar>
    }

    private var details: [String: [Int: FontFaceDetails]?] = [:]
    private var missing: [Question: [Int: Int]?] = [:]

    /// What there is to tell of the faces of a font, by their indices; blocks.
    ///
    /// - Returns: `nil` where another file lies there by now.
    mutating func details(of content: ProcessScope.Content) -> [Int: FontFaceDetails]? {
        if let known = details[content.digest] { return known }
        let read = ProcessScope.details(ofFileAt: content.path)
        let result = content.isIntact ? read : nil
        details[content.digest] = .some(result)
        return result
    }

    /// How many of some characters the faces of a font lack, by their indices; blocks.
    ///
    /// - Returns: `nil` where another file lies there by now.
    mutating func countMissing(
        of characters: Set<Unicode.Scalar>, in content: ProcessScope.Content
    ) -> [Int: Int]? {
        let question = Question(digest: content.digest, characters: characters)
        if let known = missing[question] { return known }
        let read = (try? ApplicationFonts.countMissing(of: characters, inFileAt: content.path)) ?? [:]
        let result = content.isIntact ? read : nil
        missing[question] = .some(result)
        return result
    }
}

extension FontFaceDetails {
    /// How many of some languages, as BCP 47 tags or Unicode locale identifiers, the face does not cover.
    func countMissing(of languages: [String]) -> Int {
        if languages.isEmpty { return 0 }
        let tags = self.languages.map { $0.lowercased() }
        return languages.count { !LanguageCoverage.covers(tags, $0) }
    }
}
