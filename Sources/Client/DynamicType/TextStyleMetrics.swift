/// How text of one style is set in one category.
public struct TextStyleMetrics: Sendable, Hashable {
    /// The size of the font in points.
    public let pointSize: Double

    /// The distance from one line to the next in points, as published.
    public let leading: Double

    /// The leading in points by which fonts are scaled.
    ///
    /// It differs from ``leading`` in eight of the 132 places, where the factors that iOS was measured to scale by
    /// imply another one than the published.
    public let metricsLeading: Double

    /// The weight of the font by OpenType's numbers, 1 to 1000: 400 regular, 600 semibold.
    public let weight: Double

    /// The weight of what is emphasised within such text, by OpenType's numbers: 600 semibold, 700 bold.
    public let emphasizedWeight: Double

    /// The space between letters in thousandths of the size, where it is published for ``pointSize``.
    ///
    /// The numbers are those of the San Francisco typeface. They suit typefaces that are alike; others have a spacing
    /// of their own, which is best left alone.
    public let tracking: Double?

    /// The space between letters in points; see ``tracking``.
    public var trackingPoints: Double? { tracking.map { $0 * pointSize / 1000 } }
}
