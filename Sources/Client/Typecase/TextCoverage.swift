internal import BusInterface
internal import DBus

/// Which fonts have the characters of a text.
///
/// A character counts with its marks as one; spaces, controls, joiners and variation selectors do not count.
public struct TextCoverage: Sendable, Hashable {
    /// A small set of faces that together have all that any face has, those that have most first.
    public var faces: [FontFace]
    /// Whether no smaller set does the same.
    public var isSmallest: Bool
    /// The faces each of which has all of that alone, the best first.
    public var coveringFaces: [FontFace]
    /// The different characters that no face has, at most 1,000.
    public var uncoveredCharacters: [Character]
    /// How many different characters no face has.
    public var uncoveredCount: Int
    /// Han ideographs that only faces for another language have, at most 1,000.
    public var charactersOfOtherStyle: [Character]

    /// Whether each character is in a face of ``faces``.
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
    /// Finds the fonts that have the characters of a text, among those registered by anybody and those of the system.
    ///
    /// Takes the place of `CTFontCreateForString` and `CTFontCopyDefaultCascadeListForLanguages` where a whole text is
    /// to be set. A sandboxed application without the right to use installed fonts is told of its own and of the system's.
    ///
    /// - Parameters:
    ///   - text: The text, at most 1 MiB with at most 60,000 different characters; empty for the faces of a language.
    ///   - language: The language of the text, as a BCP 47 tag: decides between the Japanese, Korean and Chinese styles of
    ///     ideographs, and nothing else.
    ///   - families: The families to prefer, at most 32.
    ///   - limit: The most faces in ``TextCoverage/coveringFaces``, at least 1 and at most 1,000.
    /// - Returns: What covers the text, and what nothing covers.
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
