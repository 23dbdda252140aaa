import InspectionProtocol
import RenderingProtocol
import TestSupport
import Testing
import WorkerProtocol

struct DrawingWireTests {
    static let requests: [DrawingRequest] = [
        DrawingRequest(
            faces: [
                .init(file: 0, index: 2, coordinates: [.init(tag: "wght", value: 650)]),
                .init(file: 1, index: 0, isFallback: true),
            ],
            content: .text(
                TextDrawing(
                    text: "Zwei\nZeilen\t\u{1}",
                    runs: [
                        .init(start: 0, end: 5, face: 0, size: 12.5, language: "de", features: "\"smcp\" 1"),
                        .init(start: 5, end: 13, face: 1, size: 3),
                    ],
                    width: 100, height: nil, alignment: .justified, lineSpacing: 1.5, lineLimit: 3,
                    hasEllipsis: false)), format: .png, ground: .clear, scale: 2),
        DrawingRequest(faces: [], content: .text(TextDrawing(text: "", runs: [])), format: .none, ground: .mask),
        DrawingRequest(
            faces: [.init(file: 0, index: 0)],
            content: .specimen(
                SpecimenDrawing(
                    kind: .glyphs, text: "x", languages: ["de", "el"], labelFace: 0, labels: ["A"],
                    instances: [.init(name: "Bold", face: 0)], sizes: [12, 24], width: 640, block: 0x80...0xFF, page: 3,
                    pageSize: 64)), format: .svg, ground: .paper),
    ]

    static let replies: [DrawingReply] = {
        var result = DrawingResult()
        result.suggestedWidth = 12.5
        result.fittedLength = 7
        result.missingCount = 1
        result.missing = "あ"
        result.textBox = .init(x: 1, y: 2, width: 3, height: 4)
        result.sampleText = "Sphinx"
        result.blocks = [.init(first: 0x80, count: 96)]
        result.picture = .init(width: 10, height: 20, stride: 12, size: 240, hasColor: true)
        return [.done(DrawingResult()), .done(result), .refused(.limit, message: "too much")]
    }()

    @Test(arguments: requests)
    func `a request survives the way`(request: DrawingRequest) throws {
        #expect(try DrawingWire.decodeRequest(DrawingWire.encode(request)) == request)
    }

    @Test(arguments: replies)
    func `a reply survives the way`(reply: DrawingReply) throws {
        #expect(try DrawingWire.decodeReply(DrawingWire.encode(reply)) == reply)
    }

    @Test func `what is cut, or followed by more, is malformed`() throws {
        for request in Self.requests {
            let bytes = try DrawingWire.encode(request)
            for count in 0..<bytes.count {
                #expect(throws: MalformedRecord.self) {
                    try DrawingWire.decodeRequest(Array(bytes[..<count]))
                }
            }
            #expect(throws: MalformedRecord.self) { try DrawingWire.decodeRequest(bytes + [0]) }
        }
        for reply in Self.replies {
            let bytes = try DrawingWire.encode(reply)
            for count in 0..<bytes.count {
                #expect(throws: MalformedRecord.self) { try DrawingWire.decodeReply(Array(bytes[..<count])) }
            }
        }
    }

    @Test func `the longest text fits a job`() throws {
        let text = String(repeating: "a", count: DrawingLimits.text)
        let runs = (0..<DrawingLimits.runs).map { number in
            TextDrawing.Run(
                start: number, end: number + 1, face: 0, size: 12, language: "zh-Hant", features: "\"liga\" 0")
        }
        let request = DrawingRequest(
            faces: [.init(file: 0, index: 0)], content: .text(TextDrawing(text: text, runs: runs)), format: .raw,
            ground: .mask)
        let job = InspectionJob.draw(request: try DrawingWire.encode(request), fileCount: 1)
        #expect(try InspectionWire.decodeJob(InspectionWire.encode(job)) == job)
    }

    @Test func `blocks are found by a character and by a name as Unicode compares them`() {
        #expect(UnicodeBlock.all.count > 300)
        #expect(UnicodeBlock.containing(0x41)?.name == "Basic Latin")
        #expect(UnicodeBlock.containing(0x10FFFF)?.name == "Supplementary Private Use Area-B")
        #expect(UnicodeBlock.containing(0x2FE0) == nil)
        #expect(UnicodeBlock.named("latin_1 supplement")?.range == 0x80...0xFF)
        #expect(
            zip(UnicodeBlock.all, UnicodeBlock.all.dropFirst()).allSatisfy { $0.range.upperBound < $1.range.lowerBound }
        )
    }
}
