import Glibc
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import SandboxedWorker
import WorkerProtocol

/// Workers that the kernel does not confine as they ask it to.
@Suite(.timeLimit(.minutes(10)))
struct ConfinementTests {
    /// The calls that confine a worker, and what it says where one of them is denied.
    static let calls: [(String, String)] = [
        ("prlimit64,setrlimit", "the limit of core file size cannot be set"), ("prctl", "prctl"),
        ("seccomp", "The worker cannot be confined"), ("close_range", "descriptors cannot be closed"),
        ("landlock_restrict_self", "Landlock was refused"), ("dup2,dup3", "/dev/null cannot be opened"),
    ]

    /// Starts a worker that some calls fail for; its end of the connection is its own alone.
    private func start(
        _ mode: InspectionMode, in home: ScratchHome, denying calls: String
    ) throws -> (ChildProcess, WorkerConnection) {
        let (ours, theirs) = try WorkerConnection.pair()
        let process = try ChildProcess(
            BuildProducts.executable("SupervisedProgram"),
            ["--deny", calls, Worker.executable(mode.program.rawValue), "--mode", mode.rawValue, "--connected"],
            environment: home.environment, descriptors: [3: theirs])
        return (process, WorkerConnection(ours, to: process))
    }

    @Test(arguments: calls, InspectionMode.allCases)
    func `a worker that cannot be confined says so, ends, and reads no font`(
        call: (name: String, hint: String), mode: InspectionMode
    ) async throws {
        // What the kernel does not have cannot fail.
        guard call.name != "landlock_restrict_self" || Landlock.version > 0 else { return }
        let home = try ScratchHome()
        let (process, connection) = try start(mode, in: home, denying: call.name)
        // It is there before the worker has begun.
        let font = try SealedMemory(bytes: FontBuilder().build())
        try? connection.send(RecordFrame.bytes(of: InspectionWire.encode(.inspect)), descriptor: font.descriptor)
        let outcome = await process.wait()
        #expect(outcome.termination == .exited(EXIT_FAILURE))
        #expect(outcome.standardError.contains(call.hint), "\(outcome.standardError)")
        #expect(throws: (any Error).self) { try connection.receive() }
    }

    @Test func `limits that are lower already stay, and all are in force`() throws {
        // In a process of its own: no limit can be raised again.
        let process = try ForkedProcess {
            do throws(SystemCallFilter.Failure) {
                let low = JobLimits(
                    milliseconds: 1, processorSeconds: 3, addressSpace: 1 << 40, fileSize: 1, descriptors: 20)
                let high = JobLimits(
                    milliseconds: 1, processorSeconds: 9, addressSpace: 1 << 39, fileSize: 2, descriptors: 30)
                try low.apply()
                try high.apply()
            } catch {
                _exit(1)
            }
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
            _exit(limit.rlim_cur == 20 && limit.rlim_max == 20 ? 0 : 2)
        }
        var running = process
        #expect(running.end(before: ForkedProcess.now + 60_000) == .exited(0))
    }
}
