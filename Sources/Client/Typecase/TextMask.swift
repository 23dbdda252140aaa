internal import BusInterface
internal import DBus
public import DynamicType
internal import LinuxSystem

/// Text as a picture of how much of each pixel it covers, to be filled with a colour, a gradient, a picture or a video.
///
///     let mask = TextMask("Hamburg")
///     let measures = try await mask.measures(in: .init(width: 320))
///     let picture = try await mask.picture(in: .init(width: 320, height: measures.suggestedHeight))
///
/// The service draws it, with fonts of this process as well; without a service it is an error. Plain text is as large as
/// a large title in the user's category. Parts of text may have fonts and sizes of their own,
/// which are scaled with the category. What was measured and drawn is kept, and made again once fonts or the category have
/// changed; see ``TextMaskCache``.
public struct TextMask: Sendable, Hashable {
    /// Where lines lie in their frame.
    ///
    /// The lines as a whole are always in the middle of its height.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// At the left edge.
        case left
        /// In the middle.
        case center
        /// At the right edge.
        case right
        /// At both edges: the spaces of a line grow.
        case justified
        /// Where each line starts, by its direction.
        case natural
    }

    /// A part of the text with its looks.
    public struct Run: Sendable, Hashable {
        /// The text.
        public var text: String
        /// The font; `nil` for a sans serif of the system.
        public var font: FontDescriptor?
        /// The size in points in the category large; `nil` for that of ``textStyle``.
        public var size: Double?
        /// What the size grows and shrinks like; `nil` for a size that stays.
        public var textStyle: TextStyle?
        /// OpenType features as CSS writes them, such as `"smcp"`; empty for the usual ones.
        public var features: String
        /// The language as a BCP 47 tag; `nil` where it is not known.
        public var language: String?

        /// Creates a part of a text.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - font: The font, of this process, of the application or any other; `nil` for a sans serif of the system.
        ///   - size: The size in points in the category large; `nil` for that of `textStyle`.
        ///   - textStyle: What the size grows and shrinks like; `nil` for a size that stays.
        ///   - features: OpenType features as CSS writes them.
        ///   - language: The language as a BCP 47 tag.
        public init(
            _ text: String, font: FontDescriptor? = nil, size: Double? = nil, textStyle: TextStyle? = .largeTitle,
            features: String = "", language: String? = nil
        ) {
            self.text = text
            self.font = font
            self.size = size
            self.textStyle = textStyle
            self.features = features
            self.language = language
        }
    }

    /// The room for text, in points.
    public struct Frame: Sendable, Hashable {
        /// The width that lines are broken at; `nil` for one line for each paragraph.
        public var width: Double?
        /// The height that lines have to fit in; `nil` for as much as they take.
        public var height: Double?

        /// Creates a frame.
        public init(width: Double? = nil, height: Double? = nil) {
            self.width = width
            self.height = height
        }
    }

    /// The parts of the text, one after the other.
    public var runs: [Run]
    /// Where lines lie in the frame.
    public var alignment = Alignment.natural
    /// The distance of lines as a multiple of the fonts' own; 0 for the fonts' own.
    public var lineSpacing = 0.0
    /// The most lines; 0 for any number.
    public var lineLimit = 0
    /// Whether the last line ends with an ellipsis where not all of the text fits.
    public var endsWithEllipsis = true
    /// Pixels for each point.
    public var scale = 1.0
    /// Whether it is set in application fonts of fontconfig's that others in the process have added.
    ///
    /// Only where somebody has loaded fontconfig's configuration anyway, as GTK has: it takes time.
    package var includesApplicationFonts = false

    /// Creates a mask of plain text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - textStyle: The style that it has the size and the weight of.
    public init(_ text: String, textStyle: TextStyle = .largeTitle) { runs = [Run(text, textStyle: textStyle)] }

    /// Creates a mask of text with looks of its own.
    ///
    /// - Parameter runs: The parts of the text, one after the other.
    public init(_ runs: [Run]) { self.runs = runs }

    /// The whole text.
    public var text: String { runs.map(\.text).joined() }

    /// Measures the text.
    ///
    /// - Parameters:
    ///   - frame: The room for it.
    ///   - cache: What keeps the measures.
    /// - Returns: What the text takes, and how much of it fits.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func measures(in frame: Frame = Frame(), cache: TextMaskCache = .shared) async throws -> Measures {
        try await cache.measures(of: self, in: frame)
    }

    /// Draws the text.
    ///
    /// - Parameters:
    ///   - frame: The room for it; the picture has its size, and that of the text where a side is `nil`.
    ///   - cache: What keeps the picture.
    /// - Returns: The picture, with what the text takes.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func picture(in frame: Frame = Frame(), cache: TextMaskCache = .shared) async throws -> Picture {
        try await cache.picture(of: self, in: frame)
    }
}

