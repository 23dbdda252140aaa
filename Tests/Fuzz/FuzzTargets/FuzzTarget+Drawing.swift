internal import Fontconfig
internal import LinuxSystem
internal import RenderingProtocol
internal import RenderingWorker
internal import TestSupport

extension FuzzTarget {
    /// What is drawn with each font: letters that the seeds have, and some that no font has.
    private static let text = "ABC abc\u{301} אב 字"

    /// Fonts to draw with, and requests.
    static func drawingSeeds() throws -> [[UInt8]] {
        var builder = FontBuilder(family: "Drawn")
        builder.characters = " ABCabc"
        return [builder.build(), SampleTables.color.build(), try DrawingWire.encode(request(.text(sampleText)))]
    }

    private static var sampleText: TextDrawing {
        TextDrawing(text: text, runs: [.init(start: 0, end: text.utf8.count, face: 0, size: 20)], width: 60)
    }

    private static func request(_ content: DrawingRequest.Content) -> DrawingRequest {
        DrawingRequest(
            faces: [.init(file: 0, index: 0, coordinates: [.init(tag: "wght", value: 600)])], content: content,
            format: .png, ground: .clear)
    }

    /// Draws with a font; a picture that is there has as many bytes as it is said to have.
    static func runDrawing(_ bytes: [UInt8]) throws(Contradiction) {
        if let request = try? DrawingWire.decodeRequest(bytes) {
            guard let record = try? DrawingWire.encode(request), (try? DrawingWire.decodeRequest(record)) == request
            else {
                throw Contradiction(description: "a request to draw is another once it is encoded again")
            }
        }
        _ = try? DrawingWire.decodeReply(bytes)
        guard let memory = try? SealedMemory(bytes: bytes), let font = try? MappedFont(memory.descriptor) else {
            return
        }
        let specimen = SpecimenDrawing(kind: .glyphs, labelFace: 0, sizes: [12], width: 200, pageSize: 32)
        for content in [DrawingRequest.Content.text(sampleText), .specimen(specimen)] {
            guard let output = try? SealedMemory.unsealed() else { return }
            let reply = DrawingWork.perform(request(content), files: [font], output: output)
            guard case .done(let result) = reply else { continue }
            guard let picture = result.picture, let size = try? SealedMemory.seal(output), size == picture.size else {
                throw Contradiction(description: "a picture has another size than it is said to have")
            }
        }
    }
}
