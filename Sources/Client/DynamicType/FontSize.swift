/// The size of a font: fixed, that of a text style, or scaled like one.
///
/// A fixed one is how a text opts out, such as the title of a tab that has no room to grow. The others follow the
/// user's category: ask them for their points whenever it changes.
public struct FontSize: Sendable, Hashable {
    /// The largest size in points that a font may have before it is scaled, some 35 metres.
    ///
    /// Text libraries hold sizes in integers (Pango in 1/1024 points). Even in the largest category they hold this one.
    public static let largest = 100_000.0

    private enum Sizing: Hashable {
        case fixed(Double)
        case preferred(TextStyle)
        case scaled(Double, FontMetrics)
    }

    private let sizing: Sizing

    /// What the size may not grow past; `nil` where there is no limit.
    public let maximum: FontSizeMaximum?

    /// A fixed size.
    ///
    /// - Parameter pointSize: Points: positive, at most ``largest``.
    /// - Throws: ``DynamicTypeError/Code/invalidPointSize``.
    public init(_ pointSize: Double) throws(DynamicTypeError) {
        guard pointSize > 0, pointSize <= Self.largest else {
            throw DynamicTypeError(
                .invalidPointSize, "\(pointSize) is no size for a font; give points above 0 and up to \(Self.largest)")
        }
        sizing = .fixed(pointSize)
        maximum = nil
    }

    /// The size of a text style, which follows the user's category by the style's own table.
    ///
    /// - Parameters:
    ///   - style: What the text is for.
    ///   - maximum: What the size may not grow past, where there is a limit.
    /// - Throws: ``DynamicTypeError/Code/invalidMaximum``.
    public init(preferredFor style: TextStyle, maximum: FontSizeMaximum? = nil) throws(DynamicTypeError) {
        try self.init(.preferred(style), maximum)
    }

    /// A fixed size that from here on follows the user's category; ``FontMetrics/scaledSize(for:maximum:)``.
    init(scaling size: FontSize, by metrics: FontMetrics, maximum: FontSizeMaximum?) throws(DynamicTypeError) {
        guard case .fixed(let points) = size.sizing else {
            throw DynamicTypeError(
                .alreadyScaled, "the size follows the user's category already; scale the fixed size that it came from")
        }
        try self.init(.scaled(points, metrics), maximum)
    }

    private init(unchecked sizing: Sizing, maximum: FontSizeMaximum? = nil) {
        self.sizing = sizing
        self.maximum = maximum
    }

    /// The fixed size that is nearest to some points; 12 points where they are not positive.
    package static func fixed(_ points: Double) -> FontSize {
        FontSize(unchecked: .fixed(points > 0 ? min(points, largest) : 12))
    }

    /// The size of a text style, without a limit.
    package static func preferred(_ style: TextStyle) -> FontSize { FontSize(unchecked: .preferred(style)) }

    /// The fixed size that is nearest to some points, scaled.
    ///
    /// - Parameters:
    ///   - points: Points; 12 where they are not positive.
    ///   - metrics: What it is scaled like.
    ///   - maximum: What the size may not grow past: a positive number.
    /// - Returns: The size.
    package static func scaled(_ points: Double, by metrics: FontMetrics, maximum: FontSizeMaximum?) -> FontSize {
        FontSize(unchecked: .scaled(fixed(points).basePointSize, metrics), maximum: maximum)
    }

    private init(_ sizing: Sizing, _ maximum: FontSizeMaximum?) throws(DynamicTypeError) {
        if let limit = maximum?.number, !(limit > 0) {
            throw DynamicTypeError(
                .invalidMaximum, "\(limit) is no maximum for a font's size; give a positive number, or none")
        }
        self.sizing = sizing
        self.maximum = maximum
    }

    /// The size in points in the category large, before any maximum.
    public var basePointSize: Double {
        switch sizing {
        case .fixed(let points), .scaled(let points, _): points
        case .preferred(let style): style.metrics(for: .large).pointSize
        }
    }

