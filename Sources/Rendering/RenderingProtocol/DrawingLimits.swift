/// The most that a worker draws at a time.
package enum DrawingLimits {
    /// Bytes of text in UTF-8.
    package static let text = 64 << 10
    /// Marks that follow one character: what is combined costs the square of their number.
    ///
    /// Unicode's stream-safe text format has 30 at most (UAX #15).
    package static let marks = 32
    /// Pixels of either side of a picture.
    package static let side = 16_384
    /// Pixels of a picture.
    package static let area = 32 << 20
    /// Units of an em, and of a frame's sides: what a picture of the greatest side needs.
    package static let size = 16_384.0
    /// Pixels for each unit.
    package static let scale = 16.0
    /// Pixels of an em.
    package static let fontPixels = 4_096.0
    /// The fewest pixels of an em: cairo and Pango cannot count with much less.
    package static let leastFontPixels = 1.0 / 64
    /// Bytes of a specimen's text in UTF-8: a page lays it out many times.
    package static let specimenText = 2 << 10
    /// The width that a paragraph may have before it is broken, in pixels: Pango counts 1,024ths of a pixel in 32 bits.
    package static let paragraphWidth = Double(1 << 31) / 1_024
    /// Files of one request.
    package static let files = 32
    /// Faces of one request.
    package static let faces = 1_024
    /// Runs of a text.
    package static let runs = 1_024
    /// Sizes of a waterfall.
    package static let sizes = 32
    /// Glyphs of a page.
    package static let pageSize = 1_024
    /// Bytes of OpenType features in a run.
    package static let features = 1_024
    /// Bytes of a picture's file: the largest picture in colour, as PNG or SVG may exceed it in no use.
    package static let file = 160 << 20
    /// The characters that no face has that are told.
    package static let missing = 1_024
    /// The most Unicode blocks that are told of.
    package static let blocks = 512
}
