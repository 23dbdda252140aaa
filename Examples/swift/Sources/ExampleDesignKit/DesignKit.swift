import Typecase

/// The fonts of all texts, ready before the first is drawn.
struct DesignKit {
    private let fonts: [KitText: Font]

    /// Registers the fonts, each once.
    static func loaded(from cache: FontCache) async throws -> DesignKit {
        var fonts: [KitText: Font] = [:]
        for text in KitText.allCases {
            fonts[text] = try await Font(descriptor: text.font, size: text.size, cache: cache)
        }
        return DesignKit(fonts: fonts)
    }

    /// The font of a text.
    subscript(text: KitText) -> Font {
        guard let font = fonts[text] else { preconditionFailure("every text has a font") }
        return font
    }

    /// Whether what stands side by side has to stand one below the other, as text is too large for columns.
    static func stacks(_ category: ContentSizeCategory) -> Bool { category.isAccessibilityCategory }
}
