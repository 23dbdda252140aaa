import DynamicType
import Testing

/// The categories, their names, and which one a desktop's text scale stands for.
@Suite struct ContentSizeCategoryTests {
    @Test func namesAreThoseOfUIKit() {
        #expect(
            ContentSizeCategory.allCases.map(\.uiKitName) == [
                "UICTContentSizeCategoryXS", "UICTContentSizeCategoryS", "UICTContentSizeCategoryM",
                "UICTContentSizeCategoryL", "UICTContentSizeCategoryXL", "UICTContentSizeCategoryXXL",
                "UICTContentSizeCategoryXXXL", "UICTContentSizeCategoryAccessibilityM",
                "UICTContentSizeCategoryAccessibilityL", "UICTContentSizeCategoryAccessibilityXL",
                "UICTContentSizeCategoryAccessibilityXXL", "UICTContentSizeCategoryAccessibilityXXXL",
            ])
        #expect(ContentSizeCategory.allCases.map(\.abbreviation) == PublishedTables.columns)
    }

    @Test func categoriesAreFoundByEveryName() throws {
        for category in ContentSizeCategory.allCases {
            #expect(try ContentSizeCategory(name: category.rawValue) == category)
            #expect(try ContentSizeCategory(name: category.abbreviation.lowercased()) == category)
            #expect(try ContentSizeCategory(name: category.uiKitName) == category)
        }
        for wrong in ["", "huge", "large ", "AX6", "UICTContentSizeCategory"] {
            do {
                let found = try ContentSizeCategory(name: wrong)
                Issue.record("\(wrong) is \(found)")
            } catch {
                #expect(error.code == .unknownContentSizeCategory)
                #expect(error.message.contains("extra-small (XS)"))
            }
        }
    }

    @Test func theyAreInOrder() {
        #expect(ContentSizeCategory.allCases == ContentSizeCategory.allCases.sorted())
        #expect(ContentSizeCategory.allCases.filter(\.isAccessibilityCategory).map(\.abbreviation).first == "AX1")
        #expect(ContentSizeCategory.allCases.count(where: \.isAccessibilityCategory) == 5)
        #expect(ContentSizeCategory.default == .large)
    }

    @Test(arguments: [
        (1.0, ContentSizeCategory.large), (1.25, .extraExtraLarge), (1.45, .extraExtraExtraLarge),
        (1.5, .accessibilityMedium),
        (2.0, .accessibilityLarge),
        (3.0, .accessibilityExtraExtraExtraLarge), (0.5, .extraSmall), (0.9, .small), (1.04, .large),
        (1.1, .extraLarge),
        (100, .accessibilityExtraExtraExtraLarge), (0.001, .extraSmall), (1.0001, .large),
        (.nan, .large), (.infinity, .large), (0, .large), (-1, .large),
    ])
    func aTextScaleStandsForTheNearestCategory(scale: Double, category: ContentSizeCategory) {
        #expect(ContentSizeCategory(nearestTextScale: scale) == category)
    }

    @Test func theScaleOfACategoryLeadsBackToIt() {
        for category in ContentSizeCategory.allCases {
            #expect(ContentSizeCategory(nearestTextScale: category.textScale) == category)
        }
    }
}
