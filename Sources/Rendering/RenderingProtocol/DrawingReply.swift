/// What a worker says of text that it measured or drew.
package enum DrawingReply: Sendable, Equatable {
    /// It was done.
    case done(DrawingResult)
    /// It cannot be done as it was asked for; `message` says why, for developers.
    case refused(Reason, message: String)

    /// Whose fault it is that something was not drawn.
    package enum Reason: String, Sendable, CaseIterable {
        /// A value of the request is none.
        case invalidRequest
        /// The text or the picture is too large.
        case limit
        /// A font cannot be opened, or drawn with.
        case invalidFont
    }
}

/// What came of measuring or drawing.
package struct DrawingResult: Sendable, Equatable {
    /// A rectangle, in the units of the request.
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

    /// A picture, whose bytes are in the file that came with the request.
    package struct Picture: Sendable, Equatable {
        /// Pixels.
        package var width: Int
        /// Pixels.
        package var height: Int
        /// Bytes from a row to the next of a raw picture; 0 for others.
        package var stride: Int
        /// The bytes of the file.
        package var size: Int
        /// Whether it has more colours than shades of grey.
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

    /// The size that all of the text takes at the width of the frame.
    package var suggestedWidth = 0.0
    package var suggestedHeight = 0.0
    /// How many bytes of the text, from its start, are shown.
    package var fittedLength = 0
    /// The lines that are shown.
    package var lineCount = 0
    /// The first line's baseline, from the top of the frame.
    package var baseline = 0.0
    /// Where the lines lie in the frame, as fonts give their heights.
    package var textBox = Rectangle()
    /// What is inked of the frame.
    package var inkBox = Rectangle()
    /// The characters that no face has a glyph for.
    package var missingCount = 0
    /// Which characters these are, each once; not all of them where they are many.
    package var missing = ""
    /// The text that was drawn where the worker chose it.
    package var sampleText = ""
    /// The pages of glyphs that there are.
    package var pageCount = 1
    /// The characters, instances, features or fonts that there are to show.
    package var itemCount = 0
    /// The Unicode blocks that the font has characters of, with how many.
    package var blocks: [Block] = []
    /// The picture; `nil` where only measured.
    package var picture: Picture?

    /// A Unicode block.
    package struct Block: Sendable, Equatable {
        /// Its first character.
        package var first: UInt32
        /// How many of its characters the font has.
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
