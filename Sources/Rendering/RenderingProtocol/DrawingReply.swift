/// A worker's reply to a request.
package enum DrawingReply: Sendable, Equatable {
    /// The request was done.
    case done(DrawingResult)
    /// The request cannot be done; `message` contains the reason, for developers.
    case refused(Reason, message: String)

    /// The cause of a failure.
    package enum Reason: String, Sendable, CaseIterable {
        /// A value of the request is invalid.
        case invalidRequest
        /// The text or the picture is too large.
        case limit
        /// A font cannot be opened or drawn.
        case invalidFont
    }
}

/// The result of measuring or drawing.
package struct DrawingResult: Sendable, Equatable {
    /// A rectangle in the units of the request.
    package struct Rectangle: Sendable, Equatable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        /// Creates a rectangle.
        package init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// A description of a picture, whose bytes are in the file that came with the request.
    package struct Picture: Sendable, Equatable {
        /// Pixels.
        package var width: Int
        /// Pixels.
        package var height: Int
        /// The number of bytes from one row to the next of a raw picture; 0 for other formats.
        package var stride: Int
        /// The size of the file in bytes.
        package var size: Int
        /// Whether it has colours other than shades of grey.
        package var hasColor: Bool

        /// Creates a picture.
        package init(width: Int, height: Int, stride: Int = 0, size: Int, hasColor: Bool) {
            self.width = width
            self.height = height
            self.stride = stride
            self.size = size
            self.hasColor = hasColor
        }
    }

    /// The size of the whole text at the width of the frame.
    package var suggestedWidth = 0.0
    package var suggestedHeight = 0.0
    /// The number of bytes at the start of the text that are shown.
    package var fittedLength = 0
    /// The number of lines that are shown.
    package var lineCount = 0
    /// The distance of the first baseline from the top of the frame.
    package var baseline = 0.0
    /// The area of the lines in the frame, by the heights that the fonts declare.
    package var textBox = Rectangle()
    /// The inked area of the frame.
    package var inkBox = Rectangle()
    /// The number of characters for which no face has a glyph.
    package var missingCount = 0
    /// These characters without duplicates; if there are many, only some of them.
    package var missing = ""
    /// The drawn text, if the worker chose it.
    package var sampleText = ""
    /// The number of pages of glyphs.
    package var pageCount = 1
    /// The number of characters, instances, features or fonts to show.
    package var itemCount = 0
    /// The Unicode blocks in which the font has characters, with their numbers.
    package var blocks: [Block] = []
    /// The picture; `nil` if the request was only to measure.
    package var picture: Picture?

    /// A Unicode block.
    package struct Block: Sendable, Equatable {
        /// Its first character.
        package var first: UInt32
        /// The number of its characters that the font has.
        package var count: Int

        /// Creates a block.
        package init(first: UInt32, count: Int) {
            self.first = first
            self.count = count
        }
    }

    /// Creates an empty result.
    package init() {}
}
