/// The limits of a request.
package enum DrawingLimits {
    /// The maximum size of the text in bytes of UTF-8.
    package static let text = 64 << 10
    /// The maximum number of marks that follow one character, because the time grows with the square of their number.
    ///
    /// Unicode's stream-safe text format has 30 at most (UAX #15).
    package static let marks = 32
    /// The maximum number of pixels of each side of a picture.
    package static let side = 16_384
    /// The maximum number of pixels of a picture.
    package static let area = 32 << 20
    /// The maximum number of units of an em and of a frame's sides, as the largest picture needs them.
    package static let size = 16_384.0
    /// The maximum number of pixels for a unit.
    package static let scale = 16.0
    /// The maximum number of pixels of an em.
    package static let fontPixels = 4_096.0
    /// The minimum number of pixels of an em, because cairo and Pango cannot calculate with much less.
    package static let leastFontPixels = 1.0 / 64
    /// The maximum size of a specimen's text in bytes of UTF-8, because a page lays it out many times.
    package static let specimenText = 2 << 10
    /// The maximum width of an unbroken paragraph in pixels, because Pango counts 1,024ths of a pixel in 32 bits.
    package static let paragraphWidth = Double(1 << 31) / 1_024
    /// The maximum number of files of a request.
    package static let files = 32
    /// The maximum number of faces of a request.
    package static let faces = 1_024
    /// The maximum number of runs of a text.
    package static let runs = 1_024
    /// The maximum number of sizes of a waterfall.
    package static let sizes = 32
    /// The maximum number of glyphs on a page.
    package static let pageSize = 1_024
    /// The maximum size of the OpenType features of a run in bytes.
    package static let features = 1_024
    /// The maximum size of a picture's file in bytes: the size of the largest picture in colour.
    package static let file = 160 << 20
    /// The maximum number of missing characters that are reported.
    package static let missing = 1_024
    /// The maximum number of Unicode blocks that are reported.
    package static let blocks = 512
}
