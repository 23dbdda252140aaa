internal import FontModel

/// Texts to try a face with, made of its own characters.
enum ShapingSample {
    /// How many texts there are at most; each is of one block of characters, and so mostly of one script.
    private static let textLimit = 6
    /// How many characters a text has at most.
    private static let lengthLimit = 16

    /// Makes texts.
    ///
    /// - Parameter coverage: The characters of the face.
    /// - Returns: Texts from all over them.
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
