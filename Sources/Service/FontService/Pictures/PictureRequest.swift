package import FontModel
package import LinuxSystem
package import Registry
package import RenderingProtocol

/// The font to draw with.
package struct PictureFont: Sendable {
    /// The source of the font.
    package enum Place: Sendable {
        /// The best match.
        case matching(FontDescriptor)
        /// The font with this id.
        case identified(FontIdentifier)
        /// A file, which need not be registered.
        case file(OwnedFileDescriptor, faceIndex: Int)
    }

    /// The source of the font.
    package var place: Place
    /// The name of the font in labels; empty to use its own name.
    package var name: String
    /// The requested weight of a variable font; `nil` for the weight of the match.
    package var weight: Double?
    /// The requested values of the font's axes.
    package var instance: [String: Double]

    /// Whether the axes and instances of the font must be known.
    var isDescribed = false

    /// Creates a font to draw with.
    package init(place: Place, name: String = "", weight: Double? = nil, instance: [String: Double] = [:]) {
        self.place = place
        self.name = name
        self.weight = weight
        self.instance = instance
    }
}

/// A text to measure or draw.
package struct TextPicture: Sendable {
    /// A part of the text with its font and style.
    package struct Run: Sendable {
        package var start: Int
        package var end: Int
        package var font: PictureFont
        package var size: Double
        package var language: String
        package var features: String

        /// Creates a run from a range of bytes of the text in UTF-8.
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
    /// The runs of the text.
    package var runs: [Run]

    /// Creates a text.
    package init(drawing: TextDrawing, runs: [Run]) {
        self.drawing = drawing
        self.runs = runs
    }
}

/// The form of a picture.
package struct PictureForm: Sendable, Equatable {
    package var format: DrawingRequest.Format
    package var ground: DrawingRequest.Ground
    /// The number of pixels for each unit.
    package var scale: Double

    /// Creates a form.
    package init(format: DrawingRequest.Format, ground: DrawingRequest.Ground, scale: Double = 1) {
        self.format = format
        self.ground = ground
        self.scale = scale
    }
}

/// The caller that requests a picture.
package struct PictureCaller: Sendable {
    /// A name that identifies the caller; never reused.
    package var connection: String
    /// The caller's provider.
    package var provider: ProviderIdentifier
    /// Whether it is in a sandbox.
    package var isSandboxed: Bool
    /// Determines which fonts of other providers the caller may see.
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

/// A picture with information about its content.
package struct Picture: Sendable {
    /// The measurements.
    package var result: DrawingResult
    /// The picture in sealed memory; `nil` if nothing was drawn.
    package var memory: OwnedFileDescriptor?
    /// The ids of the requested fonts, in the order of the request; empty for files.
    package var fonts: [String]
    /// The generation of the registry that the fonts were looked up in.
    package var generation: UInt64
}
