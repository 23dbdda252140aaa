internal import BusInterface
internal import DBus
internal import DynamicType
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import RenderingProtocol

/// Reads the attributes, frames and options of `org.typecase.Rendering1`.
///
/// A key of the wrong type causes `InvalidArgs`; an unknown key is ignored.
enum RenderingOptions {
    /// The number of pixels for each unit.
    static func scale(_ options: [String: BusVariant]) throws(BusError) -> Double {
        let scale = try BusDictionary(options).double("scale") ?? 1
        guard scale > 0, scale <= DrawingLimits.scale else {
            throw .invalidArguments("options: scale must be more than 0 and at most \(Int(DrawingLimits.scale))")
        }
        return scale
    }

    /// The format of a picture.
    static func format(
        _ options: BusDictionary, otherwise usual: DrawingRequest.Format
    ) throws(BusError) -> DrawingRequest.Format {
        guard let name = try options.string("format") else { return usual }
        guard let format = DrawingRequest.Format(rawValue: name), format != .none else {
            throw .invalidArguments("options: format must be one of raw, png, svg")
        }
        return format
    }

    /// Reads the frame of a text, and the alignment in it.
    static func drawing(
        of text: String, in frame: [String: BusVariant], _ options: [String: BusVariant]
    ) throws(BusError) -> TextDrawing {
        let options = BusDictionary(options)
        var drawing = TextDrawing(text: text, runs: [])
        let frame = BusDictionary(frame, "frame")
        drawing.width = try side("width", of: frame)
        drawing.height = try side("height", of: frame)
        drawing.alignment = try options.choice("alignment") ?? .natural
        drawing.lineSpacing = try options.double("line_spacing") ?? 0
        guard (0...16).contains(drawing.lineSpacing) else {
            throw .invalidArguments("options: line_spacing must be a factor of 0 to 16")
        }
        drawing.lineLimit = Int(try options.uint32("line_limit") ?? 0)
        drawing.hasEllipsis = try options.boolean("ellipsis") ?? true
        return drawing
    }

    private static func side(_ name: String, of frame: BusDictionary) throws(BusError) -> Double? {
        guard let side = try frame.double(name) else { return nil }
        guard side.isFinite, side >= 0 else {
            throw .invalidArguments("frame: \(name) must be a finite number that is not negative")
        }
        guard side <= DrawingLimits.size else {
            throw BusError(
                FontError(.exceededResourceLimit, "frame: \(name) is at most \(Int(DrawingLimits.size)) units."))
        }
        return side
    }

    /// Reads the parts of a text with their attributes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - attributes: The dictionaries; if empty, the whole text is a large title.
    ///   - category: The user's text size.
    /// - Returns: The parts, in order and without gaps.
    /// - Throws: `InvalidArgs`, which describes the error.
    static func runs(
        of text: String, _ attributes: [[String: BusVariant]], category: ContentSizeCategory
    ) throws(BusError) -> [TextPicture.Run] {
        guard attributes.count <= DrawingLimits.runs else {
            throw .invalidArguments("attributes: at most \(DrawingLimits.runs)")
        }
        let count = text.utf8.count
        var position = 0
        var runs: [TextPicture.Run] = []
        var files: [OwnedFileDescriptor?] = []
        for values in attributes.isEmpty ? [[:]] : attributes {
            let dictionary = BusDictionary(values, "attributes")
            let start = Int(try dictionary.uint32("start") ?? UInt32(clamping: position))
            let end = try dictionary.uint32("length").map { start + Int($0) } ?? count
            guard start == position, end <= count, isBoundary(end, of: text) else {
                throw .invalidArguments(
                    "attributes: the parts must follow each other without gaps, and end with characters")
            }
            position = end
            let size = try size(dictionary, category)
            let font = try font(dictionary, values, weight: size.weight, &files)
            guard end > start else { continue }
            runs.append(
                TextPicture.Run(
                    start: start, end: end, font: font, size: size.points,
                    language: try FontFilters.text(dictionary, "language", maximumLength: 35) ?? "",
                    features: try FontFilters.text(
                        dictionary, "features", maximumLength: DrawingLimits.features) ?? ""))
        }
        guard position == count else { throw .invalidArguments("attributes: the parts must reach the end of the text") }
        return runs
    }

    private static func isBoundary(_ offset: Int, of text: String) -> Bool {
        let index = text.utf8.index(text.startIndex, offsetBy: offset)
        return index.samePosition(in: text.unicodeScalars) != nil
    }

