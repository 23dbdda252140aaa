internal import ApplicationFonts
public import DynamicType
internal import FontModel

/// A system font in a fixed size, chosen by its purpose instead of its name: the basis of a design kit.
///
///     let title = FontMetrics(forTextStyle: .title1).scaledFont(for: .systemFont(ofSize: 42, weight: .semibold))
///
/// Because the size is fixed, the font can always be scaled, without an error for any value. Invalid values are
/// replaced: a size that is not a number or not positive by 12 points, a size above ``/DynamicType/FontSize/largest``
/// by that maximum, and a weight outside of 1 to 1000 by the nearest one within.
public struct SystemFont: Sendable, Hashable {
    /// The design of the letters.
    ///
    /// The user's fontconfig configuration decides which families these are.
    public enum Design: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
        /// The design of the desktop's user interface: the family `system-ui`, or else `sans-serif`.
        case `default`
        /// Letters with serifs.
        case serif
        /// Letters with rounded strokes if such a font is installed; otherwise the same as ``default``.
        case rounded
        /// Letters that all have the same advance width.
        case monospaced

        var families: [String] {
            switch self {
            case .default: ["system-ui", "sans-serif"]
            case .serif: ["ui-serif", "serif"]
            case .rounded: ["ui-rounded", "system-ui", "sans-serif"]
            case .monospaced: ["ui-monospace", "monospace"]
            }
        }

        /// The name of the design.
        public var description: String { rawValue }
    }

    /// The weight of letters, on OpenType's scale.
    public struct Weight: RawRepresentable, Sendable, Hashable, Codable, Comparable {
        /// The weight, 1 to 1000.
        public let rawValue: Double

        /// Creates the nearest weight on the scale; regular if the value is not a number.
        public init(rawValue: Double) {
            self.rawValue = rawValue.isNaN ? FontWeight.regular : min(max(rawValue, 1), 1000)
        }

        /// 100.
        public static let ultraLight = Weight(rawValue: 100)
        /// 200.
        public static let thin = Weight(rawValue: 200)
        /// 300.
        public static let light = Weight(rawValue: 300)
        /// 400.
        public static let regular = Weight(rawValue: 400)
        /// 500.
        public static let medium = Weight(rawValue: 500)
        /// 600.
        public static let semibold = Weight(rawValue: 600)
        /// 700.
        public static let bold = Weight(rawValue: 700)
        /// 800.
        public static let heavy = Weight(rawValue: 800)
        /// 900.
        public static let black = Weight(rawValue: 900)

        /// Whether one weight is lighter than another.
        public static func < (first: Weight, second: Weight) -> Bool { first.rawValue < second.rawValue }
    }

    /// The size in points.
    public let pointSize: Double
    /// The weight.
    public let weight: Weight
    /// The design of the letters.
    public let design: Design
    /// Whether the letters are italic.
    public let isItalic: Bool

    /// Creates a description of a system font.
    ///
    /// - Parameters:
    ///   - pointSize: The size in points.
    ///   - weight: The weight.
    ///   - design: The design of the letters.
    ///   - isItalic: Whether the letters are italic.
    public init(
        ofSize pointSize: Double, weight: Weight = .regular, design: Design = .default, isItalic: Bool = false
    ) {
        self.pointSize = FontSize.fixed(pointSize).basePointSize
        self.weight = weight
        self.design = design
        self.isItalic = isItalic
    }

    /// Returns the font of the user interface.
    ///
    /// - Parameters:
    ///   - pointSize: The size in points.
    ///   - weight: The weight.
    /// - Returns: The font.
    public static func systemFont(ofSize pointSize: Double, weight: Weight = .regular) -> SystemFont {
        SystemFont(ofSize: pointSize, weight: weight)
    }

    /// Returns the bold font of the user interface.
    ///
    /// - Parameter pointSize: The size in points.
    /// - Returns: The font.
    public static func boldSystemFont(ofSize pointSize: Double) -> SystemFont {
        SystemFont(ofSize: pointSize, weight: .bold)
    }

    /// Returns the italic font of the user interface.
    ///
    /// - Parameter pointSize: The size in points.
    /// - Returns: The font.
    public static func italicSystemFont(ofSize pointSize: Double) -> SystemFont {
        SystemFont(ofSize: pointSize, isItalic: true)
    }

    /// Returns the font for code and tables, whose letters all have the same advance width.
    ///
    /// - Parameters:
    ///   - pointSize: The size in points.
    ///   - weight: The weight.
    /// - Returns: The font.
    public static func monospacedSystemFont(ofSize pointSize: Double, weight: Weight = .regular) -> SystemFont {
        SystemFont(ofSize: pointSize, weight: weight, design: .monospaced)
    }

    /// The face with which text is drawn in this process.
    ///
    /// Blocks while fontconfig is being loaded.
    var face: FontFace {
        let match = ApplicationFonts.match(
            families: design.families, weight: weight.rawValue, slant: isItalic ? .italic : .upright)
        if let match { return FontFace(match) }
        return FontFace(missing: design.families.last ?? "sans-serif", weight: weight.rawValue)
    }
}

