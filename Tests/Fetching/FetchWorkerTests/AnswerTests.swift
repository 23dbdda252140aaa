import FetchProtocol
@testable import FetchWorker
import Testing

/// What the head of an answer is taken for.
struct AnswerTests {
    private let address: RemoteAddress

    init() throws { address = try RemoteAddress("https://example.org/a", schemes: [.https]) }

    private func answer(
        _ status: Int, length: Int? = nil, to resumption: Resumption? = nil, _ fields: [String: String] = [:]
    ) -> Answer {
        Answer(status: status, length: length, to: resumption, from: address) { fields[$0] }
    }

    @Test func `A file that can be taken up is told by its strong tag, or by its time`() {
        let tagged = answer(200, length: 7, ["ETag": "\"a\"", "Last-Modified": "then"])
        #expect(tagged.outcome == nil)
        #expect(tagged.total == 7)
        #expect(tagged.validator == "\"a\"")
        #expect(answer(200, ["Last-Modified": "then"]).validator == "then")
        // A weak tag stands for files that are about the same: their parts do not fit together.
        #expect(answer(200, ["ETag": "W/\"a\"", "Last-Modified": "then"]).validator == nil)
        #expect(answer(200, ["ETag": "\"a\"", "Accept-Ranges": "none"]).validator == nil)
        #expect(answer(200, length: -1).total == nil)
        let packed = answer(200, length: 7, ["ETag": "\"a\"", "Content-Encoding": "gzip"])
        #expect(packed.outcome == nil)
        #expect(packed.total == nil)
        #expect(packed.validator == nil)
    }

    @Test func `A part is taken where it is the one that was asked for`() {
        let resumption = Resumption(offset: 5, validator: "\"a\"", total: 10)
        let part = answer(206, length: 5, to: resumption, ["Content-Range": "bytes 5-9/10"])
        #expect(part.outcome == nil)
        #expect(part.offset == 5)
        #expect(part.total == 10)
        #expect(answer(206, to: resumption, ["Content-Range": "bytes 5-9/*"]).total == 10)
        for range in ["bytes 4-9/10", "bytes 5-9/11", "bytes -5/10", "pages 5-9/10", "5", "bytes a-b/c", nil] {
            let strange = answer(206, to: resumption, range.map { ["Content-Range": $0] } ?? [:])
            guard case .failed(let failure) = strange.outcome else {
                Issue.record("\(range ?? "none") was taken")
                continue
            }
            #expect(failure.kind == .refused)
        }
        #expect(answer(206, ["Content-Range": "bytes 0-9/10"]).outcome != nil)
    }

    @Test(arguments: [
        (404, FetchFailure.Kind.notFound), (410, .notFound), (401, .denied), (403, .denied), (451, .denied),
        (500, .refused),
        (204, .refused), (416, .refused), (302, .refused), (100, .refused),
    ])
    func `An answer without a file is the end`(status: Int, kind: FetchFailure.Kind) {
        guard case .failed(let failure) = answer(status).outcome else {
            Issue.record("\(status) was taken")
            return
        }
        #expect(failure.kind == kind)
    }

    @Test func `A server that has less than it sent is asked anew`() {
        let resumption = Resumption(offset: 5, validator: "\"a\"", total: nil)
        guard case .brokenOff(_, nil) = answer(416, to: resumption).outcome else {
            Issue.record("it is not asked anew")
            return
        }
    }

    @Test(arguments: [
        ("/b", "https://example.org/b"), ("b", "https://example.org/b"), ("//other.org/b", "https://other.org/b"),
        ("?c", "https://example.org/a?c"), ("https://other.org/b", "https://other.org/b"),
    ])
    func `Where a server sends is understood from where it is said`(location: String, expected: String) throws {
        #expect(try Fetcher.resolve(location, against: address, schemes: [.https]).text == expected)
    }

    @Test(arguments: ["file:///etc/passwd", "http://example.org/b", "FILE:/etc/passwd", "data:,a", "https://a@b/"])
    func `A server does not send to what is not fetched from`(location: String) {
        #expect { try Fetcher.resolve(location, against: address, schemes: [.https, .http]) } throws: {
            ($0 as? FetchFailure)?.kind == .forbiddenAddress
        }
    }

    @Test func `A redirect to nowhere is refused`() {
        guard case .failed(let failure) = answer(302, ["Location": ""]).outcome else {
            Issue.record("it was followed")
            return
        }
        #expect(failure.kind == .refused)
    }
}
