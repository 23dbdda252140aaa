/// The purpose of a piece of text, with UIKit's names.
///
/// The size of the text follows from its style and from the user's category.
///
/// The raw value is the name on the bus, on the command line and in `Codable` representations.
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
    /// The text below a headline.
    case subheadline = "subheadline"
    /// Most text; a font scales like this style unless another style is given.
    case body = "body"
    /// Text that is set off from the body.
    case callout = "callout"
    /// A note below the text.
    case footnote = "footnote"
    /// The text beside a picture or a field.
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

    /// Creates the style with a name: its raw value or UIKit's name.
    ///
    /// - Parameter name: One of the names; case does not matter.
    /// - Throws: ``DynamicTypeError/Code/unknownTextStyle``, with a list of the valid names.
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

    /// Returns the metrics of text of this style in a category.
    ///
    /// - Parameter category: The user's category.
    /// - Returns: The size, leading, weights and tracking.
    public func metrics(for category: ContentSizeCategory) -> TextStyleMetrics {
        TextStyleTable.metrics(self, category)
    }

    /// Returns the metrics of text of this style under traits.
    ///
    /// - Parameter traits: The user's category and the text's own settings.
    /// - Returns: The size, leading, weights and tracking.
    public func metrics(for traits: TextTraits) -> TextStyleMetrics {
        metrics(for: traits.effectiveCategory)
    }
}

extension TextStyle: CustomStringConvertible {
    /// The name on the bus and on the command line.
    public var description: String { rawValue }
}
