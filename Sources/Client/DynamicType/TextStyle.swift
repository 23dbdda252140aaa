/// What a piece of text is for, under UIKit's names; its size follows from it and from the user's category.
///
/// The raw value is the name on the bus and on the command line, and what `Codable` writes.
public enum TextStyle: String, Sendable, Hashable, CaseIterable, Codable {
    /// The title of a whole window or page.
    case largeTitle = "large-title"
    /// The title of a part, on the first level.
    case title1 = "title1"
    /// The title of a part, on the second level.
    case title2 = "title2"
    /// The title of a part, on the third level.
    case title3 = "title3"
    /// The heading of a paragraph or of an entry in a list; semibold.
    case headline = "headline"
    /// What stands below a headline.
    case subheadline = "subheadline"
    /// What most text is, and the style whose metrics scale a font where none is named.
    case body = "body"
    /// Text that is set off from the body.
    case callout = "callout"
    /// A note below the text.
    case footnote = "footnote"
    /// What stands beside a picture or a field.
    case caption1 = "caption1"
    /// A smaller caption.
    case caption2 = "caption2"

    /// The value of `UIFont.TextStyle` in UIKit, such as `UICTFontTextStyleTitle0` for ``largeTitle``.
    public var uiKitName: String {
        let suffix =
            switch self {
            case .largeTitle: "Title0"
            case .title1: "Title1"
            case .title2: "Title2"
            case .title3: "Title3"
            case .headline: "Headline"
            case .subheadline: "Subhead"
            case .body: "Body"
            case .callout: "Callout"
            case .footnote: "Footnote"
            case .caption1: "Caption1"
            case .caption2: "Caption2"
            }
        return "UICTFontTextStyle" + suffix
    }

    /// The style with this name: its own or UIKit's.
    ///
    /// - Parameter name: One of the names, whatever their case.
    /// - Throws: ``DynamicTypeError/Code/unknownTextStyle``, with the names that there are.
    public init(name: String) throws(DynamicTypeError) {
        let wanted = name.lowercased()
        let found = Self.allCases.first { $0.rawValue == wanted || $0.uiKitName.lowercased() == wanted }
        guard let found else {
            throw DynamicTypeError(
                .unknownTextStyle,
                "there is no text style with this name; there are "
                    + Self.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self = found
    }

    /// How text of this style is set for a category.
    ///
    /// - Parameter category: The user's category.
    /// - Returns: Size, leading, weights and tracking.
    public func metrics(for category: ContentSizeCategory) -> TextStyleMetrics {
        TextStyleTable.metrics(self, category)
    }

    /// How text of this style is set under traits.
    ///
    /// - Parameter traits: The user's category and what the text has of its own.
    /// - Returns: Size, leading, weights and tracking.
    public func metrics(for traits: TextTraits) -> TextStyleMetrics {
        metrics(for: traits.effectiveCategory)
    }
}

extension TextStyle: CustomStringConvertible {
    /// The name on the bus and on the command line.
    public var description: String { rawValue }
}
