/// How much longer a job may take for what came with it than for other fonts.
package enum InspectionTime {
    /// The bytes of a font up to which jobs take their usual time.
    private static let usualSize = 64 << 20
    /// The bytes beyond that for which a job may take another second: a tenth of what a slow machine needs.
    private static let bytesPerSecond = 4 << 20

    /// The seconds that a job may take beyond the usual.
    ///
    /// - Parameter size: The bytes of the font.
    /// - Returns: The seconds, 0 for nearly all fonts.
    package static func extraSeconds(for size: Int) -> Int { max(0, size - usualSize) / bytesPerSecond }
}
