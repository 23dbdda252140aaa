import FetchProtocol
import Testing
import WorkerProtocol

/// Requests and reports come through as they are, and nothing else does.
struct FetchWireTests {
    @Test func `A request comes through with all of its limits`() throws {
        var limits = FetchLimits()
        limits.size = 12_345
        limits.redirects = 2
        limits.attempts = 7
        limits.pace = 99
        limits.answerTime = .milliseconds(1500)
        limits.idleTime = .milliseconds(250)
        limits.wholeTime = .seconds(75)
        for schemes: Set<RemoteScheme> in [[.https], [.https, .http]] {
            for allowsLocalNetwork in [false, true] {
                let request = try FetchRequest(
                    "https://example.org/a.ttf?b", schemes: schemes, allowsLocalNetwork: allowsLocalNetwork,
                    limits: limits)
                #expect(try FetchWire.decodeJob(FetchWire.encode(.fetch(request))) == .fetch(request))
            }
        }
        #expect(try FetchWire.decodeJob(FetchWire.encode(.selfTest)) == .selfTest)
    }

    @Test(arguments: [
        FetchReport.progress(FetchProgress(done: 5, total: nil)), .progress(FetchProgress(done: 5, total: 10)),
        .done(size: 0), .done(size: 1 << 20), .failed(FetchFailure(.brokenOff, "It broke: \u{e4}")),
        .selfTest([.init(action: "execute", isDenied: true), .init(action: "open-read", isDenied: false)]),
    ])
    func `A report comes through`(report: FetchReport) throws {
        #expect(try FetchWire.decodeReport(FetchWire.encode(report)) == report)
    }

    @Test func `A record that ends early, goes on or is of another version is malformed`() throws {
        let request = try FetchWire.encode(.fetch(FetchRequest("https://example.org/a")))
        let report = try FetchWire.encode(.progress(FetchProgress(done: 5, total: 10)))
        for count in 0..<request.count {
            #expect(throws: MalformedRecord.self) { try FetchWire.decodeJob(Array(request[..<count])) }
        }
        #expect(throws: MalformedRecord.self) { try FetchWire.decodeJob(request + [0]) }
        #expect(throws: MalformedRecord.self) { try FetchWire.decodeJob([FetchWire.version, 9]) }
        for count in 0..<report.count {
            #expect(throws: MalformedRecord.self) { try FetchWire.decodeReport(Array(report[..<count])) }
        }
        #expect(throws: MalformedRecord.self) { try FetchWire.decodeReport(report + [0]) }
        #expect(throws: MalformedRecord.self) { try FetchWire.decodeReport([FetchWire.version, 9]) }
        #expect { try FetchWire.decodeReport([FetchWire.version + 1] + report[1...]) } throws: {
            ($0 as? MalformedRecord)?.isOfOtherVersion == true
        }
    }

    @Test func `A request for an address that is not allowed does not come through`() throws {
        // The address and the ways are apart in the record: one that was made by somebody else may contradict itself.
        var record = try FetchWire.encode(.fetch(FetchRequest("http://example.org/a", schemes: [.http])))
        let plain = 2 + 4 + "http://example.org/a".utf8.count + 1
        #expect(record[plain] == 1)
        record[plain] = 0
        #expect(throws: MalformedRecord.self) { try FetchWire.decodeJob(record) }
        var local = try FetchWire.encode(.fetch(FetchRequest("https://127.0.0.1/a", allowsLocalNetwork: true)))
        let permission = 2 + 4 + "https://127.0.0.1/a".utf8.count + 2
        #expect(local[permission] == 1)
        local[permission] = 0
        #expect(throws: MalformedRecord.self) { try FetchWire.decodeJob(local) }
    }

    @Test func `A message holds what people can see, and no more than fits`() {
        #expect(FetchFailure(.refused, "a\u{1B}[31mb\nc\u{202E}d").message == "a[31mbcd")
        #expect(FetchFailure(.refused, String(repeating: "\u{e4}", count: 1000)).message.utf8.count == 512)
    }
}
