import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

struct ChildProcessTests {
    @Test func `A child's output, error output and status are collected`() async throws {
        let outcome = try await ChildProcess.run(
            "/bin/sh", ["-c", "echo out; echo err >&2; exit 3"], environment: [:])
        #expect(outcome.standardOutput == "out\n")
        #expect(outcome.standardError == "err\n")
        #expect(outcome.termination == .exited(3))
    }

    @Test func `A child gets exactly the environment, the directory and the input it is given`() async throws {
        let directory = try ScratchDirectory()
        let outcome = try await ChildProcess.run(
            "/bin/sh",
            ["-c", "/usr/bin/env | /bin/grep -v -e ^_= -e ^SHLVL= -e ^OLDPWD=; read line; echo \"got $line\""],
            environment: ["PWD": directory.path, "ONLY": "this"], directory: directory.path, input: "a line\n")
        #expect(
            Set(outcome.standardOutput.split(separator: "\n")) == ["ONLY=this", "PWD=\(directory.path)", "got a line"])
    }

    @Test func `A child inherits the descriptors it is passed and no other`() async throws {
        let directory = try ScratchDirectory()
        let file = try directory.write("content", to: "file")
        let descriptor = OwnedFileDescriptor(adopting: try retryingInterrupts { open(file, O_RDONLY) })
        let outcome = try await ChildProcess.run(
            "/bin/sh", ["-c", "/bin/cat <&5; /bin/ls /proc/$$/fd"], environment: [:], descriptors: [5: descriptor])
        #expect(outcome.standardOutput.hasPrefix("content"))
        let numbers = Set(
            outcome.standardOutput.dropFirst("content".count).split(separator: "\n").compactMap { Int($0) })
        #expect(numbers.isSubset(of: [0, 1, 2, 5, 10]), "the shell itself opens 10")
    }

    @Test func `Waiting for output ends with the text, or with an error when the child ends without it`() async throws {
        let child = try ChildProcess(
            "/bin/sh", ["-c", "echo ready; read line; exit 0"], environment: [:], acceptsInput: true)
        try await child.waitForOutput("ready")
        let waiting = Task { try await child.waitForOutput("never written") }
        child.closeInput()
        await #expect(throws: ChildProcess.EndedEarly.self) { try await waiting.value }
    }

    @Test func `A child that lost its last reference is killed with what it started`() async throws {
        let directory = try ScratchDirectory()
        let fifo = directory["fifo"]
        try #require(mkfifo(fifo, 0o600) == 0)
        // Ends only when every process that has the fifo open for writing is gone.
        let reader = try ChildProcess("/bin/cat", [fifo], environment: [:])
        var child: ChildProcess? = try ChildProcess(
            "/bin/sh", ["-c", "exec 7>\(fifo); /bin/sleep 1000 & echo started >&7; echo started; wait"],
            environment: [:])
        try await child?.waitForOutput("started")
        child = nil
        #expect(await reader.wait().standardOutput == "started\n")
    }

    @Test func `A program that does not exist is reported when it is started`() async {
        await #expect(throws: Errno.noSuchFileOrDirectory) {
            _ = try await ChildProcess.run("/nonexistent/program", environment: [:])
        }
    }

    @Test func `A killed child is told apart from one that left`() async throws {
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: [:])
        child.send(signal: SIGTERM)
        #expect(await child.wait().termination == .signalled(SIGTERM))
    }

    @Test func `Cancelling the wait kills the child`() async throws {
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: [:])
        let task = Task { await child.wait() }
        task.cancel()
        #expect(await task.value.termination == .signalled(SIGKILL))
    }
}
