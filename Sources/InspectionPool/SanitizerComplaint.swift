internal import InspectionProtocol

/// What the OpenType Sanitizer has against a font, and whether that counts.
///
/// Some of its complaints are about fonts that people use every day: of 5,533 fonts that Debian packages it rejects 22
/// for reasons that no program on a desktop minds.
struct SanitizerComplaint {
    /// Its first error, such as `OS/2: Failed to parse table`; empty where it gave none.
    let reason: String

    /// The oddity that the complaint may be about; `nil` where the sanitizer has the last word.
    ///
    /// Whether it is about that shows when the oddity is mended: a complaint that then is made again counts.
    var oddity: HarmlessOddity? {
        Self.disputed.first { reason.hasPrefix($0.prefix) && reason.contains($0.part) }?.oddity
    }

    private static let disputed: [(prefix: String, part: String, oddity: HarmlessOddity)] = [
        ("Layout: ClassRangeRecord ", " overlaps with end of the previous one", .touchingClasses),
        ("OS/2: Failed to read version 5-specific fields", "", .missingOpticalSizes),
        ("CFF : Failed validating CharStrings INDEX", "", .masksWithoutHints),
        ("CFF : Failed to parse Top DICT Data", "", .incompleteZones),
        ("CFF : Failed to parse Name INDEX data", "", .unfitNames),
    ]
}
