internal import FontModel
internal import Localization

/// The plain sentences about findings of the checks of a font.
///
/// The messages of the checks are in English and technical, and are shown below these sentences.
enum FindingText {
    /// The sentence about a finding.
    ///
    /// - Parameters:
    ///   - rule: The name of the rule, as in the report of `Validate`.
    ///   - code: The severity.
    /// - Returns: The sentence.
    static func line(rule: String, _ code: ValidationCode) -> String {
        switch code {
        case .warning: observation(rule)
        case .relaxedMemorySafety: limit(rule)
        default: fault(rule)
        }
    }

    /// The lines about what the service noticed when it registered or planned a font, each once.
    ///
    /// - Parameter warnings: The `warnings` of a result.
    /// - Returns: The lines, safe to show.
    static func lines(_ warnings: [Record]) -> [String] {
        var seen: Set<String> = []
        return warnings.map(text(of:)).filter { seen.insert($0).inserted }
    }

    private static func text(of warning: Record) -> String {
        switch warning.id("kind") {
        case "static-siblings": localized("The font is variable, but its family also has fonts that are not.")
        case "variable-sibling": localized("The family of this font also has a variable font.")
        case "shared-name":
            localized("Other fonts of the family have the same PostScript name, so programs may show another style.")
        case "lookalike-family":
            localized(
                """
                The family has letters of other alphabets and looks like a font family of the system. You may mistake \
                one for the other.
                """)
        case "finding": "\(line(rule: warning.id("rule"), .warning)) \(warning.text("message"))"
        case "more": localized("There are more warnings.")
        default: warning.text("message")
        }
    }

    /// The reason why a font is out of use.
    ///
    /// - Parameter font: The dictionary of the font.
    /// - Returns: The reason; empty if the font is in use.
    static func quarantine(_ font: Record) -> String {
        let reason = font.text("quarantine_reason")
        return switch font.id("quarantine") {
        case "altered": localized("The file of this font was changed after its installation.")
        case "invalid": localized("The font no longer passes the safety check. %1", reason)
        case "denied": "\(localized("This font is banned on this computer.")) \(reason)"
        default: reason
        }
    }

    // MARK: Rules

    /// The sentence about a broken rule of the format.
    private static func fault(_ rule: String) -> String {
        switch rule {
        // Translators: This and the following sentences tell what the safety check found in a font. Details in English
        // follow.
        case "Font basic parsability": localized("The file is damaged or incomplete, or it is not a font.")
        case "Font format": localized("Programs do not support fonts of this kind.")
        case "'sfnt' required tables": localized("A table that every font needs is missing.")
        case "'cmap' table usability": localized("The table that assigns glyphs to characters is damaged.")
        case "'name' table usability": localized("The names of the font are missing or damaged.")
        case "'glyf' table structure": localized("The outlines of glyphs are damaged.")
        case "'glyf' table instructions": localized("An outline of a glyph is damaged.")
        case "'post' table usability": localized("The table with the names of glyphs is damaged.")
        case "'head' table structure": localized("The header of the font is damaged.")
        case "'fvar' table structure": localized("The table with the axes of the variable font is damaged.")
        case "'OS/2' table structure": localized("The table with the weight and the line height is damaged.")
        case "Number of faces", "Number of tables", "Number of patterns", "Size of patterns",
            "Size of the description", "File size", "Cost of reading", "Memory", "Shaping":
            limit(rule)
        case "Table checksums", "Table directory order", "OpenType Sanitizer": observation(rule)
        default: localized("A table has a damaged structure.")
        }
    }

    /// The sentence about an exceeded limit.
    private static func limit(_ rule: String) -> String {
        switch rule {
        case "Number of faces": localized("The file has too many fonts.")
        case "Number of tables": localized("The font has too many tables.")
        case "Number of patterns": localized("The font has too many styles.")
        case "Size of patterns", "Size of the description":
            localized("The description of the font is too large.")
        case "File size": localized("The file is too large.")
        case "Cost of reading": localized("Reading the font would take too much time.")
        case "Memory": localized("The font would need too much memory.")
        case "Shaping": localized("Programs that show text in this font would take too much time.")
        default: localized("A table is too large or too complex.")
        }
    }

    /// The sentence about a property that is not a reason to refuse a font.
    private static func observation(_ rule: String) -> String {
        switch rule {
        case "'cmap' table usability": localized("The table that assigns glyphs to characters is unusual.")
        case "'name' table usability": localized("The names of the font are unusual.")
        case "Table checksums": localized("A checksum is wrong, so the file may have been changed.")
        case "Table directory order": localized("The tables are not in the usual order.")
        case "TrueType instructions": localized("Some instructions that adapt glyphs to the screen are faulty.")
        case "Outlines": localized("Some glyphs cannot be drawn.")
        case "Hinting": localized("Some glyphs cannot be adapted to the screen, so some programs do not show them.")
        case "Variations": localized("Some variations of the font cannot be drawn.")
        case "Shaping": localized("Some texts select glyphs that do not exist.")
        case "OpenType Sanitizer": localized("Web browsers do not accept the font.")
        default: localized("A table has an unusual structure.")
        }
    }
}
