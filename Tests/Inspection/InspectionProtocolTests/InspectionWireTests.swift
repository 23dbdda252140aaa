import FontModel
import InspectionProtocol
import TestSupport
import Testing
import WorkerProtocol

struct InspectionWireTests {
    static let jobs: [InspectionJob] = [
        .inspect, .selfTest, .secondOpinion, .convert, .draw(request: [], fileCount: 0),
        .draw(request: [0, 1, 2, 255], fileCount: 32),
        .unpack(ArchiveRequest(unpacked: [".ttf", ".otf"], listed: [".zip"], describesFaces: true)),
        .warm(directories: []),
        .warm(directories: ["/home/a/fonts", "/with\nline", "/é"]),
        .systemDirectories(excluding: ["/home/a/.local/share/fonts/typecase"]),
        .systemFaces(directory: "/usr/share/fonts", offset: 256, limit: 128),
    ]

    @Test(arguments: jobs)
    func `a job survives the way`(job: InspectionJob) throws {
        #expect(try InspectionWire.decodeJob(InspectionWire.encode(job)) == job)
    }

    @Test(arguments: SampleReplies.all)
    func `a reply survives the way`(reply: InspectionReply) throws {
        #expect(try InspectionWire.decodeReply(InspectionWire.encode(reply)) == reply)
    }

    @Test func `a font that was expanded may be as large as a font can be, and no larger`() throws {
        let largest = InspectionReply.conversion(.font([UInt8](repeating: 7, count: FontLimits.webFontSize)))
        #expect(try InspectionWire.decodeReply(InspectionWire.encode(largest)) == largest)
        let record = try InspectionWire.encode(largest)
        #expect(record.count <= InspectionWire.replyLimit(in: .convert))
        #expect(record.count > InspectionWire.replyLimit(in: .inspect))
        #expect(throws: MalformedRecord.self) {
            try InspectionWire.encode(.conversion(.font([UInt8](repeating: 7, count: FontLimits.webFontSize + 64))))
        }
    }

    @Test func `a record cut anywhere is malformed`() throws {
        for reply in SampleReplies.all {
            let record = try InspectionWire.encode(reply)
            for length in 0..<record.count {
                #expect(throws: MalformedRecord.self) {
                    try InspectionWire.decodeReply(Array(record[..<length]))
                }
            }
        }
        for job in Self.jobs {
            let record = try InspectionWire.encode(job)
            for length in 0..<record.count {
                #expect(throws: MalformedRecord.self) {
                    try InspectionWire.decodeJob(Array(record[..<length]))
                }
            }
        }
    }

    @Test func `bytes after a record are malformed`() throws {
        #expect(throws: MalformedRecord.self) {
            try InspectionWire.decodeJob(InspectionWire.encode(.inspect) + [0])
        }
        #expect(throws: MalformedRecord.self) {
            try InspectionWire.decodeReply(InspectionWire.encode(.warmed(patternCounts: [1])) + [0])
        }
    }

    @Test func `a record of another version is malformed`() throws {
        var record = try InspectionWire.encode(.inspect)
        record[0] = InspectionWire.version &+ 1
        #expect(throws: MalformedRecord.self) { try InspectionWire.decodeJob(record) }
    }

    @Test func `damaged records end in a value or in an error, and a value encodes again`() throws {
        var random = SeededGenerator(seed: 20_261)
        for reply in SampleReplies.all {
            let record = try InspectionWire.encode(reply)
            for _ in 0..<3000 {
                var mutant = record
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    mutant[Int.random(in: mutant.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                guard let value = try? InspectionWire.decodeReply(mutant) else { continue }
                #expect(try InspectionWire.decodeReply(InspectionWire.encode(value)) == value)
            }
        }
    }

    @Test func `random bytes never decode to more than they hold`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...64, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if let first = bytes.indices.first { bytes[first] = InspectionWire.version }
            _ = try? InspectionWire.decodeReply(bytes)
            _ = try? InspectionWire.decodeJob(bytes)
        }
    }

    @Test func `a count beyond the bytes that follow is refused before it is allocated`() throws {
        // A list of pattern counts that promises 8,192 items and holds none.
        let record = [InspectionWire.version, 2, 0, 0x20, 0, 0]
        #expect(throws: MalformedRecord.self) { try InspectionWire.decodeReply(record) }
    }

    @Test func `a job above its limit is not encoded`() {
        let long = "/" + String(repeating: "d", count: 4000)
        #expect(throws: MalformedRecord.self) {
            let directories = Array(repeating: long, count: 1 + InspectionWire.jobLimit / 4001)
            _ = try InspectionWire.encode(.warm(directories: directories))
        }
        #expect(throws: MalformedRecord.self) {
            try InspectionWire.encode(.warm(directories: ["/" + String(repeating: "d", count: 4 * 4096)]))
        }
    }

    @Test(arguments: ["relative", "", "/with\0nul"])
    func `a path that is not absolute or holds a NUL is malformed`(path: String) throws {
        let record = try InspectionWire.encode(.warm(directories: [path]))
        #expect(throws: MalformedRecord.self) { try InspectionWire.decodeJob(record) }
    }

    @Test(arguments: ["new\nline", "nul\0", "escape\u{1B}[31m"])
    func `a name with a control character is malformed`(name: String) throws {
        let face = FaceDescription(index: 0, family: name)
        let record = try InspectionWire.encode(
            .inspection(FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 1)))
        #expect(throws: MalformedRecord.self) { try InspectionWire.decodeReply(record) }
    }

    @Test func `a number that is not finite is malformed`() throws {
        let face = FaceDescription(index: 0, weight: .nan)
        let record = try InspectionWire.encode(
            .systemFaces([SystemFontFace(path: "/f", format: nil, face: face)], total: 1))
        #expect(throws: MalformedRecord.self) { try InspectionWire.decodeReply(record) }
    }
}
