internal import BusInterface
internal import DBus

/// The fonts that have the characters of a text.
///
/// A character and its marks count as one. Spaces, control characters, joiners and variation selectors do not count.
public struct TextCoverage: Sendable, Hashable {
    /// A small set of faces that together have all the characters that any face has.
    ///
    /// The faces that have most characters are first.
    public var faces: [FontFace]
    /// Whether no smaller set of faces has the same characters.
    public var isSmallest: Bool
    /// The faces that each have all of these characters alone, the best first.
    public var coveringFaces: [FontFace]
    /// The distinct characters that no face has, at most 1,000.
    public var uncoveredCharacters: [Character]
    /// The number of distinct characters that no face has.
    public var uncoveredCount: Int
    /// The Han ideographs that only faces for another language have, at most 1,000.
    public var charactersOfOtherStyle: [Character]

    /// Whether every character is in a face of ``faces``.
    public var isComplete: Bool { uncoveredCount == 0 }

    init(_ record: BusRecord) {
        faces = record.records("faces").map(FontFace.init)
        isSmallest = record.value("exact") ?? false
        coveringFaces = record.records("covering").map(FontFace.init)
        uncoveredCharacters = (record.value("uncovered") ?? [String]()).map { $0.first ?? " " }
        uncoveredCount = Int(record.value("uncovered_count") ?? UInt32(uncoveredCharacters.count))
        charactersOfOtherStyle = (record.value("other_style") ?? [String]()).map { $0.first ?? " " }
    }
}

extension FontManager {
    /// Finds the fonts that have the characters of a text.
    ///
    /// The search includes the fonts that any application has registered and the system fonts.
    ///
    /// Replaces `CTFontCreateForString` and `CTFontCopyDefaultCascadeListForLanguages` for setting a whole text. A
    /// sandboxed application without the right to use installed fonts only gets its own fonts and those of the system.
    ///
    /// - Parameters:
    ///   - text: The text, at most 1 MiB with at most 60,000 distinct characters; if it is empty, the result lists
    ///     faces for the language.
    ///   - language: The language of the text, as a BCP 47 tag. It only decides between the Japanese, Korean and
    ///     Chinese styles of ideographs.
    ///   - families: The families to prefer, at most 32.
    ///   - limit: The maximum number of faces in ``TextCoverage/coveringFaces``, at least 1 and at most 1,000.
    /// - Returns: The faces that cover the text, and the characters that no face covers.
    /// - Throws: ``FontManagerError``: `exceededResourceLimit` for a text that is too long; `CancellationError`.
    public func coverage(
        of text: String, language: String? = nil, preferring families: [String] = [], limit: Int = 20
    ) async throws -> TextCoverage {
        var options: [String: BusVariant] = ["limit": BusVariant(UInt32(clamping: max(limit, 1)))]
        if let language { options["language"] = BusVariant(language) }
        if !families.isEmpty { options["families"] = BusVariant(families) }
        return try await service.call { [options] (session, _) throws(BusError) in
            TextCoverage(BusRecord(try await session.fonts.cover(text: text, options: options)))
        }
    }
}
