/// The inputs that determine how large text is drawn.
///
/// These are the user's category, the limits of this piece of text, and the screen.
///
/// Every trait may be unspecified. ``merging(_:)`` combines the traits of a window with those of a text in it, so that
/// a text can override the traits of its window.
public struct TextTraits: Sendable, Hashable {
    /// The category; `nil` if unspecified, which finally means ``ContentSizeCategory/default``.
    public var category: ContentSizeCategory?

    /// The smallest category in which the text is drawn, whatever the user's category is.
    public var minimumCategory: ContentSizeCategory?

    /// The largest category in which the text is drawn, whatever the user's category is.
    ///
    /// If the two limits conflict, this one wins over ``minimumCategory``.
    public var maximumCategory: ContentSizeCategory?

    /// The number of pixels per point; values are rounded to whole pixels.
    ///
    /// `nil`, or a value that is not a positive finite number, means unspecified, and finally 1.
    public var displayScale: Double?

    /// The maximum number of lines of the text.
    ///
    /// `nil`, or a value that is not positive, means unspecified.
    ///
    /// If it stays unspecified, there is no limit: text that has grown needs more lines, and a truncated title does not
    /// help the reader.
    public var lineLimit: Int?

    /// Creates traits; those that are not given are unspecified.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - minimumCategory: The smallest category in which the text is drawn.
    ///   - maximumCategory: The largest category in which the text is drawn.
    ///   - displayScale: The number of pixels per point.
    ///   - lineLimit: The maximum number of lines of the text.
    public init(
        category: ContentSizeCategory? = nil, minimumCategory: ContentSizeCategory? = nil,
        maximumCategory: ContentSizeCategory? = nil, displayScale: Double? = nil, lineLimit: Int? = nil
    ) {
        self.category = category
        self.minimumCategory = minimumCategory
        self.maximumCategory = maximumCategory
        self.displayScale = displayScale
        self.lineLimit = lineLimit
    }

    /// Returns these traits, overridden by others.
    ///
    /// - Parameter overrides: The traits of an inner element. Traits that these leave unspecified keep their values.
    /// - Returns: The traits of the inner element.
    public func merging(_ overrides: TextTraits) -> TextTraits {
        TextTraits(
            category: overrides.category ?? category,
            minimumCategory: overrides.minimumCategory ?? minimumCategory,
            maximumCategory: overrides.maximumCategory ?? maximumCategory,
            displayScale: overrides.validDisplayScale ?? displayScale,
            lineLimit: overrides.effectiveLineLimit ?? lineLimit)
    }

    /// The category in which text is drawn: the given or the default one, within the limits.
    public var effectiveCategory: ContentSizeCategory {
        var effective = category ?? .default
        if let minimumCategory { effective = max(effective, minimumCategory) }
        if let maximumCategory { effective = min(effective, maximumCategory) }
        return effective
    }

    /// The maximum number of lines of the text; `nil` for no limit.
    public var effectiveLineLimit: Int? { lineLimit.flatMap { $0 > 0 ? $0 : nil } }

    /// The number of pixels per point to which values are rounded.
    public var effectiveDisplayScale: Double { validDisplayScale ?? 1 }

    private var validDisplayScale: Double? { displayScale.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }
}
