import DynamicType
import Testing

/// The tables, names and weights of the styles.
@Suite struct TextStyleTests {
    @Test func everyPublishedSizeAndLeadingIsThere() throws {
        let sizes = PublishedTables.rows(PublishedTables.pointSizes)
        let leadings = PublishedTables.rows(PublishedTables.leadings)
        let measured = PublishedTables.measured
        #expect(sizes.count == 11 && leadings.count == 11 && measured.count == 8)
        #expect(TextStyle.allCases.count == 11 && ContentSizeCategory.allCases.count == 12)
        for (name, row) in sizes {
            let style = try #require(TextStyle(rawValue: name))
            let leading = try #require(leadings[name])
            #expect(row.count == 12 && leading.count == 12)
            for (column, short) in PublishedTables.columns.enumerated() {
                let metrics = try style.metrics(for: ContentSizeCategory(name: short))
                #expect(metrics.pointSize == row[column], "\(name) \(short)")
                #expect(metrics.leading == leading[column], "\(name) \(short)")
                #expect(metrics.metricsLeading == measured["\(name) \(short)"] ?? leading[column], "\(name) \(short)")
            }
        }
    }

    @Test func weightsAreThePublishedOnes() {
        for style in TextStyle.allCases {
            for category in ContentSizeCategory.allCases {
                let metrics = style.metrics(for: category)
                #expect(metrics.weight == (style == .headline ? 600 : 400))
                let isTitle = [.largeTitle, .title1, .title2].contains(style)
                #expect(metrics.emphasizedWeight == (isTitle ? 700 : 600))
            }
        }
    }

    /// Thousandths of the size by points; 55 points, which title 3 has in the largest category, have none published.
    @Test(arguments: [
        (TextStyle.body, ContentSizeCategory.large, 17.0, -26.0), (.largeTitle, .large, 34, 12),
        (.title1, .large, 28, 14), (.title2, .large, 22, -12), (.title3, .large, 20, -23), (.callout, .large, 16, -20),
        (.subheadline, .large, 15, -16), (.footnote, .large, 13, -6), (.caption1, .large, 12, 0),
        (.caption2, .large, 11, 6), (.body, .extraLarge, 19, -24), (.body, .accessibilityMedium, 28, 14),
        (.body, .accessibilityExtraLarge, 40, 10), (.body, .accessibilityExtraExtraExtraLarge, 53, 6),
        (.title1, .accessibilityExtraExtraExtraLarge, 58, 5), (.largeTitle, .accessibilityExtraExtraExtraLarge, 60, 4),
    ])
    func trackingIsThatOfTheSize(
        style: TextStyle, category: ContentSizeCategory, pointSize: Double, tracking: Double
    ) throws {
        let metrics = style.metrics(for: category)
        #expect(metrics.pointSize == pointSize)
        #expect(metrics.tracking == tracking)
        #expect(try #require(metrics.trackingPoints) == tracking * pointSize / 1000)
    }

    @Test func trackingIsOpenWhereNoneIsPublished() {
        let unpublished = TextStyle.allCases.flatMap { style in
            ContentSizeCategory.allCases.map { (style, $0) }.filter { $0.0.metrics(for: $0.1).tracking == nil }
        }
        #expect(unpublished.map { "\($0.0) \($0.1.abbreviation)" } == ["title3 AX5"])
    }

    @Test func stylesHaveTheNamesOfUIKit() {
        #expect(
            TextStyle.allCases.map { String($0.uiKitName.dropFirst("UICTFontTextStyle".count)) } == [
                "Title0", "Title1", "Title2", "Title3", "Headline", "Subhead", "Body", "Callout", "Footnote",
                "Caption1", "Caption2",
            ])
        #expect(TextStyle.allCases.allSatisfy { $0.uiKitName.hasPrefix("UICTFontTextStyle") })
    }

    @Test func stylesAreFoundByEitherName() throws {
        for style in TextStyle.allCases {
            #expect(try TextStyle(name: style.rawValue) == style)
            #expect(try TextStyle(name: style.uiKitName) == style)
            #expect(try TextStyle(name: style.rawValue.uppercased()) == style)
        }
        #expect(throws: DynamicTypeError.self) { try TextStyle(name: "title4") }
        do {
            _ = try TextStyle(name: "")
            Issue.record("an empty name is a style")
        } catch {
            #expect(error.code == .unknownTextStyle)
            #expect(error.message.contains("large-title"))
        }
    }

    @Test func traitsDecideWhichMetrics() {
        let traits = TextTraits(category: .accessibilityExtraExtraExtraLarge, maximumCategory: .extraLarge)
        #expect(TextStyle.body.metrics(for: traits) == TextStyle.body.metrics(for: .extraLarge))
    }
}
