internal import ApplicationFonts
public import DynamicType
internal import FontModel

/// A font of the system in a fixed size, by what it is for rather than by its name: the start of a design kit.
///
///     let title = FontMetrics(forTextStyle: .title1).scaledFont(for: .systemFont(ofSize: 42, weight: .semibold))
///
/// As its size is fixed it can be scaled, so that this fails for no value. A size of 0 or less, or that is no number,
/// stands for 12 points, one above ``/DynamicType/FontSize/largest`` for that, and a weight outside of 1 to 1000 for the
/// nearest one within.
public struct SystemFont: Sendable, Hashable {
    /// What the letters look like; which families these are the user decides, in fontconfig.
    public enum Design: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
        /// That of the desktop's user interface: the family `system-ui`, else `sans-serif`.
        case `default`
        /// With serifs.
        case serif
        /// With rounded strokes, where such a font is installed; otherwise as ``default``.
        case rounded
        /// With one advance width for all letters.
        case monospaced

        var families: [String] {
            switch self {
            case .default: ["system-ui", "sans-serif"]
            case .serif: ["ui-serif", "serif"]
            case .rounded: ["ui-rounded", "system-ui", "sans-serif"]
            case .monospaced: ["ui-monospace", "monospace"]
            }
        }

        /// The word for it.
        public var description: String { rawValue }
    }

    /// How heavy letters are, on OpenType's scale.
    public struct Weight: RawRepresentable, Sendable, Hashable, Codable, Comparable {
        /// The weight, 1 to 1000.
        public let rawValue: Double

        /// The nearest weight on the scale; regular for what is no number.
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
    /// What the letters look like.
    public let design: Design
    /// Whether the letters slope.
    public let isItalic: Bool

    /// Creates a description of a font of the system.
    ///
    /// - Parameters:
    ///   - pointSize: The size in points.
    ///   - weight: The weight.
    ///   - design: What the letters look like.
    ///   - isItalic: Whether the letters slope.
    public init(
        ofSize pointSize: Double, weight: Weight = .regular, design: Design = .default, isItalic: Bool = false
    ) {
        self.pointSize = FontSize.fixed(pointSize).basePointSize
        self.weight = weight
        self.design = design
        self.isItalic = isItalic
    }

    /// The font of the user interface.
    ///
    /// - Parameters:
    ///   - pointSize: The size in points.
    ///   - weight: The weight.
    /// - Returns: The font.
    public static func systemFont(ofSize pointSize: Double, weight: Weight = .regular) -> SystemFont {
        SystemFont(ofSize: pointSize, weight: weight)
    }

    /// The bold font of the user interface.
    ///
    /// - Parameter pointSize: The size in points.
    /// - Returns: The font.
    public static func boldSystemFont(ofSize pointSize: Double) -> SystemFont {
        SystemFont(ofSize: pointSize, weight: .bold)
    }

    /// The italic font of the user interface.
    ///
    /// - Parameter pointSize: The size in points.
    /// - Returns: The font.
    public static func italicSystemFont(ofSize pointSize: Double) -> SystemFont {
        SystemFont(ofSize: pointSize, isItalic: true)
    }

    /// The font for code and tables, whose letters have one advance width.
    ///
    /// - Parameters:
    ///   - pointSize: The size in points.
    ///   - weight: The weight.
    /// - Returns: The font.
    public static func monospacedSystemFont(ofSize pointSize: Double, weight: Weight = .regular) -> SystemFont {
        SystemFont(ofSize: pointSize, weight: weight, design: .monospaced)
    }

    /// The face that text is drawn with in this process; blocks while fontconfig is being loaded.
    var face: FontFace {
        let match = ApplicationFonts.match(
            families: design.families, weight: weight.rawValue, slant: isItalic ? .italic : .upright)
        if let match { return FontFace(match) }
        return FontFace(missing: design.families.last ?? "sans-serif", weight: weight.rawValue)
    }
}

