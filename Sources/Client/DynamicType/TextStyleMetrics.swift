/// The metrics of text of one style in one category.
public struct TextStyleMetrics: Sendable, Hashable {
    /// The size of the font in points.
    public let pointSize: Double

    /// The distance from one line to the next in points, as published.
    public let leading: Double

    /// The leading in points that determines the scale factor of fonts.
    ///
    /// It differs from ``leading`` in eight of the 132 combinations of style and category. In these, the scale factors
    /// measured on iOS imply another leading than the published one.
    public let metricsLeading: Double

    /// The weight of the font on OpenType's scale, 1 to 1000: 400 is regular, 600 is semibold.
    public let weight: Double

    /// The weight of emphasized parts of such text on OpenType's scale: 600 is semibold, 700 is bold.
    public let emphasizedWeight: Double

    /// The space between letters in thousandths of the size; `nil` if none is published for ``pointSize``.
    ///
    /// The numbers are those of the San Francisco typeface. They suit similar typefaces. Other typefaces have their own
    /// spacing: do not change it.
    public let tracking: Double?

    /// The space between letters in points; see ``tracking``.
    public var trackingPoints: Double? { tracking.map { $0 * pointSize / 1000 } }
}
