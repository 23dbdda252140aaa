internal import Testing
internal import Typecase

/// Sizes as a theme stores them.
@Suite struct FontSizeCodingTests {
    @Test("A size of each kind comes back as it was")
    func roundTrip() throws {
        let title = FontMetrics(forTextStyle: .title1)
        for size in [
            try FontSize(11.5), try FontSize(preferredFor: .caption1),
            try FontSize(preferredFor: .body, maximum: .points(30)), try title.scaledSize(for: FontSize(26)),
            try title.scaledSize(for: FontSize(26), maximum: .factor(1.5)),
        ] { #expect(try Coder.roundTrip(size) == size) }
    }

    @Test("A size that a person wrote is read, and one that is none is refused with the reason")
    func written() throws {
        let sizes: [FontSize] = try Coder.read(
            #"[{"pointSize": 26, "textStyle": "title1", "maximumFactor": 1.5}, {"textStyle": "body"}, {"pointSize": 11}]"#
        )
        #expect(sizes.map { $0.pointSize(for: .accessibilityExtraExtraExtraLarge) } == [39, 53, 11])
        for text in [#"[{}]"#, #"[{"pointSize": -1}]"#, #"[{"textStyle": "body", "maximumFactor": 0}]"#] {
            #expect(throws: DecodingError.self) { let _: [FontSize] = try Coder.read(text) }
        }
    }
}