extension Font {
    /// A font of the system in a fixed size.
    ///
    /// Blocks while fontconfig is being loaded, which the first text of a process does in any case.
    ///
    /// - Parameters:
    ///   - size: The size in points; see ``SystemFont`` for what is out of range.
    ///   - weight: The weight.
    ///   - design: What the letters look like.
    /// - Returns: The font.
    public static func system(
        size: Double, weight: SystemFont.Weight = .regular, design: SystemFont.Design = .default
    ) -> Font {
        Font(SystemFont(ofSize: size, weight: weight, design: design))
    }

    /// The font of the system for a text style, in the style's weight, which follows the user's category.
    ///
    /// - Parameters:
    ///   - style: What the text is for.
    ///   - design: What the letters look like.
    /// - Returns: The font.
    public static func preferredFont(
        forTextStyle style: TextStyle, design: SystemFont.Design = .default
    ) -> Font {
        let weight = SystemFont.Weight(rawValue: Double(style.metrics(for: .large).weight))
        let font = SystemFont(ofSize: style.metrics(for: .large).pointSize, weight: weight, design: design)
        return Font(installed: font.face, size: .preferred(style), cache: .shared)
    }

    /// Makes a font of a font of the system.
    ///
    /// - Parameter systemFont: What it is like.
    public init(_ systemFont: SystemFont) {
        self.init(installed: systemFont.face, size: .fixed(systemFont.pointSize), cache: .shared)
    }

    /// Makes a font of any installed font, or one that this process has registered, in a fixed size; `nil` where no font
    /// has the name.
    ///
    /// Blocks while fontconfig is being loaded, which the first text of a process does in any case. A named instance of
    /// a variable font is found by ``init(descriptor:size:cache:onProgress:)`` or ``FontManager/matchingFace(for:)``.
    ///
    /// - Parameters:
    ///   - name: The PostScript name of a face, else its full name, else a family.
    ///   - size: The size in points; see ``SystemFont`` for what is out of range.
    public init?(named name: String, size: Double) {
        guard let found = ApplicationFonts.installed(named: name) else { return nil }
        self.init(installed: FontFace(found), named: name, size: .fixed(size), cache: .shared)
    }
}

extension FontMetrics {
    /// A font of the system that follows the user's category, the way the text style of these metrics grows.
    ///
    /// - Parameters:
    ///   - font: The font, in the size that it has in the category large.
    ///   - maximumPointSize: The points that the size may not grow past; `nil`, and what is not positive, for no limit.
    /// - Returns: The font, to be asked for its ``/Typecase/Font/pointSize`` whenever the category changes.
    public func scaledFont(for font: SystemFont, maximumPointSize: Double? = nil) -> Font {
        let maximum = maximumPointSize.flatMap { $0 > 0 ? FontSizeMaximum.points($0) : nil }
        return Font(installed: font.face, size: .scaled(font.pointSize, by: self, maximum: maximum), cache: .shared)
    }
}

extension FontFace {
    /// A face on a machine without any font, where text libraries draw boxes, under whatever name they are told.
    init(missing family: String, weight: Double) {
        self.init(
            id: SystemFaceIdentifier.text(path: family, index: 0), source: .system, isEnabled: false, index: 0,
            postscriptName: family, familyName: family, fullName: family, displayName: family, styleName: "Regular",
            weight: weight, width: 100, slant: .upright, isMonospace: false, isVariable: false, variation: [:])
    }

    /// A face that fontconfig finds, wherever it is from.
    init(_ installed: ApplicationFonts.InstalledFace) {
        // Those in memory have a path for fontconfig alone.
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
        // What the service has published is called after its registration.
        let parts = installed.path.split(separator: "/")
        let name = parts.last.map { $0.prefix { $0 != "." } } ?? ""
        if parts.contains("typecase"), name.count == 32, name.allSatisfy(\.isHexDigit) {
            (id, source) = (String(name), .typecase)
        }
        if fullName.isEmpty { (fullName, displayName) = (familyName, familyName) }
        if postscriptName.isEmpty { postscriptName = fullName.filter { $0 != " " } }
    }
}
