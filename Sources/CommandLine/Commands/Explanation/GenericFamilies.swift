internal import FontModel

/// The families that stand for no font in particular, which fontconfig chooses one for.
///
/// Source: fontconfig's `fonts.conf` and `60-latin.conf`, and the generic families of CSS Fonts 4.
enum GenericFamilies {
    /// All of them, those first that the desktop and web pages use most.
    static let all = [
        "sans-serif", "serif", "monospace", "system-ui", "emoji", "cursive", "fantasy", "math", "sans", "mono",
    ]
    private static let keys = Set(all.map(\.fontNameKey))

    /// Whether a name is one of them.
    static func contain(_ name: String) -> Bool { keys.contains(name.fontNameKey) }
}
