/// All numbers of Dynamic Type.
///
/// Sizes, leading, weights and tracking come from Apple's Human Interface Guidelines, Typography (edition of December
/// 2025). Where the leading for scaling differs from the published one, it follows from the factors measured on iOS
/// 13.3 and iOS 27.
enum TextStyleTable {
    /// The numbers of one style.
    private struct Row {
        /// The sizes in points by category, from extra small to the largest.
        let pointSizes: [Double]
        /// The published leadings in points by category.
        let leadings: [Double]
        /// The leadings that determine the scale factors of fonts, if they differ from the published ones.
        var measured: [ContentSizeCategory: Double] = [:]
        var weight = regular
        var emphasizedWeight = semibold
    }

    // Weights on OpenType's scale.
    private static let regular = 400.0
    private static let semibold = 600.0
    private static let bold = 700.0

    private static let rows: [TextStyle: Row] = [
        //                       XS  S   M   L   XL  XXL XXXL AX1 AX2 AX3 AX4 AX5
        .largeTitle: Row(
            pointSizes: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60],
            leadings: [38, 39, 40, 41, 43, 46, 48, 52, 57, 61, 66, 70],
            emphasizedWeight: bold),
        .title1: Row(
            pointSizes: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
            leadings: [31, 32, 33, 34, 37, 39, 41, 46, 51, 57, 62, 68],
            measured: [.extraLarge: 36, .extraExtraLarge: 38, .accessibilityExtraExtraLarge: 61],
            emphasizedWeight: bold),
        .title2: Row(
            pointSizes: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56],
            leadings: [24, 25, 26, 28, 30, 32, 34, 41, 47, 52, 59, 66],
            emphasizedWeight: bold),
        .title3: Row(
            pointSizes: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55],
            leadings: [22, 23, 24, 25, 28, 30, 32, 38, 44, 51, 58, 65]),
        .headline: Row(
            pointSizes: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
            leadings: [19, 20, 21, 22, 24, 26, 29, 34, 40, 48, 56, 62],
            measured: [.accessibilityExtraExtraLarge: 51],
            weight: semibold),
        .body: Row(
            pointSizes: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
            leadings: [19, 20, 21, 22, 24, 26, 29, 34, 40, 48, 56, 62]),
        .callout: Row(
            pointSizes: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51],
            leadings: [18, 19, 20, 21, 23, 25, 28, 32, 39, 46, 52, 60]),
        .subheadline: Row(
            pointSizes: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
            leadings: [16, 18, 19, 20, 22, 24, 28, 31, 37, 43, 50, 58],
            measured: [.extraExtraExtraLarge: 26, .accessibilityLarge: 36]),
        .footnote: Row(
            pointSizes: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
            leadings: [16, 16, 16, 18, 20, 22, 24, 29, 33, 40, 46, 52]),
        .caption1: Row(
            pointSizes: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
            leadings: [13, 13, 13, 16, 19, 21, 23, 28, 32, 39, 44, 51],
            measured: [.accessibilityMedium: 27]),
        .caption2: Row(
            pointSizes: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
            leadings: [13, 13, 13, 13, 18, 20, 22, 25, 30, 35, 41, 48],
            measured: [.accessibilityLarge: 29]),
    ]

    /// The tracking in thousandths of the size, for the whole sizes from 11 to 60 points; `nil` if none is published.
    private static let trackings: [Double?] = [
        /* 11 */ 6, 0, -6, -11, -16, -20, -26, -25, -24,
        /* 20 */ -23, -18, -12, -4, 3, 6, 8, 11, 14, 14,
        /* 30 */ 14, 13, 13, 12, 12, 11, 10, 10, 10, 10,
        /* 40 */ 10, 9, 9, 9, 8, 8, 8, 8, 8, 7,
        /* 50 */ 7, 7, 6, 6, 6, nil, 6, nil, 5, nil,
        /* 60 */ 4,
    ]

    /// Returns the metrics of a style in a category.
    static func metrics(_ style: TextStyle, _ category: ContentSizeCategory) -> TextStyleMetrics {
        guard let row = rows[style] else { preconditionFailure("a text style without numbers") }
        let pointSize = row.pointSizes[category.column]
        let leading = row.leadings[category.column]
        return TextStyleMetrics(
            pointSize: pointSize, leading: leading, metricsLeading: row.measured[category] ?? leading,
            weight: row.weight, emphasizedWeight: row.emphasizedWeight,
            tracking: trackings[Int(pointSize) - 11])
    }
}
