import Typecase

/// The fonts of all texts, ready before the first is drawn.
struct DesignKit {
    private var fonts: [KitText: Font] = [:]

    /// Registers the fonts, each once.
    static func loaded(from cache: FontCache) async throws -> DesignKit {
        var kit = DesignKit()
        for text in KitText.allCases {
            kit.fonts[text] = try await Font(descriptor: text.font, size: text.size, cache: cache)
        }
        return kit
    }

    /// The font of a text; for a text that nobody has given one, that of the system.
    subscript(text: KitText) -> Font { fonts[text] ?? .preferredFont(forTextStyle: .body) }

    /// Whether what stands side by side has to stand one below the other, as text is too large for columns.
    static func stacks(_ category: ContentSizeCategory) -> Bool { category.isAccessibilityCategory }
}
