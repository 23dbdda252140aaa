internal import FontModel

/// The generic families, for which fontconfig chooses a font.
///
/// Source: fontconfig's `fonts.conf` and `60-latin.conf`, and the generic families of CSS Fonts 4.
enum GenericFamilies {
    /// All generic families; those that the desktop and web pages use most come first.
    static let all = [
        "sans-serif", "serif", "monospace", "system-ui", "emoji", "cursive", "fantasy", "math", "sans", "mono",
    ]
    private static let keys = Set(all.map(\.fontNameKey))

    /// Whether a name is a generic family.
    static func contain(_ name: String) -> Bool { keys.contains(name.fontNameKey) }
}
