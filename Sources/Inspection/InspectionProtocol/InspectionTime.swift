/// The additional time that a job may take for a large font.
package enum InspectionTime {
    /// The largest size of a font, in bytes, for which jobs take the usual time.
    private static let usualSize = 64 << 20
    /// The bytes beyond that for which a job may take another second: a tenth of what a slow machine needs.
    private static let bytesPerSecond = 4 << 20

    /// Returns the number of seconds that a job may take beyond the usual time.
    ///
    /// - Parameter size: The bytes of the font.
    /// - Returns: The seconds, 0 for nearly all fonts.
    package static func extraSeconds(for size: Int) -> Int { max(0, size - usualSize) / bytesPerSecond }
}
