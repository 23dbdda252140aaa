internal import FontModel
internal import InspectionProtocol

/// A rule that the bytes of a font break, or a warning about them.
struct Violation: Error, Equatable {
    var kind: FontInspection.Finding.Kind
    var code: ValidationCode
    var rule: String
    var message: String
    var concern: BrowserConcern?

    /// Creates a violation for a broken rule of the format.
    static func invalid(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .invalid, code: .specificationViolation, rule: rule, message: message)
    }

    /// Creates a violation for a broken rule of the format that programs can tolerate.
    static func untidy(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .invalid, code: .relaxedSpecification, rule: rule, message: message)
    }

    /// Creates a violation for an exceeded limit.
    static func limit(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .limit, code: .relaxedMemorySafety, rule: rule, message: message)
    }

    /// Creates a violation for an exceeded limit beyond which nothing is examined.
    static func unexamined(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .limit, code: .specificationViolation, rule: rule, message: message)
    }

    /// Creates a violation for an unsupported kind of font.
    static func unrecognized(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .unrecognizedFormat, code: .formatNotInstallable, rule: rule, message: message)
    }

    /// Creates a violation for a file that is not a font of any kind.
    static func noFont(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .unrecognizedFormat, code: .specificationViolation, rule: rule, message: message)
    }

    /// Creates a warning, which means that no important rule is broken.
    static func warning(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .warning, code: .warning, rule: rule, message: message)
    }

    /// Creates a warning about a problem that matters only to web browsers.
    static func concern(_ concern: BrowserConcern, _ rule: String, _ message: String) -> Violation {
        Violation(
            kind: .warning, code: .warning, rule: rule, message: "\(message) \(BrowserConcern.consequence)",
            concern: concern)
    }

    /// Creates a warning about the properties of a table that matter only to web browsers.
    ///
    /// - Parameters:
    ///   - concern: The kind, which fully describes the problem.
    ///   - tag: The table.
    /// - Returns: The finding.
    static func concern(_ concern: BrowserConcern, of tag: Tag) -> Violation {
        let message =
            switch concern {
            case .misalignedTable: "does not start at a multiple of four bytes"
            case .emptyTable: "is empty"
            case .missingWindowsMetrics, .missingGlyphNames: "is missing"
            case .shortWindowsMetrics: "lacks fields that every version has"
            case .damagedGlyphNames: "has damaged names of glyphs"
            case .bitmapsAlone: "has bitmaps, but the font has no outlines"
            case .damagedGlyphDefinitions: "is damaged"
            case .glyphBounds: "has a glyph whose bounds end before they start"
            case .touchingClasses: "has classes of glyphs whose ranges share their ends"
            case .missingOpticalSizes: "lacks the optical sizes of its version"
            case .masksWithoutHints: "has glyphs that select hints that do not exist"
            case .incompleteZones: "has lists of zones or stems that are incomplete"
            case .unfitNames: "has a name with characters that PostScript does not allow"
            case .characterMapSearch: "has a subtable with wrong numbers for the search"
            case .characterMapRange: "maps characters to glyphs that do not exist"
            case .missingGlyphs: "names glyphs that do not exist"
            case .unknownLayoutFormats: "has parts of formats that are not defined"
            case .shortMetrics: "lacks the side bearings of some glyphs"
            case .characterMapLimit: "has numbers that are too large for characters or glyphs"
            case .characterMapFields: "has subtables with wrong lengths or reserved fields, or an invalid last segment"
            case .characterMapFormats: "has no subtable in a format that web browsers read"
            case .windowsMetricsVersion: "has a version that does not exist yet"
            case .reservedOutlineBits: "has outlines with bits or numbers that are reserved"
            case .undefinedClasses: "has glyphs of classes that are not defined"
            case .defaultScript: "has no language system for scripts that it does not name"
            case .variationData: "has regions of variations that are out of order, or deltas of 32 bits"
            case .compactVersion: "has a version that does not exist yet"
            case .other: "is not accepted by web browsers"
            }
        return .concern(concern, Rule.structure(of: tag), "The table '\(tag)' \(message).")
    }

    /// Returns the finding for a face or for the whole file.
    func finding(face: Int?) -> FontInspection.Finding {
        FontInspection.Finding(kind: kind, rule: rule, message: message, face: face, code: code, concern: concern)
    }
}

/// The names of the rules; rules that Apple's font validator also has use its names (TN3214).
enum Rule {
    static let parsability = FontInspection.Finding.parsability
    static let requiredTables = "'sfnt' required tables"
    static let characterMap = "'cmap' table usability"
    static let name = "'name' table usability"
    static let location = "'glyf' table structure"
    static let instructions = "'glyf' table instructions"
    static let postscript = "'post' table usability"
    static let header = "'head' table structure"
    static let variations = "'fvar' table structure"
    static let windowsMetrics = "'OS/2' table structure"
    static let checksums = "Table checksums"
    static let order = "Table directory order"
    static let faces = "Number of faces"
    static let tables = "Number of tables"
    static let patterns = "Number of patterns"
    static let patternSize = "Size of patterns"
    static let fileSize = FontInspection.Finding.fileSize
    static let format = "Font format"
    static let cost = "Cost of reading"

    /// Returns the rule that a table with a damaged structure breaks.
    static func structure(of tag: Tag) -> String {
        switch tag {
        case "cmap": characterMap
        case "name": name
        case "loca", "glyf": location
        case "post": postscript
        case "sfnt", "ttcf": parsability
        default: "'\(tag)' table structure"
        }
    }
}
