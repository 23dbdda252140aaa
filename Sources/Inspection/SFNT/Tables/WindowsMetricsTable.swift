internal import FontModel

/// The values that are needed from `OS/2`, if the face has that table.
struct WindowsMetricsTable {
    /// The weight, from 1 to 1000.
    private(set) var weight = 400.0
    /// The width, as a percentage of the normal width.
    private(set) var width = 100.0
    private(set) var embedding = EmbeddingRights.unknown
    private(set) var selection: UInt16 = 0
    private(set) var vendor = ""
    /// The values outside their ranges, as the end of "The table says".
    private var oddities: [String] = []

    /// The widths in percent of normal for usWidthClass 1 to 9.
    ///
    /// Source: OpenType specification, OS/2 table, usWidthClass.
    private static let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]

    /// Reads the table; missing values stay neutral, and fontconfig's query of the face corrects them.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The table, if the face has one.
    ///   - examination: Receives the findings, which are at most warnings.
    init(_ bytes: RawSpan, _ table: Table?, _ examination: inout Examination) {
        guard let table else {
            examination.add(.concern(.missingWindowsMetrics, of: "OS/2"))
            return
        }
        examination.attempt { budget throws(Violation) in
            // A missing field ends the reading; it is reported below.
            do throws(Violation) { try read(bytes, table) } catch {}
            try Self.checkLength(bytes, table, &budget)
        }
        for oddity in oddities {
            examination.add(
                .warning(Rule.windowsMetrics, "The table 'OS/2' contains \(oddity). Programs use another value."))
        }
    }

    private mutating func read(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        let weightClass = try bytes.uint16(at: 4, of: table)
        if !(1...1000 ~= weightClass) { oddities.append("the weight \(weightClass), but 1 to 1000 are allowed") }
        // Old fonts wrote hundreds as 1 to 9, which fontconfig understands as well.
        weight =
            switch weightClass {
            case 0: 400
            case 1...9: Double(weightClass) * 100
            default: Double(min(weightClass, 1000))
            }
        let widthClass = Int(try bytes.uint16(at: 6, of: table))
        if !(1...9 ~= widthClass) { oddities.append("the width \(widthClass), but 1 to 9 are allowed") }
        width = 1...9 ~= widthClass ? Self.widths[widthClass - 1] : 100
        embedding = Self.embedding(try bytes.uint16(at: 8, of: table))
        vendor = try bytes.tag(at: 58, of: table).text.map { String($0.prefix { $0 != " " }) } ?? ""
        selection = try bytes.uint16(at: 62, of: table)
    }

    /// Reports a table that is shorter than its version requires.
    private static func checkLength(
        _ bytes: RawSpan, _ table: Table, _ budget: inout WorkBudget
    ) throws(Violation) {
        // Apple's version 0 ends after usLastCharIndex, at 68 bytes.
        guard table.length >= 78 else { return budget.note(.shortWindowsMetrics, in: table.tag) }
        let version = try bytes.uint16(at: 0, of: table)
        if version > 5 { budget.note(.windowsMetricsVersion, in: table.tag) }
        let size =
            switch version {
            case 0: 78
            case 1: 86
            case 2...4: 96
            default: 100
            }
        guard table.length < size else { return }
        if version >= 5, table.length >= 96 { return budget.note(.missingOpticalSizes, in: table.tag) }
        throw .warning(
            Rule.windowsMetrics,
            "The table 'OS/2' has \(table.length) bytes, but version \(version) has \(size).")
    }

    var isItalic: Bool { selection & 1 != 0 }
    var isOblique: Bool { selection & 1 << 9 != 0 }

    /// Returns the embedding rights.
    ///
    /// If several bits are set, the least restrictive one counts, as the specification requires.
    private static func embedding(_ flags: UInt16) -> EmbeddingRights {
        if flags & 0x8 != 0 { return .editable }
        if flags & 0x4 != 0 { return .previewAndPrint }
        if flags & 0x2 != 0 { return .restricted }
        return .installable
    }
}
