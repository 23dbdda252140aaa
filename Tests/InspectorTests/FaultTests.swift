import CLinux
import Glibc
import InspectionProtocol
import LinuxSystem
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

    @Test(arguments: ["/hang", "/close"])
    func `a job that does not end is ended`(fault: String) throws {
        #expect(try reply(to: fault) == .failed(.timedOut))
        try expectHealthy()
    }

    @Test(arguments: [("/spin", InspectionFailure.outOfProcessorTime), ("/killed", .outOfMemory)])
    func `a job that the kernel ends is told from a crash`(fault: String, failure: InspectionFailure) throws {
        let patient = try Worker(.warm, environment: ["MILLISECONDS": "60000"], executable: "FaultyInspector")
        #expect(try patient.connection.perform(.warm(directories: [fault])) == .failed(failure))
        #expect(try patient.connection.perform(.warm(directories: ["/fine"])) == .warmed(patternCounts: [7]))
    }

    @Test(arguments: ["/exit", "/silence", "/garbage", "/flood", "/miscount", "/other", "/forged"])
    func `a job that answers wrongly has no report`(fault: String) throws {
        #expect(try reply(to: fault) == .failed(.noReport))
        try expectHealthy()
    }

    /// The process that did a job.
    private func jobProcess() throws -> Int32 {
        guard case .warmed(let numbers) = try reply(to: "/process"), let number = numbers.first else {
            throw WorkerConnection.Closed()
        }
        return Int32(number)
    }

    @Test func `no process does two jobs`() throws {
        let processes = try (0..<4).map { _ in try jobProcess() }
        #expect(Set(processes).count == 4)
        #expect(!processes.contains(worker.process.processID))
    }

    @Test func `a process that ends while it waits for its job costs no job`() throws {
        let last = try jobProcess()
        var waiting: [Int32] = []
        while waiting.isEmpty { waiting = try worker.children().filter { $0 != last } }
        for process in waiting {
            let exit = OwnedFileDescriptor(adopting: typecase_pidfd_open(process))
            #expect(kill(process, SIGKILL) == 0)
            #expect(typecase_poll(exit.rawValue, Int16(POLLIN), -1) == 1)
        }
        try expectHealthy()
    }

    @Test func `a job that nobody waits for any more is ended with its worker`() async throws {
        try worker.connection.send(InspectionWire.frame(InspectionWire.encode(.warm(directories: ["/hang"]))))
        worker.connection.close()
        #expect(await worker.process.wait().termination == .exited(0))
    }
}
