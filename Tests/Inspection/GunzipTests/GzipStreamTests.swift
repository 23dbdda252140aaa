import Gunzip
import TestSupport
import Testing

struct GzipStreamTests {
    private func size(_ data: [UInt8], limit: Int = 1 << 20) throws(GzipStream.Failure) -> Int {
        try GzipStream.expand(data.span.bytes, limit: limit).count
    }

    private func failure(_ data: [UInt8], limit: Int = 1 << 20) -> GzipStream.Failure? {
        do throws(GzipStream.Failure) {
            _ = try size(data, limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [0, 1, 6, 65_535, 65_536, 65_537, 300_000])
    func `the data comes out as it was, and none beyond the limit`(count: Int) throws {
        let original = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        let data = Gzip.compress(original)
        #expect(try GzipStream.expand(data.span.bytes, limit: 1 << 20) == original)
        #expect(try size(data) == count)
        #expect(try size(data, limit: count) == count)
        if count > 0 { #expect(failure(data, limit: count - 1) == .tooLarge) }
    }

    @Test func `a bomb is given up where it passes the limit`() {
        let bomb = Gzip.compress([UInt8](repeating: 0x20, count: 64 << 20))
        #expect(bomb.count < 100_000)
        #expect(failure(bomb) == .tooLarge)
    }

    @Test func `what is damaged is told from what is too large`() {
        let data = Gzip.compress(Array("<svg/>".utf8))
        #expect(failure([]) == .damaged)
        for length in 0..<data.count { #expect(failure(Array(data.prefix(length))) == .damaged) }
        #expect(failure(data + [0]) == .damaged)
        #expect(failure(Array(data.dropLast(8)) + [0, 0, 0, 0] + data.suffix(4)) == .damaged, "the sum is another one")
    }
}
