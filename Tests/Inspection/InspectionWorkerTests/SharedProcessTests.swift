import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// Fonts of one provider that one process examines, one right after another.
@Suite(.timeLimit(.minutes(10)))
struct SharedProcessTests {
    private let worker: Worker

    init() throws { worker = try Worker(.inspect, executable: "FaultyInspector") }

    private func font(_ fault: String) -> [UInt8] {
        var font = FontBuilder()
        font.tableOverrides["TEST"] = Array("/\(fault);".utf8)
        return font.build()
    }

    /// Sends all jobs before the first reply, so that no process waits so long for a job that it is replaced.
    private func replies(to jobs: [(InspectionJob, fault: String)]) throws -> [InspectionReply] {
        for (job, fault) in jobs { try worker.connection.send(job, font: font(fault)) }
        return try jobs.map { _ in try worker.connection.receive() }
    }

    /// The number of jobs that the process of a reply has had; `nil` if the reply does not accept the font.
    private func count(_ reply: InspectionReply) -> Int? {
        guard case .inspection(let inspection) = reply, inspection.refusal == nil else { return nil }
        return inspection.scanCost
    }

    @Test func `only fonts that may share a process do so, and at most 16`() throws {
        let next = Array(repeating: (InspectionJob.inspectNext, fault: "census"), count: 17)
        let replies = try replies(to: [(.inspect, "census")] + next + [(.inspect, "census"), (.inspect, "census")])
        #expect(replies.map(count) == (1...16) + [1, 2] + [1, 1])
    }

    @Test func `a font that takes its process over can make it refuse no other`() throws {
        let replies = try replies(to: [
            (.inspect, "census"), (.inspectNext, "poison"), (.inspectNext, "census"), (.inspectNext, "census"),
        ])
        #expect(replies.map(count) == [1, 2, 1, 2])
    }

    @Test(arguments: ["trap", "exit", "garbage", "hang"])
    func `a process that fails with a font is no verdict on it`(fault: String) throws {
        // The first fault happens in a shared process, and once more in the font's own.
        let replies = try replies(to: [
            (.inspect, "census"), (.inspectNext, "census"), (.inspectNext, fault), (.inspectNext, "census"),
        ])
        #expect(replies.map(count) == [1, 2, nil, 1])
        guard case .failed = replies[2] else {
            Issue.record("\(fault) is not reported as a failure")
            return
        }
    }
}
