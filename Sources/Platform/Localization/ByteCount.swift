/// Sizes for people, with about three digits.
package enum ByteCount {
    /// Writes a size.
    ///
    /// - Parameter bytes: The size in bytes.
    /// - Returns: The size in the unit that keeps it short, by powers of 1,000.
    package static func text(_ bytes: UInt64) -> String {
        var divisor: UInt64 = 1
        for unit in 1...6 where bytes >= 1000 {
            divisor *= 1000
            // Rounded first, because a number that rounds to 1,000 belongs to the next unit.
            let tenths = (bytes / 2 + divisor / 40) / (divisor / 20)
            if tenths < 100 { return text("\(tenths / 10)\(LocalNumber.decimalPoint)\(tenths % 10)", unit: unit) }
            let whole = (bytes / 2 + divisor / 4) / (divisor / 2)
            if whole < 1000 { return text("\(whole)", unit: unit) }
        }
        return text("\(bytes)", unit: 0)
    }

    /// Writes a size that is not divided at the end of a line.
    ///
    /// - Parameter bytes: The size in bytes.
    /// - Returns: As ``text(_:)``, with no-break spaces.
    package static func unbreakableText(_ bytes: UInt64) -> String { text(bytes).replacing(" ", with: "\u{A0}") }

    private static func text(_ number: String, unit: Int) -> String {
        // Translators: The following are sizes of files.
        switch unit {
        case 0: localized("%1 B", number)
        case 1: localized("%1 kB", number)
        case 2: localized("%1 MB", number)
        case 3: localized("%1 GB", number)
        case 4: localized("%1 TB", number)
        case 5: localized("%1 PB", number)
        default: localized("%1 EB", number)
        }
    }
}
