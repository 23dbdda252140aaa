/// What decides how large text is drawn: the user's category, the limits of this piece of text, and the screen.
///
/// Everything may be left open. Traits of a window and of a text in it are put together with ``merging(_:)``: that is
/// how a text overrides what holds for the rest.
public struct TextTraits: Sendable, Hashable {
    /// The category; `nil` leaves it open, and stands for ``ContentSizeCategory/default`` in the end.
    public var category: ContentSizeCategory?

    /// The smallest category that the text is drawn in, whatever the user has.
    public var minimumCategory: ContentSizeCategory?

    /// The largest category that the text is drawn in, whatever the user has.
    ///
    /// It wins over ``minimumCategory``.
    public var maximumCategory: ContentSizeCategory?

    /// Pixels per point, to whose grid values are rounded; what is no positive finite number leaves it open, and
    /// stands for 1 in the end.
    public var displayScale: Double?

    /// The most lines that the text is set in, where it has to do with so many; what is not positive leaves it open.
    ///
    /// There is no limit in the end: text that has grown needs more lines, and a title that is cut off says nothing.
    public var lineLimit: Int?

    /// Traits, all of them open where nothing is given.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - minimumCategory: The smallest that the text is drawn in.
    ///   - maximumCategory: The largest that the text is drawn in.
    ///   - displayScale: Pixels per point.
    ///   - lineLimit: The most lines that the text is set in.
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

    /// These traits with what others say instead.
    ///
    /// - Parameter overrides: Traits of something within; what they leave open stays as it is.
    /// - Returns: The traits that hold within.
    public func merging(_ overrides: TextTraits) -> TextTraits {
        TextTraits(
            category: overrides.category ?? category,
            minimumCategory: overrides.minimumCategory ?? minimumCategory,
            maximumCategory: overrides.maximumCategory ?? maximumCategory,
            displayScale: overrides.validDisplayScale ?? displayScale,
            lineLimit: overrides.effectiveLineLimit ?? lineLimit)
    }

    /// The category that text is drawn in: the given or the default one, within the limits.
    public var effectiveCategory: ContentSizeCategory {
        var effective = category ?? .default
        if let minimumCategory { effective = max(effective, minimumCategory) }
        if let maximumCategory { effective = min(effective, maximumCategory) }
        return effective
    }

    /// The most lines that the text is set in; `nil` where there is no limit.
    public var effectiveLineLimit: Int? { lineLimit.flatMap { $0 > 0 ? $0 : nil } }

    /// Pixels per point that values are rounded by.
    public var effectiveDisplayScale: Double { validDisplayScale ?? 1 }

    private var validDisplayScale: Double? { displayScale.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }
}
