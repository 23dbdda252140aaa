/// A request to measure and draw.
package struct DrawingRequest: Sendable, Equatable {
    /// A face with which text is drawn.
    package struct Face: Sendable, Equatable {
        /// The index of its file among the descriptors of the request.
        package var file: Int
        /// The index of the face in the file.
        package var index: Int
        /// The values of its axes; other axes have their default values.
        package var coordinates: [Coordinate]
        /// Whether it is a fallback for characters that other faces lack.
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

    /// The content of a picture.
    package enum Content: Sendable, Equatable {
        /// Text in a frame.
        case text(TextDrawing)
        /// A page that shows fonts.
        case specimen(SpecimenDrawing)
    }

    /// The format of a picture.
    package enum Format: String, Sendable, CaseIterable {
        /// No picture: the request is only measured.
        case none
        /// Rows of pixels: one byte of alpha for each in masks, otherwise red, green, blue and alpha, not
        /// premultiplied.
        case raw
        /// A PNG file: grey for masks, otherwise in colour if there is any.
        case png
        /// An SVG file with outlines.
        case svg
    }

    /// The background of a picture.
    package enum Ground: String, Sendable, CaseIterable {
        /// None: the picture shows how much of each pixel the text covers.
        case mask
        /// None: the picture has the colours of the text, which is black if the font has none.
        case clear
        /// White paper.
        case paper
    }

    /// The faces, which texts name by their index in this list.
    package var faces: [Face]
    /// The content of a picture.
    package var content: Content
    /// The format of the picture.
    package var format: Format
    /// The background.
    package var ground: Ground
    /// The number of pixels for a unit of sizes and frames.
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
    /// The size of its text in bytes.
    package var textLength: Int {
        switch content {
        case .text(let drawing): drawing.text.utf8.count
        case .specimen(let drawing): drawing.text.utf8.count
        }
    }

    /// The maximum size of its text in bytes.
    package var textLimit: Int {
        switch content {
        case .text: DrawingLimits.text
        case .specimen: DrawingLimits.specimenText
        }
    }
}

/// A text that is laid out in a frame.
package struct TextDrawing: Sendable, Equatable {
    /// The alignment of lines in the frame.
    package enum Alignment: String, Sendable, CaseIterable {
        case left, center, right, justified
        /// By the direction of each line.
        case natural
    }

    /// A run of text with the same appearance.
    package struct Run: Sendable, Equatable {
        /// The index of its first byte in the UTF-8 text.
        package var start: Int
        /// The index after its last byte.
        package var end: Int
        /// The index of the face in the request.
        package var face: Int
        /// The size of the em.
        package var size: Double
        /// The language as a BCP 47 tag; empty if it is not known.
        package var language: String
        /// The OpenType features in CSS syntax, such as `"liga" 0, "smcp"`; empty for the defaults.
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
    /// Its runs, in order and without gaps.
    package var runs: [Run]
    /// The width at which lines are broken; `nil` if they are not broken.
    package var width: Double?
    /// The maximum height of the lines; `nil` for no limit.
    package var height: Double?
    /// The alignment of lines in the frame.
    package var alignment: Alignment
    /// The line height as a multiple of that of the fonts; 0 for that of the fonts.
    package var lineSpacing: Double
    /// The maximum number of lines; 0 for no limit.
    package var lineLimit: Int
    /// Whether the last line ends with an ellipsis if the text does not fit.
    package var hasEllipsis: Bool

    /// Creates a text with one appearance and without a frame.
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
    /// The content of the page.
    package enum Kind: String, Sendable, CaseIterable {
        /// One text in many sizes.
        case waterfall
        /// All characters of a font, or those of one Unicode block, in pages.
        case glyphs
        /// A text in each named instance of a variable font, and at both ends of each axis.
        case instances
        /// One text in several fonts.
        case comparison
        /// Running text.
        case paragraph
        /// A text with and without each OpenType feature of the font.
        case features
    }

    /// The content of the page.
    package var kind: Kind
    /// The text; if it is empty, the worker chooses a text of which the font has all characters.
    package var text: String
    /// The languages whose sample texts are tried first, as BCP 47 tags.
    package var languages: [String]
    /// The face of labels; `nil` for no labels.
    package var labelFace: Int?
    /// The names of the shown faces, one for each.
    package var labels: [String]
    /// The named instances to show.
    package var instances: [Instance]
    /// The sizes of a waterfall; other pages use only the first size.
    package var sizes: [Double]
    /// The width of the page.
    package var width: Double
    /// The first and the last character of the block of a page of glyphs; `nil` for all characters.
    package var block: ClosedRange<UInt32>?
    /// The number of the page, from 0.
    package var page: Int
    /// The number of glyphs on a page.
    package var pageSize: Int

    /// A position in the design space of a face.
    package struct Instance: Sendable, Equatable {
        /// Its name.
        package var name: String
        /// The index of the face in the request that has this position.
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
