/// The size of a font: fixed, the size of a text style, or scaled like a text style.
///
/// A fixed size opts a text out of scaling, such as the title of a tab that has no room to grow. The other sizes follow
/// the user's category: recompute their points whenever it changes.
public struct FontSize: Sendable, Hashable {
    /// The largest size in points that a font may have before it is scaled, about 35 metres.
    ///
    /// Text libraries store sizes as integers (Pango in 1/1024 points). Even in the largest category, this size does
    /// not overflow them.
    public static let largest = 100_000.0

    private enum Sizing: Hashable {
        case fixed(Double)
        case preferred(TextStyle)
        case scaled(Double, FontMetrics)
    }

    private let sizing: Sizing

    /// The maximum of the size; `nil` for no limit.
    public let maximum: FontSizeMaximum?

    /// Creates a fixed size.
    ///
    /// - Parameter pointSize: The size in points: positive, at most ``largest``.
    /// - Throws: ``DynamicTypeError/Code/invalidPointSize``.
    public init(_ pointSize: Double) throws(DynamicTypeError) {
        guard pointSize > 0, pointSize <= Self.largest else {
            throw DynamicTypeError(
                .invalidPointSize, "\(pointSize) is no size for a font; give points above 0 and up to \(Self.largest)")
        }
        sizing = .fixed(pointSize)
        maximum = nil
    }

    /// Creates the size of a text style, which follows the user's category by the style's own table.
    ///
    /// - Parameters:
    ///   - style: The purpose of the text.
    ///   - maximum: The maximum of the size; `nil` for no limit.
    /// - Throws: ``DynamicTypeError/Code/invalidMaximum``.
    public init(preferredFor style: TextStyle, maximum: FontSizeMaximum? = nil) throws(DynamicTypeError) {
        try self.init(.preferred(style), maximum)
    }

    /// Creates a size that follows the user's category, from a fixed one; see ``FontMetrics/scaledSize(for:maximum:)``.
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

    /// Returns the fixed size that is nearest to a number of points; 12 points if the number is not positive.
    package static func fixed(_ points: Double) -> FontSize {
        FontSize(unchecked: .fixed(points > 0 ? min(points, largest) : 12))
    }

    /// Returns the size of a text style, without a limit.
    package static func preferred(_ style: TextStyle) -> FontSize { FontSize(unchecked: .preferred(style)) }

    /// Returns the fixed size that is nearest to a number of points, scaled like a text style.
    ///
    /// - Parameters:
    ///   - points: The size in points; if it is not positive, 12 points are used.
    ///   - metrics: The metrics to scale by.
    ///   - maximum: The maximum of the size, a positive number; `nil` for no limit.
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

    /// The text style whose size this is, or that it is scaled like; `nil` for a fixed size.
    public var textStyle: TextStyle? {
        switch sizing {
        case .fixed: nil
        case .preferred(let style): style
        case .scaled(_, let metrics): metrics.textStyle
        }
    }

    /// Whether the size follows the user's category.
    ///
    /// Such a size cannot be scaled again.
    public var isScaled: Bool { textStyle != nil }

    /// Returns the size in points under traits.
    ///
    /// A scaled size is rounded to whole points, halves up, to at least one point, and then limited to the maximum.
    ///
    /// - Parameter traits: The user's category and the text's own settings.
    /// - Returns: The size in points; a fixed size is the same under all traits.
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

    /// Returns the size in points in a category.
    ///
    /// - Parameter category: The user's category.
    /// - Returns: The size in points, rounded and limited as for traits with this category.
    public func pointSize(for category: ContentSizeCategory) -> Double {
        pointSize(for: TextTraits(category: category))
    }
}

extension FontSize: CustomStringConvertible {
    /// A description, such as `17.0`, `body` or `28.0 like title1, at most 42.0`.
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

    /// Creates a size from its encoded form.
    ///
    /// A fixed size has `pointSize`, the size of a text style has `textStyle`, and a size that is scaled like a text
    /// style has both. The maximum is in `maximumPointSize` or `maximumFactor`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data is not a valid size, with the ``DynamicTypeError`` that gives the reason.
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

    /// Encodes the size in the form that ``init(from:)`` reads.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
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
