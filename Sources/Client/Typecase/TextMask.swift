internal import BusInterface
internal import DBus
public import DynamicType
internal import LinuxSystem

/// A mask of text, to be filled with a colour, a gradient, a picture or a video.
///
/// The mask is a picture that contains for each pixel how much of it the text covers.
///
///     let mask = TextMask("Hamburg")
///     let measures = try await mask.measures(in: .init(width: 320))
///     let picture = try await mask.picture(in: .init(width: 320, height: measures.suggestedHeight))
///
/// The service draws the text, also in fonts of this process; without a service, drawing fails with an error. Plain
/// text has the size of a large title in the user's category. Parts of the text may have their own fonts and sizes,
/// which are scaled with the category. Measures and pictures are cached until fonts or the category change; see
/// ``TextMaskCache``.
public struct TextMask: Sendable, Hashable {
    /// The horizontal alignment of lines in their frame.
    ///
    /// The lines as a whole are always centred vertically.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// Lines are aligned to the left edge.
        case left
        /// Lines are centred.
        case center
        /// Lines are aligned to the right edge.
        case right
        /// Lines are aligned to both edges: the spaces of a line grow.
        case justified
        /// Each line is aligned to the edge where it starts, by its direction.
        case natural
    }

    /// A part of the text with its own font, size and features.
    public struct Run: Sendable, Hashable {
        /// The text.
        public var text: String
        /// The font; `nil` for a sans serif of the system.
        public var font: FontDescriptor?
        /// The size in points in the category large; `nil` for the size of ``textStyle``.
        public var size: Double?
        /// The text style that the size scales like; `nil` for a fixed size.
        public var textStyle: TextStyle?
        /// OpenType features in the syntax of CSS, such as `"smcp"`; empty for the default ones.
        public var features: String
        /// The language as a BCP 47 tag; `nil` if unknown.
        public var language: String?

        /// Creates a part of a text.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - font: The font, of this process, of the application or any other one; `nil` for a sans serif of the
        ///     system.
        ///   - size: The size in points in the category large; `nil` for the size of `textStyle`.
        ///   - textStyle: The text style that the size scales like; `nil` for a fixed size.
        ///   - features: OpenType features in the syntax of CSS.
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

    /// The space for text, in points.
    public struct Frame: Sendable, Hashable {
        /// The width at which lines are broken; `nil` for one line per paragraph.
        public var width: Double?
        /// The height into which lines must fit; `nil` for any height.
        public var height: Double?

        /// Creates a frame.
        public init(width: Double? = nil, height: Double? = nil) {
            self.width = width
            self.height = height
        }
    }

    /// The parts of the text, one after the other.
    public var runs: [Run]
    /// The horizontal alignment of lines in the frame.
    public var alignment = Alignment.natural
    /// The line spacing as a multiple of the fonts' own; 0 for the fonts' own.
    public var lineSpacing = 0.0
    /// The maximum number of lines; 0 for any number.
    public var lineLimit = 0
    /// Whether the last line ends with an ellipsis if the text does not fit completely.
    public var endsWithEllipsis = true
    /// The number of pixels per point.
    public var scale = 1.0
    /// Whether the text may use fontconfig's application fonts that other code in the process has added.
    ///
    /// Set this only if the process loads fontconfig's configuration anyway, as GTK does: loading takes time.
    package var includesApplicationFonts = false

    /// Creates a mask of plain text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - textStyle: The style whose size and weight the text has.
    public init(_ text: String, textStyle: TextStyle = .largeTitle) { runs = [Run(text, textStyle: textStyle)] }

    /// Creates a mask of text whose parts have their own fonts, sizes and features.
    ///
    /// - Parameter runs: The parts of the text, one after the other.
    public init(_ runs: [Run]) { self.runs = runs }

    /// The whole text.
    public var text: String { runs.map(\.text).joined() }

    /// Measures the text.
    ///
    /// - Parameters:
    ///   - frame: The space for the text.
    ///   - cache: The cache for the measures.
    /// - Returns: The size of the text, and how much of it fits.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func measures(in frame: Frame = Frame(), cache: TextMaskCache = .shared) async throws -> Measures {
        try await cache.measures(of: self, in: frame)
    }

    /// Draws the text.
    ///
    /// - Parameters:
    ///   - frame: The space for the text. The picture has this size; if a side is `nil`, it has the size of the text
    ///     there.
    ///   - cache: The cache for the picture.
    /// - Returns: The picture, with the measures of the text.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func picture(in frame: Frame = Frame(), cache: TextMaskCache = .shared) async throws -> Picture {
        try await cache.picture(of: self, in: frame)
    }
}

extension TextMask {
    /// The measures of text, in points.
    public struct Measures: Sendable, Hashable {
        /// A rectangle relative to the upper left corner of the frame.
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
        /// The height of the whole text at the width of the frame.
        public let suggestedHeight: Double
        /// The number of UTF-8 bytes of the text that fit into the frame, from its start.
        public let fittedLength: Int
        /// The number of lines that fit.
        public let lineCount: Int
        /// The baseline of the first line, from the top of the frame.
        public let baseline: Double
        /// The bounding box of the lines that fit.
        public let textBox: Box
        /// The bounding box of the ink.
        public let inkBox: Box
        /// The number of characters that are left out, because no font has them.
        public let missingGlyphCount: Int
        /// The generation of the fonts in which the text was set.
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

    /// A picture of the mask: one byte per pixel, which is how much of the pixel the text covers.
    public struct Picture: Sendable {
        /// The measures of the text.
        public let measures: Measures
        /// The number of pixels in a row.
        public let width: Int
        /// The number of rows.
        public let height: Int
        /// The number of bytes from one row to the next.
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
        /// - Parameter body: Receives all rows, from the top; they are only valid during the call.
        /// - Returns: What the body returns.
        /// - Throws: The error of the body.
        public func withBytes<Result, Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try body(UnsafeRawBufferPointer(rebasing: memory.bytes[..<(stride * height)]))
        }
    }

    /// The attributes of the parts in the form of `org.typecase.Rendering1`.
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
    /// The frame in the form of `org.typecase.Rendering1`.
    var dictionary: [String: BusVariant] {
        var sides: [String: BusVariant] = [:]
        if let width { sides["width"] = BusVariant(width) }
        if let height { sides["height"] = BusVariant(height) }
        return sides
    }
}
