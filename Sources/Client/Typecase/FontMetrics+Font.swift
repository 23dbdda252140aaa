public import DynamicType

extension FontMetrics {
    // MARK: Fonts of an application

    /// A font that follows the user's category from here on, the way the text style of these metrics grows.
    ///
    ///     let quote = try FontMetrics(forTextStyle: .title3).scaledFont(for: plain, maximumPointSize: 32)
    ///
    /// - Parameters:
    ///   - font: A font of a fixed size, which is that in the category large.
    ///   - maximumPointSize: The points that the size may not grow past; `nil` for no limit.
    /// - Returns: The font, to be asked for its ``/Typecase/Font/pointSize`` whenever the category changes.
    /// - Throws: `DynamicTypeError` with the code `alreadyScaled` for a font that is scaled already, and
    ///   `invalidMaximum` for a maximum that is no positive number.
    public func scaledFont(for font: Font, maximumPointSize: Double? = nil) throws -> Font {
        try font.scaled(by: self, maximum: maximumPointSize.map(FontSizeMaximum.points))
    }

    /// A font that follows the user's category from here on, to a multiple of its size at most.
    ///
    /// - Parameters:
    ///   - font: A font of a fixed size, which is that in the category large.
    ///   - maximumFactor: What multiple of that the size may not grow past, such as 1.5.
    /// - Returns: The font, to be asked for its ``/Typecase/Font/pointSize`` whenever the category changes.
    /// - Throws: `DynamicTypeError` with the code `alreadyScaled` for a font that is scaled already, and
    ///   `invalidMaximum` for a maximum that is no positive number.
    public func scaledFont(for font: Font, maximumFactor: Double) throws -> Font {
        try font.scaled(by: self, maximum: .factor(maximumFactor))
    }

    /// A distance, such as a margin or the height of a row, scaled along with the text of an application at this
    /// moment.
    ///
    /// - Parameters:
    ///   - value: The distance in points in the category large.
    ///   - cache: The fonts of the application, whose ``/Typecase/FontCache/effectiveTraits`` hold.
    /// - Returns: The distance in points, rounded to the nearest pixel.
    public func scaledValue(for value: Double, cache: FontCache = .shared) -> Double {
        scaledValue(for: value, compatibleWith: cache.effectiveTraits)
    }
}