    /// Reads the size of a part, and the weight that its style requires.
    private static func size(
        _ attributes: BusDictionary, _ category: ContentSizeCategory
    ) throws(BusError) -> (points: Double, weight: Double?) {
        let size = try attributes.double("size")
        if let size {
            guard size.isFinite, size > 0 else {
                throw .invalidArguments("attributes: size must be a finite number above 0")
            }
        }
        let name = try attributes.string("text_style")
        guard let name else {
            guard let size else { return (TextStyle.largeTitle.metrics(for: category).pointSize, nil) }
            return (size, nil)
        }
        guard let style = TextStyle(rawValue: name) else {
            let names = TextStyle.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArguments("attributes: text_style must be one of \(names)")
        }
        guard let size else {
            let metrics = style.metrics(for: category)
            return (metrics.pointSize, metrics.weight)
        }
        do throws(DynamicTypeError) {
            let scaled = try FontMetrics(forTextStyle: style).scaledSize(for: FontSize(size), maximum: nil)
            return (scaled.pointSize(for: TextTraits(category: category)), nil)
        } catch {
            throw .invalidArguments("attributes: size: \(error.message)")
        }
    }

    /// Reads the requested font.
    ///
    /// - Parameters:
    ///   - dictionary: The keys.
    ///   - values: The same keys as a plain dictionary.
    ///   - weight: The weight if the keys contain none.
    ///   - files: The files of the earlier dictionaries of the call; the file of this one is appended.
    /// - Returns: The font.
    /// - Throws: `InvalidArgs`, which names the wrong key.
    static func font(
        _ dictionary: BusDictionary, _ values: [String: BusVariant], weight: Double?,
        _ files: inout [OwnedFileDescriptor?]
    ) throws(BusError) -> PictureFont {
        var wanted = try FontFilters.descriptors([values.filter { $0.key != "features" && $0.key != "language" }])[0]
        let label = try FontFilters.text(dictionary, "label") ?? ""
        let file = try file(dictionary, files)
        files.append(file)
        if let file {
            return PictureFont(
                place: .file(file, faceIndex: Int(try dictionary.uint32("face_index") ?? 0)), name: label,
                weight: wanted.weight, instance: wanted.variation)
        }
        if let id = try FontFilters.text(dictionary, "id") {
            return PictureFont(
                place: .identified(FontIdentifier(rawValue: id)), name: label, weight: wanted.weight,
                instance: wanted.variation)
        }
        let asked = wanted.weight
        if asked == nil, wanted.style == nil, wanted.isBold == nil { wanted.weight = weight }
        return PictureFont(
            place: .matching(wanted), name: label, weight: asked, instance: wanted.variation)
    }

    /// The file that is passed in this dictionary or in an earlier one.
    private static func file(
        _ dictionary: BusDictionary, _ earlier: [OwnedFileDescriptor?]
    ) throws(BusError) -> OwnedFileDescriptor? {
        let file: OwnedFileDescriptor? = try dictionary.value("file")
        guard file == nil, let number = try dictionary.uint32("file_of") else { return file }
        guard Int(number) < earlier.count, let file = earlier[Int(number)] else {
            throw .invalidArguments("file_of: \(number) is no earlier dictionary with a file")
        }
        return file
    }

    /// Reads the contents of a specimen page.
    static func specimen(_ kind: String, _ options: [String: BusVariant]) throws(BusError) -> SpecimenDrawing {
        guard let kind = SpecimenDrawing.Kind(rawValue: kind) else {
            let names = SpecimenDrawing.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArguments("kind: one of \(names) is needed")
        }
        let options = BusDictionary(options)
        var specimen = SpecimenDrawing(kind: kind)
        specimen.text = try options.string("text") ?? ""
        specimen.languages = try options.strings("languages") ?? []
        guard specimen.languages.count <= FontFilters.maximumLanguages,
            specimen.languages.allSatisfy({ $0.utf8.count <= 35 })
        else {
            throw .invalidArguments("options: languages: at most \(FontFilters.maximumLanguages) BCP 47 tags")
        }
        specimen.sizes = try options.value("sizes") ?? []
        guard specimen.sizes.count <= DrawingLimits.sizes, specimen.sizes.allSatisfy({ $0.isFinite && $0 > 0 }) else {
            throw .invalidArguments("options: sizes: at most \(DrawingLimits.sizes) finite numbers above 0")
        }
        specimen.width = try options.double("width") ?? specimen.width
        guard specimen.width.isFinite, specimen.width >= 64 else {
            throw .invalidArguments("options: width must be a finite number of at least 64")
        }
        specimen.page = Int(try options.uint32("page") ?? 0)
        specimen.pageSize = try options.uint32("page_size").map(Int.init) ?? specimen.pageSize
        guard (1...DrawingLimits.pageSize).contains(specimen.pageSize) else {
            throw .invalidArguments("options: page_size must be 1 to \(DrawingLimits.pageSize)")
        }
        if let name = try FontFilters.text(options, "block") {
            guard let block = UnicodeBlock.named(name) else {
                throw .invalidArguments("options: block: Unicode has no block of this name")
            }
            specimen.block = block.range
        }
        return specimen
    }
}
