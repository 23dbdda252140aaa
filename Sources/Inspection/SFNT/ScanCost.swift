package import FontModel

/// The estimated time that fontconfig needs to scan a font, computed from the font's content.
///
/// Fonts are distributed over directories by this cost. The numbers are fitted to the processor time of FcDirCacheRead
/// with fontconfig 2.14.1 on directories of 2 to 2,377 fonts, with all files in memory. They are accurate within 10 %
/// for static fonts and 30 % for variable ones.
package enum ScanCost {
    /// The time to open a face, read its tables and write its pattern, in microseconds.
    private static let face = 90
    /// The number of characters per microsecond.
    private static let charactersPerMicrosecond = 40
    /// The time for each further pattern of a variable face, in microseconds; the characters are collected only once.
    private static let furtherPattern = 15

    /// Estimates the time for all patterns of a file.
    ///
    /// - Parameter faces: The faces with their coverage.
    /// - Returns: Microseconds on a typical machine. The value is deterministic: the same font always has the same
    ///   cost.
    package static func estimate(_ faces: [FaceDescription]) -> Int {
        faces.reduce(0) { $0 + cost(of: $1) }
    }

    private static func cost(of description: FaceDescription) -> Int {
        // In addition to the patterns for the default and the named instances, fontconfig adds one for the whole design
        // space.
        let further = description.namedInstances.count + (description.isVariable ? 1 : 0)
        return face + description.coverage.count / charactersPerMicrosecond + further * furtherPattern
    }
}
