package import DynamicType

/// How large text is in a program, and why.
package struct TextSize: Sendable, Hashable {
    /// Where a category is from.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// The user has chosen it for this program.
        case application
        /// The user has chosen it for all programs.
        case user
        /// It follows from what the desktop makes of text.
        case desktop
        /// Nothing says anything.
        case `default`
    }

    /// The category.
    package let category: ContentSizeCategory
    /// Where it is from.
    package let source: Source
    /// What the desktop makes of text; `nil` where that is not known.
    package let desktop: DesktopTextScale?
}

/// The factor by which the desktop enlarges all text.
package struct DesktopTextScale: Sendable, Hashable {
    /// Who says so.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// The settings portal.
        case portal
        /// The user's dconf database, where no portal runs.
        case dconf
        /// Plasma's resolution for fonts.
        case plasma
    }

    /// The factor; 1 is what everybody has who has set none.
    package let factor: Double
    /// Who says so.
    package let source: Source

    /// Creates a scale; `nil` where the factor makes no sense, as it is no positive number.
    package init?(factor: Double, source: Source) {
        guard factor.isFinite, factor > 0 else { return nil }
        self.factor = factor
        self.source = source
    }

    /// Whether somebody has set it.
    package var isSet: Bool { factor != 1 }

    /// The category that it stands for; `nil` where nobody has set it.
    var category: ContentSizeCategory? { isSet ? ContentSizeCategory(nearestTextScale: factor) : nil }
}
