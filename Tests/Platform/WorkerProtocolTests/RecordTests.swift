import Testing
import WorkerProtocol

/// Records come from processes that meet hostile bytes.
struct RecordTests {
    @Test func `a frame announces its record, and no more than the limit`() throws {
        let record: [UInt8] = [1, 2, 3]
        let frame = RecordFrame.bytes(of: record)
        let header = Array(frame[..<RecordFrame.headerSize])
        #expect(Array(frame[RecordFrame.headerSize...]) == record)
        #expect(try RecordFrame.recordLength(header: header, limit: 3) == record.count)
        #expect(throws: MalformedRecord.self) { try RecordFrame.recordLength(header: header, limit: 2) }
        for header: [UInt8] in [[0, 0, 0, 0], [255, 255, 255, 255], [1, 0, 0]] {
            #expect(throws: MalformedRecord.self) { try RecordFrame.recordLength(header: header, limit: 1 << 20) }
        }
    }

    @Test func `values come back in their order`() throws {
        var encoder = RecordEncoder(limit: 256)
        encoder.put(UInt32(70_000))
        encoder.put(true)
        encoder.put(-0.5)
        try encoder.put("é", limit: 2)
        try encoder.put(nil as String?, limit: 2)
        try encoder.put([1, 2], limit: 2) { encoder, item in encoder.put(Int64(item)) }
        encoder.put(blob: [9])
        var decoder = RecordDecoder(try encoder.finish())
        #expect(try decoder.integer(UInt32.self) == 70_000)
        #expect(try decoder.boolean())
        #expect(try decoder.double() == -0.5)
        #expect(try decoder.text(limit: 2) == "é")
        #expect(try decoder.optionalText(limit: 2) == nil)
        #expect(
            try decoder.list(limit: 2, minimumSize: 8) { decoder throws(MalformedRecord) in try decoder.count() } == [
                1, 2,
            ])
        #expect(try decoder.blob(limit: 1) == [9])
        try decoder.finish()
    }

    @Test func `a count promises no more than can follow`() throws {
        // Two items of eight bytes are announced, and there are eight bytes.
        var decoder = RecordDecoder([2, 0, 0, 0] + [UInt8](repeating: 0, count: 8))
        #expect(throws: MalformedRecord.self) {
            try decoder.list(limit: 10, minimumSize: 8) { decoder throws(MalformedRecord) in try decoder.count() }
        }
    }

    @Test func `a text longer than its limit is not written`() {
        var encoder = RecordEncoder(limit: 256)
        #expect(throws: MalformedRecord.self) { try encoder.put("abc", limit: 2) }
    }

    @Test(arguments: ["a\u{1}", "a\nb", "\u{7F}"])
    func `a text has no control characters`(text: String) throws {
        var encoder = RecordEncoder(limit: 256)
        try encoder.put(text, limit: 8)
        var decoder = RecordDecoder(try encoder.finish())
        #expect(throws: MalformedRecord.self) { try decoder.text(limit: 8) }
    }
}
