internal import FontModel
internal import InspectionProtocol
package import WorkerProtocol

/// The encoding of requests and replies inside the jobs and replies of ``InspectionProtocol/InspectionWire``.
///
/// As in those, neither side trusts the other.
package enum DrawingWire {
    private enum Limit {
        static let name = 1_024
        static let labels = 1_024
        static let tag = 64
        static let message = 1_024
    }

    /// Encodes a request.
    ///
    /// - Throws: ``WorkerProtocol/MalformedRecord`` if it exceeds a limit.
    package static func encode(_ request: DrawingRequest) throws(MalformedRecord) -> [UInt8] {
        var encoder = RecordEncoder(limit: InspectionWire.drawingLimit)
        try encoder.put(request.faces, limit: DrawingLimits.faces) { encoder, face throws(MalformedRecord) in
            encoder.put(UInt32(clamping: face.file))
            encoder.put(UInt32(clamping: face.index))
            try encoder.put(face.coordinates, limit: FontLimits.axes) { encoder, coordinate throws(MalformedRecord) in
                try encoder.put(coordinate.tag, limit: Limit.tag)
                encoder.put(coordinate.value)
            }
            encoder.put(face.isFallback)
        }
        switch request.content {
        case .text(let text):
            encoder.put(1 as UInt8)
            try encode(text, into: &encoder)
        case .specimen(let specimen):
            encoder.put(2 as UInt8)
            try encode(specimen, into: &encoder)
        }
        try encoder.put(request.format.rawValue, limit: Limit.tag)
        try encoder.put(request.ground.rawValue, limit: Limit.tag)
        encoder.put(request.scale)
        return try encoder.finish()
    }

    private static func encode(_ text: TextDrawing, into encoder: inout RecordEncoder) throws(MalformedRecord) {
        encoder.put(blob: Array(text.text.utf8))
        try encoder.put(text.runs, limit: DrawingLimits.runs) { encoder, run throws(MalformedRecord) in
            encoder.put(UInt32(clamping: run.start))
            encoder.put(UInt32(clamping: run.end))
            encoder.put(UInt32(clamping: run.face))
            encoder.put(run.size)
            try encoder.put(run.language, limit: Limit.tag)
            try encoder.put(run.features, limit: DrawingLimits.features)
        }
        // This length stands for a missing side of a frame.
        encoder.put(text.width ?? -1)
        encoder.put(text.height ?? -1)
        try encoder.put(text.alignment.rawValue, limit: Limit.tag)
        encoder.put(text.lineSpacing)
        encoder.put(UInt32(clamping: text.lineLimit))
        encoder.put(text.hasEllipsis)
    }

    private static func encode(_ specimen: SpecimenDrawing, into encoder: inout RecordEncoder) throws(MalformedRecord) {
        try encoder.put(specimen.kind.rawValue, limit: Limit.tag)
        encoder.put(blob: Array(specimen.text.utf8))
        try encoder.put(specimen.languages, limit: Limit.labels) { encoder, language throws(MalformedRecord) in
            try encoder.put(language, limit: Limit.tag)
        }
        encoder.put(Int64(specimen.labelFace ?? -1))
        try encoder.put(specimen.labels, limit: Limit.labels) { encoder, label throws(MalformedRecord) in
            try encoder.put(label, limit: Limit.name)
        }
        try encoder.put(specimen.instances, limit: Limit.labels) { encoder, instance throws(MalformedRecord) in
            try encoder.put(instance.name, limit: Limit.name)
            encoder.put(UInt32(clamping: instance.face))
        }
        try encoder.put(specimen.sizes, limit: DrawingLimits.sizes) { encoder, size in encoder.put(size) }
        encoder.put(specimen.width)
        encoder.put(specimen.block?.lowerBound ?? 1)
        encoder.put(specimen.block?.upperBound ?? 0)
        encoder.put(UInt32(clamping: specimen.page))
        encoder.put(UInt32(clamping: specimen.pageSize))
    }

    /// Decodes a request.
    ///
    /// - Parameter bytes: The result of ``encode(_:)-(DrawingRequest)``.
    /// - Returns: The request.
    /// - Throws: ``WorkerProtocol/MalformedRecord`` for anything else.
    package static func decodeRequest(_ bytes: [UInt8]) throws(MalformedRecord) -> DrawingRequest {
        var decoder = RecordDecoder(bytes)
        let faces = try decoder.list(limit: DrawingLimits.faces, minimumSize: 13) { decoder throws(MalformedRecord) in
            DrawingRequest.Face(
                file: try number(&decoder), index: try number(&decoder),
                coordinates: try decoder.list(limit: FontLimits.axes, minimumSize: 12) {
                    decoder throws(MalformedRecord) in
                    DrawingRequest.Coordinate(
                        tag: try decoder.text(limit: Limit.tag), value: try decoder.double())
                }, isFallback: try decoder.boolean())
        }
        let content: DrawingRequest.Content
        switch try decoder.integer(UInt8.self) {
        case 1: content = .text(try text(from: &decoder))
        case 2: content = .specimen(try specimen(from: &decoder))
        default: throw MalformedRecord("the content is unknown")
        }
        let request = DrawingRequest(
            faces: faces, content: content, format: try decoder.enumeration(), ground: try decoder.enumeration(),
            scale: try decoder.double())
        try decoder.finish()
        return request
    }

    private static func text(from decoder: inout RecordDecoder) throws(MalformedRecord) -> TextDrawing {
        TextDrawing(
            text: try prose(&decoder),
            runs: try decoder.list(limit: DrawingLimits.runs, minimumSize: 28) { decoder throws(MalformedRecord) in
                TextDrawing.Run(
                    start: try number(&decoder), end: try number(&decoder), face: try number(&decoder),
                    size: try decoder.double(), language: try decoder.text(limit: Limit.tag),
                    features: try decoder.text(limit: DrawingLimits.features))
            }, width: try length(&decoder), height: try length(&decoder), alignment: try decoder.enumeration(),
            lineSpacing: try decoder.double(), lineLimit: try number(&decoder), hasEllipsis: try decoder.boolean())
    }

    private static func specimen(from decoder: inout RecordDecoder) throws(MalformedRecord) -> SpecimenDrawing {
        var specimen = SpecimenDrawing(kind: try decoder.enumeration())
        specimen.text = try prose(&decoder)
        specimen.languages = try decoder.list(limit: Limit.labels, minimumSize: 4) { decoder throws(MalformedRecord) in
            try decoder.text(limit: Limit.tag)
        }
        let labelFace = try decoder.integer(Int64.self)
        specimen.labelFace = labelFace < 0 ? nil : Int(clamping: labelFace)
        specimen.labels = try decoder.list(limit: Limit.labels, minimumSize: 4) { decoder throws(MalformedRecord) in
            try decoder.text(limit: Limit.name)
        }
        specimen.instances = try decoder.list(limit: Limit.labels, minimumSize: 8) { decoder throws(MalformedRecord) in
            SpecimenDrawing.Instance(name: try decoder.text(limit: Limit.name), face: try number(&decoder))
        }
        specimen.sizes = try decoder.list(limit: DrawingLimits.sizes, minimumSize: 8) {
            decoder throws(MalformedRecord) in
            try decoder.double()
        }
        specimen.width = try decoder.double()
        let (first, last) = (try decoder.integer(UInt32.self), try decoder.integer(UInt32.self))
        specimen.block = first <= last ? first...last : nil
        specimen.page = try number(&decoder)
        specimen.pageSize = try number(&decoder)
        return specimen
    }

    /// Encodes a reply.
    package static func encode(_ reply: DrawingReply) throws(MalformedRecord) -> [UInt8] {
        var encoder = RecordEncoder(limit: InspectionWire.drawingLimit)
        switch reply {
        case .done(let result):
            encoder.put(1 as UInt8)
            encoder.put(result.suggestedWidth)
            encoder.put(result.suggestedHeight)
            for number in [
                result.fittedLength, result.lineCount, result.missingCount, result.pageCount, result.itemCount,
            ] {
                encoder.put(Int64(number))
            }
            encoder.put(result.baseline)
            for box in [result.textBox, result.inkBox] {
                for value in [box.x, box.y, box.width, box.height] { encoder.put(value) }
            }
            encoder.put(blob: Array(result.sampleText.utf8))
            encoder.put(blob: Array(result.missing.utf8))
            try encoder.put(result.blocks, limit: DrawingLimits.blocks) { encoder, block in
                encoder.put(block.first)
                encoder.put(Int64(block.count))
            }
            encoder.put(result.picture != nil)
            if let picture = result.picture {
                for number in [picture.width, picture.height, picture.stride, picture.size] {
                    encoder.put(Int64(number))
                }
                encoder.put(picture.hasColor)
            }
        case .refused(let reason, let message):
            encoder.put(2 as UInt8)
            try encoder.put(reason.rawValue, limit: Limit.tag)
            try encoder.put(message, limit: Limit.message)
        }
        return try encoder.finish()
    }

    /// Decodes a reply.
    ///
    /// - Parameter bytes: The result of ``encode(_:)-(DrawingReply)``.
    /// - Returns: The reply.
    /// - Throws: ``WorkerProtocol/MalformedRecord`` for anything else.
    package static func decodeReply(_ bytes: [UInt8]) throws(MalformedRecord) -> DrawingReply {
        var decoder = RecordDecoder(bytes)
        let reply: DrawingReply
        switch try decoder.integer(UInt8.self) {
        case 1: reply = .done(try result(from: &decoder))
        case 2: reply = .refused(try decoder.enumeration(), message: try decoder.text(limit: Limit.message))
        default: throw MalformedRecord("the reply is unknown")
        }
        try decoder.finish()
        return reply
    }

    private static func result(from decoder: inout RecordDecoder) throws(MalformedRecord) -> DrawingResult {
        var result = DrawingResult()
        result.suggestedWidth = try decoder.double()
        result.suggestedHeight = try decoder.double()
        result.fittedLength = try decoder.count()
        result.lineCount = try decoder.count()
        result.missingCount = try decoder.count()
        result.pageCount = try decoder.count()
        result.itemCount = try decoder.count()
        result.baseline = try decoder.double()
        result.textBox = try rectangle(from: &decoder)
        result.inkBox = try rectangle(from: &decoder)
        result.sampleText = try prose(&decoder)
        result.missing = try prose(&decoder)
        result.blocks = try decoder.list(limit: DrawingLimits.blocks, minimumSize: 12) {
            decoder throws(MalformedRecord) in
            DrawingResult.Block(first: try decoder.integer(), count: try decoder.count())
        }
        guard try decoder.boolean() else { return result }
        result.picture = DrawingResult.Picture(
            width: try decoder.count(limit: DrawingLimits.side), height: try decoder.count(limit: DrawingLimits.side),
            stride: try decoder.count(), size: try decoder.count(limit: DrawingLimits.file),
            hasColor: try decoder.boolean())
        return result
    }

    private static func rectangle(from decoder: inout RecordDecoder) throws(MalformedRecord) -> DrawingResult.Rectangle
    {
        DrawingResult.Rectangle(
            x: try decoder.double(), y: try decoder.double(), width: try decoder.double(),
            height: try decoder.double())
    }

    /// A length of a frame; `nil` if it is missing.
    private static func length(_ decoder: inout RecordDecoder) throws(MalformedRecord) -> Double? {
        let value = try decoder.double()
        return value < 0 ? nil : value
    }

    private static func number(_ decoder: inout RecordDecoder) throws(MalformedRecord) -> Int {
        Int(try decoder.integer(UInt32.self))
    }

    /// A text in UTF-8 without NUL, which would end the text for Pango.
    private static func prose(_ decoder: inout RecordDecoder) throws(MalformedRecord) -> String {
        let content = try decoder.blob(limit: DrawingLimits.text)
        guard let text = String(validating: content, as: UTF8.self) else {
            throw MalformedRecord("a text is not UTF-8")
        }
        return text
    }
}