extension Font {
    /// Returns a system font in a fixed size.
    ///
    /// Blocks while fontconfig is being loaded, which the first text of a process does in any case.
    ///
    /// - Parameters:
    ///   - size: The size in points; see ``SystemFont`` for sizes that are out of range.
    ///   - weight: The weight.
    ///   - design: The design of the letters.
    /// - Returns: The font.
    public static func system(
        size: Double, weight: SystemFont.Weight = .regular, design: SystemFont.Design = .default
    ) -> Font {
        Font(SystemFont(ofSize: size, weight: weight, design: design))
    }

    /// Returns the system font for a text style, which follows the user's category.
    ///
    /// The font has the weight of the style.
    ///
    /// - Parameters:
    ///   - style: The purpose of the text.
    ///   - design: The design of the letters.
    /// - Returns: The font.
    public static func preferredFont(
        forTextStyle style: TextStyle, design: SystemFont.Design = .default
    ) -> Font {
        let weight = SystemFont.Weight(rawValue: Double(style.metrics(for: .large).weight))
        let font = SystemFont(ofSize: style.metrics(for: .large).pointSize, weight: weight, design: design)
        return Font(installed: font.face, size: .preferred(style), cache: .shared)
    }

    /// Creates a font from the description of a system font.
    ///
    /// - Parameter systemFont: The description.
    public init(_ systemFont: SystemFont) {
        self.init(installed: systemFont.face, size: .fixed(systemFont.pointSize), cache: .shared)
    }

    /// Creates a font in a fixed size by its name; `nil` if no font has the name.
    ///
    /// Any installed font, or one that this process has registered, can be named.
    ///
    /// Blocks while fontconfig is being loaded, which the first text of a process does in any case. To find a named
    /// instance of a variable font, use ``init(descriptor:size:cache:onProgress:)`` or
    /// ``FontManager/matchingFace(for:)``.
    ///
    /// - Parameters:
    ///   - name: The PostScript name of a face, or else its full name, or else a family.
    ///   - size: The size in points; see ``SystemFont`` for sizes that are out of range.
    public init?(named name: String, size: Double) {
        guard let found = ApplicationFonts.installed(named: name) else { return nil }
        self.init(installed: FontFace(found), named: name, size: .fixed(size), cache: .shared)
    }
}

extension FontMetrics {
    /// Makes a system font follow the user's category, in the way the text style of these metrics grows.
    ///
    /// - Parameters:
    ///   - font: The font, in its size in the category large.
    ///   - maximumPointSize: The maximum size in points; `nil`, or a value that is not positive, for no limit.
    /// - Returns: The font. Read its ``/Typecase/Font/pointSize`` again whenever the category changes.
    public func scaledFont(for font: SystemFont, maximumPointSize: Double? = nil) -> Font {
        let maximum = maximumPointSize.flatMap { $0 > 0 ? FontSizeMaximum.points($0) : nil }
        return Font(installed: font.face, size: .scaled(font.pointSize, by: self, maximum: maximum), cache: .shared)
    }
}

extension FontFace {
    /// Creates a face for a machine without any font, on which text libraries draw boxes under any family name.
    init(missing family: String, weight: Double) {
        self.init(
            id: SystemFaceIdentifier.text(path: family, index: 0), source: .system, isEnabled: false, index: 0,
            postscriptName: family, familyName: family, fullName: family, displayName: family, styleName: "Regular",
            weight: weight, width: 100, slant: .upright, isMonospace: false, isVariable: false, variation: [:])
    }

    /// Creates a face from one that fontconfig has found, from any source.
    init(_ installed: ApplicationFonts.InstalledFace) {
        // Fonts in memory have a path that only fontconfig uses.
        let own = ProcessScope.shared.enabledFonts().filter { $0.content.path == installed.path }.flatMap(\.font.faces)
        if let face = own.first(where: {
            $0.index == installed.face.index && $0.variation == installed.face.variation
        }) {
            self = face
            return
        }
        let system = SystemFaceIdentifier.text(path: installed.path, index: installed.face.index)
        self.init(installed.face, id: system, path: nil, isEnabled: true)
        source = .system
        variation = installed.face.variation
        // The file name of a font that the service has published is its registration id.
        let parts = installed.path.split(separator: "/")
        let name = parts.last.map { $0.prefix { $0 != "." } } ?? ""
        if parts.contains("typecase"), name.count == 32, name.allSatisfy(\.isHexDigit) {
            (id, source) = (String(name), .typecase)
        }
        if fullName.isEmpty { (fullName, displayName) = (familyName, familyName) }
        if postscriptName.isEmpty { postscriptName = fullName.filter { $0 != " " } }
    }
}
