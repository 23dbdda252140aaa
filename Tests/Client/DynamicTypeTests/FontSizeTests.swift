import DynamicType
import Testing

/// Sizes that follow the user's category, those that do not, and their limits.
@Suite struct FontSizeTests {
    private let largest = TextTraits(category: .accessibilityExtraExtraExtraLarge)

    private func code(_ body: () throws(DynamicTypeError) -> FontSize) -> DynamicTypeError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func aScaledSizeFollowsTheCategory() throws {
        let size = try FontMetrics.default.scaledSize(for: FontSize(17))
        #expect(size.pointSize(for: TextTraits()) == 17)
        #expect(size.pointSize(for: TextTraits(category: .extraSmall)) == 15)
        #expect(size.pointSize(for: largest) == 48)
        #expect(size.isScaled && size.basePointSize == 17 && size.textStyle == .body)
    }

    @Test func aFixedSizeOptsOut() throws {
        let size = try FontSize(12.5)
        for category in ContentSizeCategory.allCases {
            #expect(size.pointSize(for: TextTraits(category: category)) == 12.5)
        }
        #expect(!size.isScaled && size.textStyle == nil)
    }

    @Test func theSizeOfAStyleIsThatOfItsTable() throws {
        let size = try FontSize(preferredFor: .title2)
        for category in ContentSizeCategory.allCases {
            #expect(
                size.pointSize(for: TextTraits(category: category)) == TextStyle.title2.metrics(for: category).pointSize
            )
        }
        #expect(size.basePointSize == 22 && size.isScaled)
        #expect(try FontSize(preferredFor: .title2, maximum: .points(30)).pointSize(for: largest) == 30)
    }

    @Test func aMaximumCutsWhatWasRounded() throws {
        let body = FontMetrics.default
        func points(_ maximum: FontSizeMaximum, _ category: ContentSizeCategory) throws -> Double {
            try body.scaledPointSize(for: 17, maximum: maximum, compatibleWith: category)
        }
        #expect(try points(.points(40), .accessibilityExtraExtraExtraLarge) == 40)
        #expect(try points(.points(40), .accessibilityExtraLarge) == 37)
        #expect(try points(.points(19.5), .extraLarge) == 19)
        // Extra extra large makes 20.09 points of it: cutting first and rounding then would give 20.
        #expect(try points(.points(19.6), .extraExtraLarge) == 19.6)
        #expect(try points(.factor(1.5), .accessibilityExtraExtraExtraLarge) == 25.5)
        #expect(try points(.factor(2), .extraLarge) == 19)
        #expect(try points(.points(10), .large) == 10)
        #expect(try points(.points(.infinity), .accessibilityExtraExtraExtraLarge) == 48)
    }

    @Test func scalingAScaledSizeIsAnError() throws {
        let scaled = try FontMetrics.default.scaledSize(for: FontSize(17))
        let preferred = try FontSize(preferredFor: .caption1)
        #expect(
            code { () throws(DynamicTypeError) in try FontMetrics.default.scaledSize(for: scaled) } == .alreadyScaled)
        #expect(
            code { () throws(DynamicTypeError) in
                try FontMetrics(forTextStyle: .title1).scaledSize(for: preferred, maximum: .points(20))
            } == .alreadyScaled)
    }

    @Test func anErrorIsCaughtByItsCodeAndTellsIt() throws {
        let error = try #require(throws: DynamicTypeError.self) { try FontSize(-1) }
        #expect(DynamicTypeError.Code.invalidPointSize ~= error)
        #expect(!(DynamicTypeError.Code.invalidMaximum ~= error))
        #expect("\(error)" == "invalidPointSize: \(error.message)")
    }

    @Test(arguments: [0, -0.0, -17, .nan, .infinity, -.infinity, 100_000.5, 1e300] as [Double])
    func whatIsNoSizeIsRefused(points: Double) {
        #expect(code { () throws(DynamicTypeError) in try FontSize(points) } == .invalidPointSize)
    }

    @Test(arguments: [0, -1, .nan, -.infinity] as [Double])
    func whatIsNoMaximumIsRefused(number: Double) throws {
        let size = try FontSize(17)
        for maximum in [FontSizeMaximum.points(number), .factor(number)] {
            #expect(
                code { () throws(DynamicTypeError) in
                    try FontMetrics.default.scaledSize(for: size, maximum: maximum)
                } == .invalidMaximum)
            #expect(
                code { () throws(DynamicTypeError) in
                    try FontSize(preferredFor: .body, maximum: maximum)
                } == .invalidMaximum)
        }
    }

    @Test func theSmallestAndTheLargestSizesStaySizes() throws {
        let least = try FontMetrics.default.scaledSize(for: FontSize(.leastNonzeroMagnitude))
        #expect(least.pointSize(for: TextTraits(category: .extraSmall)) == 1)
        let greatest = try FontMetrics(forTextStyle: .caption2).scaledSize(for: FontSize(FontSize.largest))
        // Within what Pango's 32 bits hold in 1/1024 points.
        #expect(greatest.pointSize(for: largest) * 1024 < 0x1p31)
        #expect(greatest.pointSize(for: largest) == 369_231)
    }
}
