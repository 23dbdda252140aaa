import Glibc
import InspectionProtocol
import TestSupport
import Testing

/// Jobs that go wrong, in a worker that is the real one but for what its jobs do.
@Suite(.timeLimit(.minutes(2)))
struct FaultTests {
    private let worker: Worker

    init() throws { worker = try Worker(.warm, executable: "FaultyInspector") }

    private func reply(to fault: String) throws -> InspectionReply {
        try worker.connection.perform(.warm(directories: [fault]))
    }

    /// Whatever happened, the next job is done.
    private func expectHealthy() throws {
        #expect(try reply(to: "/fine") == .warmed(patternCounts: [7]))
    }

    @Test(arguments: ["/trap", "/fault", "/memory"])
    func `a crash costs its own job only`(fault: String) throws {
        guard case .failed(.crashed(let signal)) = try reply(to: fault) else {
            Issue.record("not reported as a crash")
            return
        }
        #expect([SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT].contains(signal))
        try expectHealthy()
    }

    @Test(arguments: ["/hang", "/spin", "/close"])
    func `a job that does not end is ended`(fault: String) throws {
        #expect(try reply(to: fault) == .failed(.timedOut))
        try expectHealthy()
    }

    @Test(arguments: ["/exit", "/silence", "/garbage", "/flood", "/miscount", "/other", "/forged"])
    func `a job that answers wrongly has no report`(fault: String) throws {
        #expect(try reply(to: fault) == .failed(.noReport))
        try expectHealthy()
    }

    @Test func `a job that nobody waits for any more is ended with its worker`() async throws {
        try worker.connection.send(InspectionWire.frame(InspectionWire.encode(.warm(directories: ["/hang"]))))
        worker.connection.close()
        #expect(await worker.process.wait().termination == .exited(0))
    }
}
