/// Scales fonts and distances with the user's category the way a text style grows, by the rules of `UIFontMetrics`.
///
/// What is scaled has the size that its designer gave it for ``ContentSizeCategory/large``. The factor is the leading of
/// the style in the category divided by that in large, and not the proportion of its sizes.
public struct FontMetrics: Sendable, Hashable {
    /// The style that fonts are scaled like.
    public let textStyle: TextStyle

    /// The metrics of ``TextStyle/body``.
    public static let `default` = FontMetrics(forTextStyle: .body)

    /// Metrics that scale like a text style.
    ///
    /// - Parameter textStyle: What the scaled text is for.
    public init(forTextStyle textStyle: TextStyle) { self.textStyle = textStyle }

    /// What sizes are multiplied with in a category.
    ///
    /// - Parameter category: The user's category.
    /// - Returns: 1 for large; never zero.
    public func factor(for category: ContentSizeCategory) -> Double {
        textStyle.metrics(for: category).metricsLeading / textStyle.metrics(for: .large).metricsLeading
    }

    /// A distance, such as a margin or the height of a row, scaled along with text.
    ///
    /// It is rounded to the nearest pixel, halves away from zero. Negative distances scale as positive ones do. What
    /// is too large for a pixel to matter is not rounded; infinities and what is no number stay what they are.
    ///
    /// - Parameters:
    ///   - value: The distance in points in the category large.
    ///   - traits: The user's category and the screen.
    /// - Returns: The distance in points.
    public func scaledValue(for value: Double, compatibleWith traits: TextTraits) -> Double {
        let scaled = multiplied(value, traits.effectiveCategory)
        let pixels = scaled * traits.effectiveDisplayScale
        // From here on, doubles lie no closer to each other than pixels do.
        guard pixels.magnitude < 0x1p52 else { return scaled }
        return pixels.rounded(.toNearestOrAwayFromZero) / traits.effectiveDisplayScale
    }

    /// A distance scaled along with text.
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

    /// The size of a font scaled to a category: rounded to whole points, halves up, then cut to the maximum.
    ///
    /// A font that would be rounded to nothing has one point.
    ///
    /// - Parameters:
    ///   - pointSize: The size in points in the category large: positive, at most ``FontSize/largest``.
    ///   - maximum: What the size may not grow past, where there is a limit.
    ///   - category: The user's category.
    /// - Returns: The size in points.
    /// - Throws: ``DynamicTypeError/Code/invalidPointSize``, ``DynamicTypeError/Code/invalidMaximum``.
    public func scaledPointSize(
        for pointSize: Double, maximum: FontSizeMaximum? = nil, compatibleWith category: ContentSizeCategory
    ) throws(DynamicTypeError) -> Double {
        try scaledSize(for: FontSize(pointSize), maximum: maximum).pointSize(for: TextTraits(category: category))
    }

    /// A size that follows the user's category.
    ///
    /// - Parameters:
    ///   - size: A fixed size: that in the category large.
    ///   - maximum: What the size may not grow past, where there is a limit.
    /// - Returns: The size, to be asked for its points whenever the category changes.
    /// - Throws: ``DynamicTypeError/Code/alreadyScaled`` where the size follows a category already;
    ///   ``DynamicTypeError/Code/invalidMaximum``.
    public func scaledSize(
        for size: FontSize, maximum: FontSizeMaximum? = nil
    ) throws(DynamicTypeError) -> FontSize {
        try FontSize(scaling: size, by: self, maximum: maximum)
    }

    /// The product of a value and the factor, rounded once: halves are halves where the numbers make one.
    func multiplied(_ value: Double, _ category: ContentSizeCategory) -> Double {
        let product = value * textStyle.metrics(for: category).metricsLeading
        let base = textStyle.metrics(for: .large).metricsLeading
        return product.isFinite ? product / base : value * factor(for: category)
    }
}
