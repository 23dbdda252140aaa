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

    /// Traits, all of them open where nothing is given.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - minimumCategory: The smallest that the text is drawn in.
    ///   - maximumCategory: The largest that the text is drawn in.
    ///   - displayScale: Pixels per point.
    public init(
        category: ContentSizeCategory? = nil, minimumCategory: ContentSizeCategory? = nil,
        maximumCategory: ContentSizeCategory? = nil, displayScale: Double? = nil
    ) {
        self.category = category
        self.minimumCategory = minimumCategory
        self.maximumCategory = maximumCategory
        self.displayScale = displayScale
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
            displayScale: overrides.displayScale ?? displayScale)
    }

    /// The category that text is drawn in: the given or the default one, within the limits.
    public var effectiveCategory: ContentSizeCategory {
        var effective = category ?? .default
        if let minimumCategory { effective = max(effective, minimumCategory) }
        if let maximumCategory { effective = min(effective, maximumCategory) }
        return effective
    }

    /// Pixels per point that values are rounded by.
    public var effectiveDisplayScale: Double {
        guard let displayScale, displayScale.isFinite, displayScale > 0 else { return 1 }
        return displayScale
    }
}
