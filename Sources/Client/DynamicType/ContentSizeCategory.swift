/// The text size that the user has chosen, with UIKit's names.
///
/// There are seven ordinary sizes and five larger ones for people who need them. The raw value is the name on the bus,
/// on the command line and in `Codable` representations.
public enum ContentSizeCategory: String, Sendable, Hashable, CaseIterable, Codable {
    /// `XS`: three steps below the default.
    case extraSmall = "extra-small"
    /// `S`: two steps below the default.
    case small = "small"
    /// `M`: one step below the default.
    case medium = "medium"
    /// `L`, the default: text has the sizes that its designer chose.
    case large = "large"
    /// `XL`: one step above the default.
    case extraLarge = "extra-large"
    /// `XXL`: two steps above the default.
    case extraExtraLarge = "extra-extra-large"
    /// `XXXL`: the largest of the ordinary sizes.
    case extraExtraExtraLarge = "extra-extra-extra-large"
    /// `AX1`: the smallest of the larger sizes.
    case accessibilityMedium = "accessibility-medium"
    /// `AX2`: the second of the larger sizes.
    case accessibilityLarge = "accessibility-large"
    /// `AX3`: the third of the larger sizes.
    case accessibilityExtraLarge = "accessibility-extra-large"
    /// `AX4`: the fourth of the larger sizes.
    case accessibilityExtraExtraLarge = "accessibility-extra-extra-large"
    /// `AX5`: the largest of all sizes.
    case accessibilityExtraExtraExtraLarge = "accessibility-extra-extra-extra-large"

    /// The category if the user has not chosen one and the desktop does not report one.
    public static let `default` = ContentSizeCategory.large

    /// Whether the category is one of the five larger ones.
    ///
    /// Layouts make room for these, by placing items below each other that are otherwise side by side.
    public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

    /// The short name in design tables: `XS` to `XXXL`, `AX1` to `AX5`.
    public var abbreviation: String { row.abbreviation }

    /// The value of `UIContentSizeCategory` in UIKit, such as `UICTContentSizeCategoryAccessibilityM`.
    public var uiKitName: String { "UICTContentSizeCategory" + row.uiKitSuffix }

    /// Creates the category with a name: its raw value, its abbreviation or UIKit's name.
    ///
    /// - Parameter name: One of the names; case does not matter.
    /// - Throws: ``DynamicTypeError/Code/unknownContentSizeCategory``, with a list of the valid names.
    public init(name: String) throws(DynamicTypeError) {
        let wanted = name.lowercased()
        let found = Self.allCases.first {
            [$0.rawValue, $0.abbreviation.lowercased(), $0.uiKitName.lowercased()].contains(wanted)
        }
        guard let found else {
            throw DynamicTypeError(
                .unknownContentSizeCategory,
                "there is no content size category with this name; there are "
                    + Self.allCases.map { "\($0.rawValue) (\($0.abbreviation))" }.joined(separator: ", "))
        }
        self = found
    }

    /// The ratio of the size of body text to that in ``large``.
    ///
    /// For example, it is 1.235 for ``extraExtraLarge``: 21 points instead of 17.
    public var textScale: Double {
        TextStyle.body.metrics(for: self).pointSize / TextStyle.body.metrics(for: .large).pointSize
    }

    /// Creates the category that is nearest to the scale that a desktop applies to all text.
    ///
    /// The nearest category is the one whose ``textScale`` differs by the smallest factor: half the size is as far away
    /// as double. The text scale of a desktop (`text-scaling-factor` of GNOME, 1 if nothing is set) is converted to a
    /// category in this way.
    ///
    /// - Parameter scale: The factor by which text is larger than the desktop's default. If it is not a positive finite
    ///   number, the category is ``default``.
    public init(nearestTextScale scale: Double) {
        guard scale.isFinite, scale > 0 else {
            self = .default
            return
        }
        func distance(_ category: ContentSizeCategory) -> Double {
            max(category.textScale / scale, scale / category.textScale)
        }
        self = Self.allCases.min { distance($0) < distance($1) } ?? .default
    }

    /// The column of the table.
    var column: Int { row.column }

    private var row: (column: Int, abbreviation: String, uiKitSuffix: String) {
        switch self {
        case .extraSmall: (0, "XS", "XS")
        case .small: (1, "S", "S")
        case .medium: (2, "M", "M")
        case .large: (3, "L", "L")
        case .extraLarge: (4, "XL", "XL")
        case .extraExtraLarge: (5, "XXL", "XXL")
        case .extraExtraExtraLarge: (6, "XXXL", "XXXL")
        case .accessibilityMedium: (7, "AX1", "AccessibilityM")
        case .accessibilityLarge: (8, "AX2", "AccessibilityL")
        case .accessibilityExtraLarge: (9, "AX3", "AccessibilityXL")
        case .accessibilityExtraExtraLarge: (10, "AX4", "AccessibilityXXL")
        case .accessibilityExtraExtraExtraLarge: (11, "AX5", "AccessibilityXXXL")
        }
    }
}

extension ContentSizeCategory: Comparable {
    /// Whether text is smaller in the first category than in the second.
    ///
    /// - Parameters:
    ///   - first: A category.
    ///   - second: Another.
    /// - Returns: Whether the first comes before the second, from ``extraSmall`` to
    ///   ``accessibilityExtraExtraExtraLarge``.
    public static func < (first: ContentSizeCategory, second: ContentSizeCategory) -> Bool {
        first.column < second.column
    }
}

extension ContentSizeCategory: CustomStringConvertible {
    /// The name on the bus and on the command line.
    public var description: String { rawValue }
}
