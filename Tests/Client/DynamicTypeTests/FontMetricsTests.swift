import DynamicType
import Testing

/// Scaling by leading, with the vectors measured on iOS.
@Suite struct FontMetricsTests {
    /// Body 17 points: points of a scaled font by category.
    @Test(arguments: zip(PublishedTables.columns, [15.0, 15, 16, 17, 19, 20, 22, 26, 31, 37, 43, 48]))
    func aFontOfBodyScales(column: String, points: Double) throws {
        let category = try ContentSizeCategory(name: column)
        #expect(try FontMetrics.default.scaledPointSize(for: 17, compatibleWith: category) == points)
    }

    /// Body 17 points at 3 pixels a point: a scaled value by category, to the thousandth.
    @Test(
        arguments: zip(
            PublishedTables.columns,
            [14.667, 15.333, 16.333, 17, 18.667, 20, 22.333, 26.333, 31, 37, 43.333, 48]))
    func aValueOfBodyScales(column: String, points: Double) throws {
        let category = try ContentSizeCategory(name: column)
        let scaled = FontMetrics(forTextStyle: .body).scaledValue(for: 17, compatibleWith: category, displayScale: 3)
        #expect((scaled * 1000).rounded() / 1000 == points)
        #expect((scaled * 3).rounded() / 3 == scaled, "it lies on a pixel")
    }

    /// Caption 2, 17.8 points: points of a scaled font by category.
    @Test(arguments: zip(PublishedTables.columns.dropFirst(4), [25.0, 27, 30, 34, 40, 48, 56, 66]))
    func aFontOfCaptionScales(column: String, points: Double) throws {
        let category = try ContentSizeCategory(name: column)
        #expect(
            try FontMetrics(forTextStyle: .caption2).scaledPointSize(for: 17.8, compatibleWith: category) == points)
    }

    @Test func theFactorIsThatOfTheMeasuredLeading() throws {
        let leadings = PublishedTables.rows(PublishedTables.leadings)
        for style in TextStyle.allCases {
            let row = try #require(leadings[style.rawValue])
            for (column, short) in PublishedTables.columns.enumerated() {
                let leading = PublishedTables.measured["\(style) \(short)"] ?? row[column]
                let factor = try FontMetrics(forTextStyle: style).factor(for: ContentSizeCategory(name: short))
                #expect(factor == leading / row[3], "\(style) \(short)")
            }
        }
    }

    @Test func halvesAreRoundedAwayFromZero() throws {
        // 11 × 19 ÷ 22 is 9.5: the factor alone, rounded to a double, must not make less of it.
        #expect(try FontMetrics.default.scaledPointSize(for: 11, compatibleWith: .extraSmall) == 10)
        #expect(FontMetrics.default.scaledValue(for: 11, compatibleWith: .extraSmall) == 10)
        #expect(FontMetrics.default.scaledValue(for: -11, compatibleWith: .extraSmall) == -10)
        #expect(FontMetrics.default.scaledValue(for: 11, compatibleWith: .extraSmall, displayScale: 2) == 9.5)
    }

    @Test func valuesThatAreNoSizesHaveADefinedResult() {
        let metrics = FontMetrics(forTextStyle: .caption2)
        let largest = ContentSizeCategory.accessibilityExtraExtraExtraLarge
        #expect(metrics.scaledValue(for: 0, compatibleWith: largest) == 0)
        #expect(metrics.scaledValue(for: -13, compatibleWith: largest) == -48)
        #expect(metrics.scaledValue(for: .nan, compatibleWith: largest).isNaN)
        #expect(metrics.scaledValue(for: .infinity, compatibleWith: largest) == .infinity)
        #expect(metrics.scaledValue(for: -.infinity, compatibleWith: largest) == -.infinity)
        #expect(metrics.scaledValue(for: 1e300, compatibleWith: .large) == 1e300)
        #expect(metrics.scaledValue(for: 1e300, compatibleWith: .large, displayScale: 1e300) == 1e300)
        // The product with the leading is too large for a double, the result is not.
        #expect(metrics.scaledValue(for: 1e307, compatibleWith: .extraExtraExtraLarge).isFinite)
        #expect(metrics.scaledValue(for: .greatestFiniteMagnitude, compatibleWith: largest) == .infinity)
        for scale in [0, -2, Double.nan, .infinity] {
            #expect(metrics.scaledValue(for: 13.4, compatibleWith: .large, displayScale: scale) == 13)
        }
    }

    @Test func textHasAsManyLinesAsItNeedsUnlessItSaysOtherwise() {
        #expect(TextTraits().effectiveLineLimit == nil)
        let title = TextTraits(lineLimit: 1)
        #expect(title.effectiveLineLimit == 1)
        #expect(title.merging(TextTraits()).effectiveLineLimit == 1)
        #expect(title.merging(TextTraits(lineLimit: 3)).effectiveLineLimit == 3)
        for limit in [0, -1, Int.min] {
            #expect(TextTraits(lineLimit: limit).effectiveLineLimit == nil)
            #expect(title.merging(TextTraits(lineLimit: limit)).effectiveLineLimit == 1)
        }
    }

    @Test func traitsOfATextOverrideThoseAroundIt() {
        let window = TextTraits(category: .accessibilityLarge, maximumCategory: .accessibilityLarge, displayScale: 2)
        #expect(window.merging(TextTraits()) == window)
        let capped = window.merging(TextTraits(maximumCategory: .extraLarge))
        #expect(capped.effectiveCategory == .extraLarge && capped.effectiveDisplayScale == 2)
        #expect(window.merging(TextTraits(category: .small)).effectiveCategory == .small)
        for scale in [0, -2, .nan, .infinity] {
            #expect(window.merging(TextTraits(displayScale: scale)).effectiveDisplayScale == 2)
        }
        #expect(TextTraits(category: .small, minimumCategory: .medium).effectiveCategory == .medium)
        #expect(TextTraits(minimumCategory: .extraLarge, maximumCategory: .medium).effectiveCategory == .medium)
        #expect(TextTraits().effectiveCategory == .large)
        #expect(FontMetrics.default.scaledValue(for: 17, compatibleWith: capped) == 18.5)
        #expect(FontMetrics.default.scaledValue(for: 17, compatibleWith: TextTraits(displayScale: 3)) == 17)
    }
}
