public import DynamicType

extension FontMetrics {
    // MARK: Fonts of an application

    /// Returns a font that follows the user's content size category and grows like the text style of these metrics.
    ///
    ///     let quote = try FontMetrics(forTextStyle: .title3).scaledFont(for: plain, maximumPointSize: 32)
    ///
    /// - Parameters:
    ///   - font: A font with a fixed size, which applies in the category large.
    ///   - maximumPointSize: The maximum size in points; `nil` for no limit.
    /// - Returns: The scaled font. Read its ``/Typecase/Font/pointSize`` again whenever the category changes.
    /// - Throws: `DynamicTypeError` with the code `alreadyScaled` if the font is already scaled, or `invalidMaximum` if
    ///   the maximum is not a positive number.
    public func scaledFont(for font: Font, maximumPointSize: Double? = nil) throws -> Font {
        try font.scaled(by: self, maximum: maximumPointSize.map(FontSizeMaximum.points))
    }

    /// Returns a font that follows the user's content size category, up to a multiple of the font's size.
    ///
    /// - Parameters:
    ///   - font: A font with a fixed size, which applies in the category large.
    ///   - maximumFactor: The maximum size as a multiple of the font's size, such as 1.5.
    /// - Returns: The scaled font. Read its ``/Typecase/Font/pointSize`` again whenever the category changes.
    /// - Throws: `DynamicTypeError` with the code `alreadyScaled` if the font is already scaled, or `invalidMaximum` if
    ///   the maximum is not a positive number.
    public func scaledFont(for font: Font, maximumFactor: Double) throws -> Font {
        try font.scaled(by: self, maximum: .factor(maximumFactor))
    }

    /// Scales a distance, such as a margin or the height of a row, with the current text size of an application.
    ///
    /// - Parameters:
    ///   - value: The distance in points for the category large.
    ///   - cache: The font cache of the application, whose ``/Typecase/FontCache/effectiveTraits`` apply.
    /// - Returns: The distance in points, rounded to the nearest pixel.
    public func scaledValue(for value: Double, cache: FontCache = .shared) -> Double {
        scaledValue(for: value, compatibleWith: cache.effectiveTraits)
    }
}
