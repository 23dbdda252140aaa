import Glibc
import TestSupport
import Testing

@Suite(.enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() })
struct CallSupervisorTests {
    /// Makes twelve directories on four threads, each followed by one that a child of its own makes.
    private static let program = """
        import os, subprocess, sys, threading
        def work(name):
            for number in range(3):
                os.mkdir(f"{sys.argv[1]}/{name}{number}")
                subprocess.run(["/bin/mkdir", f"{sys.argv[2]}/{name}{number}"], check=True)
        threads = [threading.Thread(target=work, args=[name]) for name in "abcd"]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        """

    /// Runs the program, and counts the directories of its own and of its children.
    private func run(_ supervisor: CallSupervisor) async throws -> (ChildProcess.Outcome, own: Int, others: Int) {
        let scratch = try ScratchDirectory()
        let (own, others) = (try scratch.makeDirectory("own"), try scratch.makeDirectory("others"))
        let command = supervisor.wrapper + ["/usr/bin/python3", "-I", "-B", "-c", Self.program, own, others]
        let outcome = try await ChildProcess.run(command[0], Array(command.dropFirst()), environment: [:])
        return (outcome, Self.count(own), Self.count(others))
    }

    private static func count(_ directory: String) -> Int { TreeListing(directory).entries.count - 1 }

    @Test func `The calls of all threads are counted, and those of children are not`() async throws {
        let supervisor = try CallSupervisor(["mkdir", "mkdirat"])
        let (outcome, own, others) = try await run(supervisor)
        #expect(outcome.succeeded, "\(outcome.standardError)")
        #expect(own == 12 && others == 12)
        #expect(supervisor.count == 12)
        #expect(!supervisor.hasEndedProgram)
    }

    @Test(arguments: [1, 7, 12])
    func `A program is ended before the call has any effect, whichever thread makes it`(point: Int) async throws {
        let supervisor = try CallSupervisor(["mkdir", "mkdirat"], endingAt: point)
        let (outcome, own, others) = try await run(supervisor)
        #expect(outcome.termination == .signalled(SIGKILL), "\(outcome.standardError)")
        #expect(own == point - 1)
        #expect(others < point)
        #expect(supervisor.count == point)
        #expect(supervisor.hasEndedProgram)
    }

    @Test func `Calls are told apart by their names, and left out by how much they are about`() async throws {
        let supervisor = try CallSupervisor(["write/9", "mkdir", "mkdirat"])
        let scratch = try ScratchDirectory()
        let program = """
            import os, sys
            os.mkdir(sys.argv[1])
            for text in b"short", b"a long text", b"a": os.write(1, text)
            """
        let command = supervisor.wrapper + ["/usr/bin/python3", "-I", "-B", "-c", program, scratch["made"]]
        let outcome = try await ChildProcess.run(command[0], Array(command.dropFirst()), environment: [:])
        #expect(outcome.standardOutput == "shorta long texta", "\(outcome.standardError)")
        #expect(supervisor.count(of: "write/9") == 1)
        #expect(supervisor.count(of: "mkdir") + supervisor.count(of: "mkdirat") == 1)
        #expect(supervisor.count == 2)
    }

    @Test func `A program that makes fewer calls is not ended`() async throws {
        let supervisor = try CallSupervisor(["mkdir", "mkdirat"], endingAt: 13)
        #expect(try await run(supervisor).0.succeeded)
        #expect(supervisor.count == 12)
        #expect(!supervisor.hasEndedProgram)
    }
}
