/// What a worker is asked to measure and to draw.
package struct DrawingRequest: Sendable, Equatable {
    /// A face that text is drawn with.
    package struct Face: Sendable, Equatable {
        /// The number of its file among the descriptors that come with the request.
        package var file: Int
        /// The number of the face in the file.
        package var index: Int
        /// The values of its axes; other axes have their defaults.
        package var coordinates: [Coordinate]
        /// Whether it takes the place of other faces for what those do not have.
        package var isFallback: Bool

        /// Creates a face.
        package init(file: Int, index: Int, coordinates: [Coordinate] = [], isFallback: Bool = false) {
            self.file = file
            self.index = index
            self.coordinates = coordinates
            self.isFallback = isFallback
        }
    }

    /// The value of an axis.
    package struct Coordinate: Sendable, Equatable {
        /// The tag of the axis, four characters of ASCII.
        package var tag: String
        /// The value, in the units of the axis.
        package var value: Double

        /// Creates a value.
        package init(tag: String, value: Double) {
            self.tag = tag
            self.value = value
        }
    }

    /// What is drawn.
    package enum Content: Sendable, Equatable {
        /// Text in a frame.
        case text(TextDrawing)
        /// A page that shows fonts.
        case specimen(SpecimenDrawing)
    }

    /// What a picture is made as.
    package enum Format: String, Sendable, CaseIterable {
        /// Nothing is drawn, only measured.
        case none
        /// Rows of pixels: one byte of alpha each in masks, else red, green, blue and alpha, not multiplied by it.
        case raw
        /// A PNG file: grey where it is a mask, else in colour where there is any.
        case png
        /// An SVG file with outlines.
        case svg
    }

    /// What text is drawn on.
    package enum Ground: String, Sendable, CaseIterable {
        /// Nothing: the picture is how much of each pixel the text covers.
        case mask
        /// Nothing: the picture has the colours of the text, which is black where the font has none.
        case clear
        /// White paper.
        case paper
    }

    /// The faces, which texts name by their place in this list.
    package var faces: [Face]
    /// What is drawn.
    package var content: Content
    /// What the picture is made as.
    package var format: Format
    /// What the text is drawn on.
    package var ground: Ground
    /// Pixels for each unit of sizes and frames.
    package var scale: Double

    /// Creates a request.
    package init(faces: [Face], content: Content, format: Format, ground: Ground, scale: Double = 1) {
        self.faces = faces
        self.content = content
        self.format = format
        self.ground = ground
        self.scale = scale
    }
}

extension DrawingRequest {
    /// The bytes of its text.
    package var textLength: Int {
        switch content {
        case .text(let drawing): drawing.text.utf8.count
        case .specimen(let drawing): drawing.text.utf8.count
        }
    }

    /// The most bytes that its text may have.
    package var textLimit: Int {
        switch content {
        case .text: DrawingLimits.text
        case .specimen: DrawingLimits.specimenText
        }
    }
}

/// Text to be laid out in a frame.
package struct TextDrawing: Sendable, Equatable {
    /// Where lines start and end in the frame.
    package enum Alignment: String, Sendable, CaseIterable {
        case left, center, right, justified
        /// As the direction of each line says.
        case natural
    }

    /// A part of the text with its looks.
    package struct Run: Sendable, Equatable {
        /// The first byte of the text in UTF-8.
        package var start: Int
        /// The byte after the last.
        package var end: Int
        /// The number of the face in the request.
        package var face: Int
        /// The size of the em.
        package var size: Double
        /// The language as a BCP 47 tag; empty where it is not known.
        package var language: String
        /// OpenType features as CSS writes them, such as `"liga" 0, "smcp"`; empty for the usual ones.
        package var features: String

        /// Creates a run.
        package init(
            start: Int, end: Int, face: Int, size: Double, language: String = "", features: String = ""
        ) {
            self.start = start
            self.end = end
            self.face = face
            self.size = size
            self.language = language
            self.features = features
        }
    }

    /// The text.
    package var text: String
    /// Its parts, in order and without gaps.
    package var runs: [Run]
    /// The width that lines are broken at; `nil` where they are not.
    package var width: Double?
    /// The height that lines have to fit in; `nil` where there is room for all.
    package var height: Double?
    /// How lines lie in the frame.
    package var alignment: Alignment
    /// The distance of lines as a multiple of the fonts' own; 0 for the fonts' own.
    package var lineSpacing: Double
    /// The most lines; 0 for any number.
    package var lineLimit: Int
    /// Whether the last line ends with an ellipsis where not all text fits.
    package var hasEllipsis: Bool

    /// Creates text with one look, in no frame.
    package init(
        text: String, runs: [Run], width: Double? = nil, height: Double? = nil, alignment: Alignment = .natural,
        lineSpacing: Double = 0, lineLimit: Int = 0, hasEllipsis: Bool = true
    ) {
        self.text = text
        self.runs = runs
        self.width = width
        self.height = height
        self.alignment = alignment
        self.lineSpacing = lineSpacing
        self.lineLimit = lineLimit
        self.hasEllipsis = hasEllipsis
    }
}

/// A page that shows fonts.
package struct SpecimenDrawing: Sendable, Equatable {
    /// What the page shows.
    package enum Kind: String, Sendable, CaseIterable {
        /// One text in many sizes.
        case waterfall
        /// All characters of a font, or of one Unicode block of it, page by page.
        case glyphs
        /// A text in each named instance of a variable font, and at both ends of each axis.
        case instances
        /// One text in several fonts.
        case comparison
        /// Running text.
        case paragraph
        /// A text with and without each OpenType feature that the font has.
        case features
    }

    /// What the page shows.
    package var kind: Kind
    /// The text; empty for one that the font has all characters of.
    package var text: String
    /// The languages whose sample text is tried first, as BCP 47 tags.
    package var languages: [String]
    /// The face that labels are set in; `nil` for none.
    package var labelFace: Int?
    /// The names of what is shown, one for each face that is.
    package var labels: [String]
    /// The named instances that are shown.
    package var instances: [Instance]
    /// The sizes of a waterfall; of other kinds the first counts.
    package var sizes: [Double]
    /// The width of the page.
    package var width: Double
    /// The first character of a glyph page's block, and the last; `nil` for all characters.
    package var block: ClosedRange<UInt32>?
    /// The number of the page, from 0.
    package var page: Int
    /// How many glyphs a page has.
    package var pageSize: Int

    /// A place in the design space of a face.
    package struct Instance: Sendable, Equatable {
        /// What it is called.
        package var name: String
        /// The number of the face in the request, which is set to this place.
        package var face: Int

        /// Creates an instance.
        package init(name: String, face: Int) {
            self.name = name
            self.face = face
        }
    }

    /// Creates a page.
    package init(
        kind: Kind, text: String = "", languages: [String] = [], labelFace: Int? = nil, labels: [String] = [],
        instances: [Instance] = [], sizes: [Double] = [], width: Double = 800, block: ClosedRange<UInt32>? = nil,
        page: Int = 0, pageSize: Int = 256
    ) {
        self.kind = kind
        self.text = text
        self.languages = languages
        self.labelFace = labelFace
        self.labels = labels
        self.instances = instances
        self.sizes = sizes
        self.width = width
        self.block = block
        self.page = page
        self.pageSize = pageSize
    }
}
