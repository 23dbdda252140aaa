package import DynamicType

/// The text size in a program, and its source.
package struct TextSize: Sendable, Hashable {
    /// The source of a category.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// The user has chosen it for this program.
        case application
        /// The user has chosen it for all programs.
        case user
        /// It follows from the desktop's text scale.
        case desktop
        /// The default, because there is neither a choice nor a scale.
        case `default`
    }

    /// The category.
    package let category: ContentSizeCategory
    /// The source of the category.
    package let source: Source
    /// The desktop's text scale; `nil` if it is unknown.
    package let desktop: DesktopTextScale?
}

/// The factor by which the desktop enlarges all text.
package struct DesktopTextScale: Sendable, Hashable {
    /// The source of the factor.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// The settings portal.
        case portal
        /// The user's dconf database, if no portal is running.
        case dconf
        /// Plasma's font resolution.
        case plasma
    }

    /// The factor; 1 if none has been set.
    package let factor: Double
    /// The source of the factor.
    package let source: Source

    /// Creates a scale; `nil` if the factor is not a positive number.
    package init?(factor: Double, source: Source) {
        guard factor.isFinite, factor > 0 else { return nil }
        self.factor = factor
        self.source = source
    }

    /// Whether a factor has been set.
    package var isSet: Bool { factor != 1 }

    /// The corresponding category; `nil` if no factor has been set.
    var category: ContentSizeCategory? { isSet ? ContentSizeCategory(nearestTextScale: factor) : nil }
}
