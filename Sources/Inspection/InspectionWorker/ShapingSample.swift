internal import FontModel

/// Sample texts for a face, made of its own characters.
enum ShapingSample {
    /// The most texts; each one is from one block of characters, and so mostly from one script.
    private static let textLimit = 6
    /// The most characters in a text.
    private static let lengthLimit = 16

    /// Makes sample texts.
    ///
    /// - Parameter coverage: The characters of the face.
    /// - Returns: Texts from all over the coverage.
    static func texts(_ coverage: CharacterCoverage) -> [[Unicode.Scalar]] {
        let pages = coverage.pages
        let step = max(1, (pages.count + textLimit - 1) / textLimit)
        return stride(from: 0, to: pages.count, by: step).map { text(of: pages[$0]) }
    }

    private static func text(of page: CharacterCoverage.Page) -> [Unicode.Scalar] {
        var text: [Unicode.Scalar] = []
        for (position, word) in page.words.enumerated() {
            var rest = word
            while rest != 0, text.count < lengthLimit {
                let value = UInt32(page.number) << 8 | UInt32(position << 6 | rest.trailingZeroBitCount)
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
                rest &= rest - 1
            }
        }
        return text
    }
}
