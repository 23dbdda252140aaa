package import FontModel
package import LinuxSystem
package import Registry
package import RenderingProtocol

/// Which font something is drawn with.
package struct PictureFont: Sendable {
    /// Where the font is.
    package enum Place: Sendable {
        /// The best match.
        case matching(FontDescriptor)
        /// The font with this id.
        case identified(FontIdentifier)
        /// A file that need not be registered.
        case file(OwnedFileDescriptor, faceIndex: Int)
    }

    /// Where the font is.
    package var place: Place
    /// What it is called in labels; empty for its own name.
    package var name: String
    /// The weight that is wanted of a variable font; `nil` for that of the match.
    package var weight: Double?
    /// The values of its axes that are wanted.
    package var instance: [String: Double]

    /// Whether its axes and instances have to be known.
    var isDescribed = false

    /// Creates a wish.
    package init(place: Place, name: String = "", weight: Double? = nil, instance: [String: Double] = [:]) {
        self.place = place
        self.name = name
        self.weight = weight
        self.instance = instance
    }
}

/// Text that is to be measured or drawn.
package struct TextPicture: Sendable {
    /// A part of the text with its looks.
    package struct Run: Sendable {
        package var start: Int
        package var end: Int
        package var font: PictureFont
        package var size: Double
        package var language: String
        package var features: String

        /// Creates a run of bytes of the text in UTF-8.
        package init(
            start: Int, end: Int, font: PictureFont, size: Double, language: String = "", features: String = ""
        ) {
            self.start = start
            self.end = end
            self.font = font
            self.size = size
            self.language = language
            self.features = features
        }
    }

    /// The text and its frame; runs are in ``runs``.
    package var drawing: TextDrawing
    /// The looks of all its parts.
    package var runs: [Run]

    /// Creates a text.
    package init(drawing: TextDrawing, runs: [Run]) {
        self.drawing = drawing
        self.runs = runs
    }
}

/// How a picture is made.
package struct PictureForm: Sendable, Equatable {
    package var format: DrawingRequest.Format
    package var ground: DrawingRequest.Ground
    /// Pixels for each unit.
    package var scale: Double

    /// Creates a form.
    package init(format: DrawingRequest.Format, ground: DrawingRequest.Ground, scale: Double = 1) {
        self.format = format
        self.ground = ground
        self.scale = scale
    }
}

/// Who wants a picture.
package struct PictureCaller: Sendable {
    /// Tells callers apart; never given twice.
    package var connection: String
    /// Who it is.
    package var provider: ProviderIdentifier
    /// Whether it is in a sandbox.
    package var isSandboxed: Bool
    /// Which fonts of others it may see.
    package var audience: FaceAudience

    /// Creates a caller.
    package init(
        connection: String, provider: ProviderIdentifier, isSandboxed: Bool, audience: FaceAudience
    ) {
        self.connection = connection
        self.provider = provider
        self.isSandboxed = isSandboxed
        self.audience = audience
    }
}

/// A picture with what it shows.
package struct Picture: Sendable {
    /// What was measured.
    package var result: DrawingResult
    /// The picture in sealed memory; `nil` where nothing was to be drawn.
    package var memory: OwnedFileDescriptor?
    /// The ids of the fonts that were asked for, in the order of the request; empty for files.
    package var fonts: [String]
    /// The generation of the registry that the fonts were looked up in.
    package var generation: UInt64
}
