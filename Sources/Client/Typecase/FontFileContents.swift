internal import ApplicationFonts
internal import FontModel

/// The information that the font files of the process contain about their faces.
///
/// Each file is read once. The information is used only if the file is still the one that was registered.
struct FontFileContents {
    private struct Question: Hashable {
        var digest: String
        var characters: Set<Unicode.Scalar>
    }

    private var details: [String: [Int: FontFaceDetails]?] = [:]
    private var missing: [Question: [Int: Int]?] = [:]

    /// Returns the details of the faces of a font, by their indices; blocks.
    ///
    /// - Returns: `nil` if the file has been replaced.
    mutating func details(of content: ProcessScope.Content) -> [Int: FontFaceDetails]? {
        if let known = details[content.digest] { return known }
        let read = ProcessScope.details(ofFileAt: content.path)
        let result = content.isIntact ? read : nil
        details[content.digest] = .some(result)
        return result
    }

    /// Returns how many of the given characters each face of a font lacks, by the indices of the faces; blocks.
    ///
    /// - Returns: `nil` if the file has been replaced.
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
    /// Returns how many of the given languages the face does not cover.
    ///
    /// The languages are BCP 47 tags or Unicode locale identifiers.
    func countMissing(of languages: [String]) -> Int {
        if languages.isEmpty { return 0 }
        let tags = self.languages.map { $0.lowercased() }
        return languages.count { !LanguageCoverage.covers(tags, $0) }
    }
}
