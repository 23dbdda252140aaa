package import FontModel

/// What fontconfig needs to scan a font, told from what is in it: fonts are spread over directories by it.
///
/// The numbers are fitted to the processor time of FcDirCacheRead with fontconfig 2.14.1 on directories of 2 to 2,377
/// fonts, all files being in memory: within 10 % for static fonts, 30 % for variable ones.
package enum ScanCost {
    /// Opening a face, reading its tables and writing its pattern, in microseconds.
    private static let face = 90
    /// Characters that take a microsecond.
    private static let charactersPerMicrosecond = 40
    /// Each pattern of a variable face besides the first, in microseconds; the characters are collected only once.
    private static let furtherPattern = 15

    /// Estimates the time for all patterns of a file.
    ///
    /// - Parameter faces: The faces with their coverage.
    /// - Returns: Microseconds on a typical machine. Deterministic, so that the same font always counts the same.
    package static func estimate(_ faces: [FaceDescription]) -> Int {
        faces.reduce(0) { $0 + cost(of: $1) }
    }

    private static func cost(of description: FaceDescription) -> Int {
        // fontconfig adds a pattern for the whole design space to those of the default and the named instances.
        let further = description.namedInstances.count + (description.isVariable ? 1 : 0)
        return face + description.coverage.count / charactersPerMicrosecond + further * furtherPattern
    }
}
