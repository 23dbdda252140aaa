internal import InspectionProtocol

/// What ends the examination of a font: a rule that its bytes break.
struct Violation: Error, Equatable {
    var kind: FontInspection.Finding.Kind
    var rule: String
    var message: String

    /// A rule of the format is broken.
    static func invalid(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .invalid, rule: rule, message: message)
    }

    /// A cap is exceeded.
    static func limit(_ rule: String, _ message: String) -> Violation {
        Violation(kind: .limit, rule: rule, message: message)
    }

    var finding: FontInspection.Finding { FontInspection.Finding(kind: kind, rule: rule, message: message) }
}

/// The names of the rules; those that Apple's font validator has as well bear its names (TN3214).
enum Rule {
    static let parsability = "Font basic parsability"
    static let requiredTables = "'sfnt' required tables"
    static let characterMap = "'cmap' table usability"
    static let name = "'name' table usability"
    static let location = "'glyf' table structure"
    static let postscript = "'post' table usability"
    static let header = "'head' table structure"
    static let metrics = "'hmtx' table structure"
    static let profile = "'maxp' table structure"
    static let windowsMetrics = "'OS/2' table structure"
    static let variations = "'fvar' table structure"
    static let layout = "Layout table structure"
    static let outlines = "Outline format"
    static let faces = "Number of faces"
    static let tables = "Number of tables"
    static let patterns = "Number of patterns"
    static let fileSize = "File size"
    static let format = "Font format"

    /// The rule that a table which ends early breaks.
    static func structure(of tag: String) -> String {
        switch tag {
        case "cmap": characterMap
        case "name": name
        case "loca", "glyf": location
        case "post": postscript
        case "head": header
        case "hhea", "hmtx": metrics
        case "maxp": profile
        case "OS/2": windowsMetrics
        case "fvar": variations
        case "GSUB", "GPOS": layout
        case "CFF ", "CFF2": outlines
        default: parsability
        }
    }
}