    /// The style that the size is of or scaled like; `nil` where it is fixed.
    public var textStyle: TextStyle? {
        switch sizing {
        case .fixed: nil
        case .preferred(let style): style
        case .scaled(_, let metrics): metrics.textStyle
        }
    }

    /// Whether it follows the user's category.
    ///
    /// Such a size cannot be scaled again.
    public var isScaled: Bool { textStyle != nil }

    /// The size under traits.
    ///
    /// What is scaled is rounded to whole points, halves up, to one point at least, and then cut to the maximum.
    ///
    /// - Parameter traits: The user's category and what the text has of its own.
    /// - Returns: Points; a fixed size is the same under all traits.
    public func pointSize(for traits: TextTraits) -> Double {
        let category = traits.effectiveCategory
        let points =
            switch sizing {
            case .fixed(let points): points
            case .preferred(let style): style.metrics(for: category).pointSize
            case .scaled(let points, let metrics):
                max(metrics.multiplied(points, category).rounded(.toNearestOrAwayFromZero), 1)
            }
        return min(points, maximum?.points(basePointSize) ?? .infinity)
    }

    /// The size in a category.
    ///
    /// - Parameter category: The user's category.
    /// - Returns: Points; rounded and cut as under traits with this category.
    public func pointSize(for category: ContentSizeCategory) -> Double {
        pointSize(for: TextTraits(category: category))
    }
}

extension FontSize: CustomStringConvertible {
    /// What it is, such as `17.0`, `body` or `28.0 like title1, at most 42.0`.
    public var description: String {
        let size =
            switch sizing {
            case .fixed(let points): "\(points)"
            case .preferred(let style): "\(style)"
            case .scaled(let points, let metrics): "\(points) like \(metrics.textStyle)"
            }
        return maximum.map { "\(size), at most \($0)" } ?? size
    }
}

extension FontSize: Codable {
    private enum CodingKeys: String, CodingKey {
        case pointSize, textStyle, maximumPointSize, maximumFactor
    }

    /// Reads a size: a fixed one has `pointSize`, that of a text style `textStyle`, and one that is scaled like a style
    /// both; `maximumPointSize` or `maximumFactor` is what it may not grow past.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: `DecodingError` where it is no size, with the ``DynamicTypeError`` that says why.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let points = try container.decodeIfPresent(Double.self, forKey: .pointSize)
        let style = try container.decodeIfPresent(TextStyle.self, forKey: .textStyle)
        let maximum =
            try container.decodeIfPresent(Double.self, forKey: .maximumPointSize).map { FontSizeMaximum.points($0) }
            ?? container.decodeIfPresent(Double.self, forKey: .maximumFactor).map { FontSizeMaximum.factor($0) }
        do throws(DynamicTypeError) {
            switch (points, style) {
            case (let points?, let style?):
                try self.init(scaling: FontSize(points), by: FontMetrics(forTextStyle: style), maximum: maximum)
            case (let points?, nil): try self.init(points)
            case (nil, let style?): try self.init(preferredFor: style, maximum: maximum)
            case (nil, nil):
                throw DynamicTypeError(
                    .invalidPointSize, "a size has a pointSize, a textStyle or both; here is neither")
            }
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: error.message, underlyingError: error))
        }
    }

    /// Writes what ``init(from:)`` reads.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch sizing {
        case .fixed(let points): try container.encode(points, forKey: .pointSize)
        case .preferred(let style): try container.encode(style, forKey: .textStyle)
        case .scaled(let points, let metrics):
            try container.encode(points, forKey: .pointSize)
            try container.encode(metrics.textStyle, forKey: .textStyle)
        }
        switch maximum {
        case .points(let points): try container.encode(points, forKey: .maximumPointSize)
        case .factor(let factor): try container.encode(factor, forKey: .maximumFactor)
        case nil: break
        }
    }
}
