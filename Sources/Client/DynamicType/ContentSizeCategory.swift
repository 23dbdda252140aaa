/// How large the user wants text, under UIKit's names.
///
/// Seven ordinary sizes and five larger ones for people who need them. The raw value is the name on the bus and on the
/// command line, and what `Codable` writes.
public enum ContentSizeCategory: String, Sendable, Hashable, CaseIterable, Codable {
    /// `XS`: three steps below the default.
    case extraSmall = "extra-small"
    /// `S`: two steps below the default.
    case small = "small"
    /// `M`: one step below the default.
    case medium = "medium"
    /// The default: text has the sizes that its designer gave it.
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
    /// `AX5`: the largest size that there is.
    case accessibilityExtraExtraExtraLarge = "accessibility-extra-extra-extra-large"

    /// The category of whoever has chosen none, and whose desktop says nothing.
    public static let `default` = ContentSizeCategory.large

    /// Whether it is one of the five that layouts have to make room for, by putting below each other what stood side
    /// by side.
    public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

    /// The short name of design tables: `XS` to `XXXL`, `AX1` to `AX5`.
    public var abbreviation: String { row.abbreviation }

    /// The value of `UIContentSizeCategory` in UIKit, such as `UICTContentSizeCategoryAccessibilityM`.
    public var uiKitName: String { "UICTContentSizeCategory" + row.uiKitSuffix }

    /// The category with this name: its own, its abbreviation or UIKit's.
    ///
    /// - Parameter name: One of the names, whatever their case.
    /// - Throws: ``DynamicTypeError/Code/unknownContentSizeCategory``, with the names that there are.
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

    /// How much larger or smaller body text is than in ``large``, such as 1.235 (21 points for 17) for
    /// ``extraExtraLarge``.
    public var textScale: Double {
        TextStyle.body.metrics(for: self).pointSize / TextStyle.body.metrics(for: .large).pointSize
    }

    /// The category whose body text comes closest to what a desktop makes of it with a scale for all text.
    ///
    /// Closest by proportion, so that half the size is as far away as double. This is how the text scale of a desktop
    /// (`text-scaling-factor` of GNOME, 1 where nothing is set) becomes a category.
    ///
    /// - Parameter scale: How much larger text is than the desktop's own; what is no positive finite number says
    ///   nothing, and stands for ``default``.
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
