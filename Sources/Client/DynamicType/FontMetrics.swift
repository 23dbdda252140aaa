/// Scales fonts and distances with the user's category like a text style, by the rules of `UIFontMetrics`.
///
/// The size to scale is the one that the designer chose for ``ContentSizeCategory/large``. The scale factor is the
/// style's leading in the category divided by its leading in large; it is not the ratio of the style's font sizes.
public struct FontMetrics: Sendable, Hashable {
    /// The style whose growth the scaled fonts follow.
    public let textStyle: TextStyle

    /// The metrics of ``TextStyle/body``.
    public static let `default` = FontMetrics(forTextStyle: .body)

    /// Creates metrics that scale like a text style.
    ///
    /// - Parameter textStyle: The purpose of the scaled text.
    public init(forTextStyle textStyle: TextStyle) { self.textStyle = textStyle }

    /// Returns the factor by which sizes are multiplied in a category.
    ///
    /// - Parameter category: The user's category.
    /// - Returns: The factor: 1 for large; never zero.
    public func factor(for category: ContentSizeCategory) -> Double {
        textStyle.metrics(for: category).metricsLeading / textStyle.metrics(for: .large).metricsLeading
    }

    /// Scales a distance, such as a margin or the height of a row, along with text.
    ///
    /// The result is rounded to the nearest pixel, halves away from zero. Negative distances scale like positive ones.
    /// Values so large that rounding would not change them, infinities and NaN are not rounded.
    ///
    /// - Parameters:
    ///   - value: The distance in points in the category large.
    ///   - traits: The user's category and the screen.
    /// - Returns: The distance in points.
    public func scaledValue(for value: Double, compatibleWith traits: TextTraits) -> Double {
        let scaled = multiplied(value, traits.effectiveCategory)
        let pixels = scaled * traits.effectiveDisplayScale
        // From this value on, neighbouring doubles are at least a pixel apart.
        guard pixels.magnitude < 0x1p52 else { return scaled }
        return pixels.rounded(.toNearestOrAwayFromZero) / traits.effectiveDisplayScale
    }

    /// Scales a distance along with text.
    ///
    /// - Parameters:
    ///   - value: The distance in points in the category large.
    ///   - category: The user's category.
    ///   - displayScale: Pixels per point.
    /// - Returns: The distance in points; see ``scaledValue(for:compatibleWith:)``.
    public func scaledValue(
        for value: Double, compatibleWith category: ContentSizeCategory, displayScale: Double = 1
    ) -> Double {
        scaledValue(for: value, compatibleWith: TextTraits(category: category, displayScale: displayScale))
    }

    /// Scales the size of a font to a category.
    ///
    /// The result is rounded to whole points, halves up, to at least one point, and then limited to the maximum.
    ///
    /// - Parameters:
    ///   - pointSize: The size in points in the category large: positive, at most ``FontSize/largest``.
    ///   - maximum: The maximum of the size; `nil` for no limit.
    ///   - category: The user's category.
    /// - Returns: The size in points.
    /// - Throws: ``DynamicTypeError/Code/invalidPointSize``, ``DynamicTypeError/Code/invalidMaximum``.
    public func scaledPointSize(
        for pointSize: Double, maximum: FontSizeMaximum? = nil, compatibleWith category: ContentSizeCategory
    ) throws(DynamicTypeError) -> Double {
        try scaledSize(for: FontSize(pointSize), maximum: maximum).pointSize(for: TextTraits(category: category))
    }

    /// Makes a fixed size follow the user's category.
    ///
    /// - Parameters:
    ///   - size: A fixed size: the size in the category large.
    ///   - maximum: The maximum of the size; `nil` for no limit.
    /// - Returns: The size. Recompute its points with `pointSize(for:)` whenever the category changes.
    /// - Throws: ``DynamicTypeError/Code/alreadyScaled`` if the size follows a category already;
    ///   ``DynamicTypeError/Code/invalidMaximum``.
    public func scaledSize(
        for size: FontSize, maximum: FontSizeMaximum? = nil
    ) throws(DynamicTypeError) -> FontSize {
        try FontSize(scaling: size, by: self, maximum: maximum)
    }

    /// The product of a value and the factor, rounded only once, so that exact halves stay halves.
    func multiplied(_ value: Double, _ category: ContentSizeCategory) -> Double {
        let product = value * textStyle.metrics(for: category).metricsLeading
        let base = textStyle.metrics(for: .large).metricsLeading
        return product.isFinite ? product / base : value * factor(for: category)
    }
}
