internal import BusInterface
internal import DBus
internal import DynamicType
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import RenderingClient
internal import RenderingProtocol

/// Serves `org.typecase.Rendering1`: decodes arguments, renders pictures for the caller, and encodes results.
struct RenderingHarness: Rendering1Service {
    let callers: CallerDirectory
    let pictures: PictureService
    let rights: RightsService
    let textSizes: TextSizeService

    func measure(
        _ call: BusMethodCall, text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant],
        options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        let form = PictureForm(format: .none, ground: .mask, scale: try RenderingOptions.scale(options))
        return try await picture(call, text, attributes, frame, options, form).measures
    }

    func mask(
        _ call: BusMethodCall, text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant],
        options: [String: BusVariant]
    ) async throws -> (picture: OwnedFileDescriptor, measures: [String: BusVariant]) {
        let dictionary = BusDictionary(options)
        let form = PictureForm(
            format: try RenderingOptions.format(dictionary, otherwise: .raw),
            ground: try dictionary.boolean("color") ?? false ? .clear : .mask,
            scale: try RenderingOptions.scale(options))
        let picture = try await picture(call, text, attributes, frame, options, form)
        guard let memory = picture.memory else { throw BusError.failed("There is no picture.") }
        return (memory, picture.measures.merging(picture.details) { first, _ in first })
    }

    func specimen(
        _ call: BusMethodCall, fonts: [[String: BusVariant]], kind: String, options: [String: BusVariant]
    ) async throws -> (picture: OwnedFileDescriptor, details: [String: BusVariant]) {
        let specimen = try RenderingOptions.specimen(kind, options)
        let form = PictureForm(
            format: try RenderingOptions.format(BusDictionary(options), otherwise: .png), ground: .paper,
            scale: try RenderingOptions.scale(options))
        guard !fonts.isEmpty, fonts.count <= DrawingLimits.files else {
            throw BusError.invalidArguments("fonts: 1 to \(DrawingLimits.files) are needed")
        }
        var files: [OwnedFileDescriptor?] = []
        let wanted = try fonts.map { dictionary throws(BusError) in
            try RenderingOptions.font(BusDictionary(dictionary, "fonts"), dictionary, weight: nil, &files)
        }
        let caller = try await caller(of: call)
        let picture = try await Self.replying { () async throws(RenderingError) in
            try await pictures.draw(wanted, specimen, as: form, for: caller)
        }
        guard let memory = picture.memory else { throw BusError.failed("There is no picture.") }
        let result = picture.result
        var details = picture.details
        details["text"] = BusVariant(result.sampleText)
        details["items"] = BusVariant(UInt32(clamping: result.itemCount))
        details["pages"] = BusVariant(UInt32(clamping: result.pageCount))
        details["missing_glyphs"] = BusVariant(UInt32(clamping: result.missingCount))
        details["fonts"] = BusVariant(picture.fonts)
        details["generation"] = BusVariant(picture.generation)
        let blocks = result.blocks.map { block in
            (UnicodeBlock.containing(block.first)?.name ?? "", UInt32(clamping: block.count))
        }
        if !blocks.isEmpty { details["blocks"] = BusVariant(Dictionary(blocks) { first, _ in first }) }
        return (memory, details)
    }

    private func picture(
        _ call: BusMethodCall, _ text: String, _ attributes: [[String: BusVariant]], _ frame: [String: BusVariant],
        _ options: [String: BusVariant], _ form: PictureForm
    ) async throws -> Picture {
        let count = text.utf8.count
        guard count <= DrawingLimits.text else {
            throw BusError(
                FontError(
                    .exceededResourceLimit, "The text has \(count) bytes; \(DrawingLimits.text) are the most."))
        }
        let identity = try await callers.identity(of: call.sender)
        let category =
            try BusDictionary(options).string("category").map { name throws(BusError) in
                try DynamicTypeHarness.category(name, "options: category")
            } ?? textSizes.textSize(of: identity.provider).category
        var picture = TextPicture(
            drawing: try RenderingOptions.drawing(of: text, in: frame, options), runs: [])
        picture.runs = try RenderingOptions.runs(of: text, attributes, category: category)
        let caller = try await caller(of: call)
        return try await Self.replying { () async throws(RenderingError) in
            try await pictures.draw(picture, as: form, for: caller)
        }
    }

    private func caller(of call: BusMethodCall) async throws(BusError) -> PictureCaller {
        let identity = try await callers.identity(of: call.sender)
        return PictureCaller(
            connection: call.sender, provider: identity.provider, isSandboxed: identity.isSandboxed,
            audience: rights.audience(of: identity))
    }

    private static func replying<Value>(
        _ body: () async throws(RenderingError) -> Value
    ) async throws(BusError) -> Value {
        do throws(RenderingError) {
            return try await body()
        } catch {
            switch error {
            case .invalidRequest(let message): throw .invalidArguments(message)
            case .font(let error): throw BusError(error)
            }
        }
    }
}

extension Picture {
    /// The measurements in the form of the interface.
    fileprivate var measures: [String: BusVariant] {
        [
            "suggested_width": BusVariant(result.suggestedWidth),
            "suggested_height": BusVariant(result.suggestedHeight),
            "fitted_length": BusVariant(UInt32(clamping: result.fittedLength)),
            "line_count": BusVariant(UInt32(clamping: result.lineCount)),
            "baseline": BusVariant(result.baseline),
            "text_box": BusVariant(result.textBox.values),
            "ink_box": BusVariant(result.inkBox.values),
            "missing_glyphs": BusVariant(UInt32(clamping: result.missingCount)),
            "fonts": BusVariant(fonts),
            "generation": BusVariant(generation),
        ]
    }

    /// The properties of the picture.
    fileprivate var details: [String: BusVariant] {
        guard let picture = result.picture else { return [:] }
        return [
            "width": BusVariant(UInt32(clamping: picture.width)),
            "height": BusVariant(UInt32(clamping: picture.height)),
            "stride": BusVariant(UInt32(clamping: picture.stride)),
            "size": BusVariant(UInt64(clamping: picture.size)),
            "has_color": BusVariant(picture.hasColor),
        ]
    }
}

extension DrawingResult.Rectangle {
    fileprivate var values: [Double] { [x, y, width, height] }
}