extension TextMask {
    /// What text takes, in points.
    public struct Measures: Sendable, Hashable {
        /// A rectangle, from the upper left corner of the frame.
        public struct Box: Sendable, Hashable {
            /// The left edge.
            public var x: Double
            /// The upper edge.
            public var y: Double
            /// The width.
            public var width: Double
            /// The height.
            public var height: Double
        }

        /// The width of the widest line.
        public let suggestedWidth: Double
        /// The height that all of the text takes at the width of the frame.
        public let suggestedHeight: Double
        /// How many bytes of the text in UTF-8 fit into the frame, from its start.
        public let fittedLength: Int
        /// The lines that fit.
        public let lineCount: Int
        /// The baseline of the first line, from the top of the frame.
        public let baseline: Double
        /// The lines that fit.
        public let textBox: Box
        /// What is inked.
        public let inkBox: Box
        /// Characters that no font has, which are left out.
        public let missingGlyphCount: Int
        /// The generation of the fonts that it was set in.
        public let generation: UInt64

        init(_ dictionary: [String: BusVariant]) {
            let record = BusRecord(dictionary)
            suggestedWidth = record.value("suggested_width") ?? 0
            suggestedHeight = record.value("suggested_height") ?? 0
            fittedLength = Int(record.value("fitted_length") ?? 0 as UInt32)
            lineCount = Int(record.value("line_count") ?? 0 as UInt32)
            baseline = record.value("baseline") ?? 0
            textBox = Box(record.value("text_box") ?? [])
            inkBox = Box(record.value("ink_box") ?? [])
            missingGlyphCount = Int(record.value("missing_glyphs") ?? 0 as UInt32)
            generation = record.value("generation") ?? 0
        }
    }

    /// A mask: a byte for each pixel, which tells how much of it the text covers.
    public struct Picture: Sendable {
        /// What the text takes.
        public let measures: Measures
        /// Pixels of a row.
        public let width: Int
        /// The number of rows.
        public let height: Int
        /// Bytes from a row to the next.
        public let stride: Int

        private let memory: MappedPicture

        init(_ descriptor: OwnedFileDescriptor, _ dictionary: [String: BusVariant]) throws(FontManagerError) {
            let record = BusRecord(dictionary)
            measures = Measures(dictionary)
            width = Int(record.value("width") ?? 0 as UInt32)
            height = Int(record.value("height") ?? 0 as UInt32)
            stride = Int(record.value("stride") ?? 0 as UInt32)
            memory = try MappedPicture(descriptor)
            guard stride >= width, stride * height <= memory.count else {
                throw FontManagerError(.unsupported, "The picture is not as large as the service says.")
            }
        }

        /// Reads the bytes.
        ///
        /// - Parameter body: Gets all rows, from the top; they are only valid during the call.
        /// - Returns: What the body returns.
        /// - Throws: What the body throws.
        public func withBytes<Result, Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try body(UnsafeRawBufferPointer(rebasing: memory.bytes[..<(stride * height)]))
        }
    }

    /// The attributes of the parts, as `org.typecase.Rendering1` takes them.
    var attributes: [[String: BusVariant]] {
        var start: UInt32 = 0
        return runs.map { run in
            var attributes = run.font?.dictionary ?? [:]
            let length = UInt32(clamping: run.text.utf8.count)
            attributes["start"] = BusVariant(start)
            attributes["length"] = BusVariant(length)
            start += length
            if let size = run.size { attributes["size"] = BusVariant(size) }
            if let style = run.textStyle { attributes["text_style"] = BusVariant(style.rawValue) }
            if !run.features.isEmpty { attributes["features"] = BusVariant(run.features) }
            if let language = run.language { attributes["language"] = BusVariant(language) }
            return attributes
        }
    }

    /// The options of a call.
    var options: [String: BusVariant] {
        [
            "alignment": BusVariant(alignment.rawValue), "line_spacing": BusVariant(lineSpacing),
            "line_limit": BusVariant(UInt32(clamping: lineLimit)), "ellipsis": BusVariant(endsWithEllipsis),
            "scale": BusVariant(scale),
        ]
    }
}

extension TextMask.Measures.Box {
    fileprivate init(_ values: [Double]) {
        let values = values.count == 4 ? values : [0, 0, 0, 0]
        self.init(x: values[0], y: values[1], width: values[2], height: values[3])
    }
}

extension TextMask.Frame {
    /// The frame as `org.typecase.Rendering1` takes it.
    var dictionary: [String: BusVariant] {
        var sides: [String: BusVariant] = [:]
        if let width { sides["width"] = BusVariant(width) }
        if let height { sides["height"] = BusVariant(height) }
        return sides
    }
}
