import Glibc
import InspectionProtocol
import LinuxSystem
import SandboxedWorker
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProgramTests {
    @Test(
        arguments: [
            [], ["--mode"], ["--mode", "paint"], ["--connected"], ["--mode", "warm", "--mode", "warm"],
            ["--mode", "inspect", "x"], ["--mode", "convert", "x"],
        ], WorkerProgram.allCases)
    func `wrong arguments are refused with the usage`(arguments: [String], program: WorkerProgram) async throws {
        #expect(WorkerOptions(arguments: arguments, of: program) == nil)
        let outcome = try await ChildProcess.run(Worker.executable(program.rawValue), arguments, environment: [:])
        #expect(outcome.termination == .exited(64))
        #expect(outcome.standardError == WorkerOptions.usage(of: program) + "\n")
    }

    @Test func `every mode has its arguments`() {
        for mode in InspectionMode.allCases {
            for program in [mode.program, nil] {
                #expect(
                    WorkerOptions(arguments: ["--mode", mode.rawValue], of: program)
                        == WorkerOptions(mode: mode, isConnected: false))
                #expect(
                    WorkerOptions(arguments: ["--connected", "--mode", mode.rawValue], of: program)
                        == WorkerOptions(mode: mode, isConnected: true))
            }
        }
    }

    @Test(arguments: InspectionMode.allCases)
    func `a program has its own modes alone`(mode: InspectionMode) async throws {
        for other in WorkerProgram.allCases where other != mode.program {
            let arguments = ["--mode", mode.rawValue]
            let outcome = try await ChildProcess.run(Worker.executable(other.rawValue), arguments, environment: [:])
            #expect(outcome.termination == .exited(64))
        }
    }

    @Test func `the program that judges fonts is linked with nothing that draws or unpacks`() async throws {
        let outcome = try await ChildProcess.run(
            "/usr/bin/ldd", [Worker.executable("typecase-inspect")], environment: ["PATH": "/usr/bin:/bin"])
        let libraries = outcome.standardOutput.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(libraries.contains { $0.contains("libfreetype.so") })
        let others = ["archive", "cairo", "gio", "pango", "rsvg", "woff2dec", "X11"]
        #expect(libraries.filter { library in others.contains { library.contains("lib\($0)") } } == [])
    }

    @Test(arguments: [["--mode", "inspect", "--connected"], ["--mode", "inspect"]])
    func `without a socket there is no worker`(arguments: [String]) async throws {
        let outcome = try await ChildProcess.run(Worker.executable("typecase-inspect"), arguments, environment: [:])
        #expect(outcome.termination == .exited(1))
        #expect(outcome.standardError.contains("Descriptor 3"))
    }

    @Test func `a job of another mode is refused, and the worker goes on`() throws {
        let worker = try Worker(.inspect)
        let reply = try worker.connection.perform(.warm(directories: ["/"]))
        #expect(reply == .failed(.refused("A worker in mode inspect does not do this job.")))
        #expect(try worker.connection.inspect(FontBuilder().build()).refusal == nil)
    }

    @Test(arguments: [[1, 0, 0, 0, 9], [2, 0, 0, 0, 1, 99], [255, 255, 255, 255], [0, 0, 0, 0]] as [[UInt8]])
    func `what is no job is answered once, and the connection closed`(bytes: [UInt8]) async throws {
        let worker = try Worker(.inspect)
        try worker.connection.send(bytes)
        guard case .failed(.refused) = try worker.connection.receive() else {
            Issue.record("not refused")
            return
        }
        #expect(throws: WorkerConnection.Closed.self) { try worker.connection.receive() }
        #expect(await worker.process.wait().termination == .exited(0))
    }

    @Test func `a listening worker serves several connections at a time`() throws {
        let home = try ScratchHome()
        let path = home.runtimeDirectory + "/inspect"
        let listener = try UnixSocket.listening(at: path)
        // A service manager knows the worker's process id; a shell can learn it before it becomes the worker.
        let process = try ChildProcess(
            "/bin/sh", ["-c", "LISTEN_PID=$$ exec \"$0\" --mode inspect", Worker.executable("typecase-inspect")],
            environment: home.environment.merging(["LISTEN_FDS": "1"]) { $1 }, descriptors: [3: listener])
        let connections = try (0..<3).map { _ in WorkerConnection(try UnixSocket.connected(to: path), to: process) }
        for connection in connections.reversed() {
            #expect(try connection.inspect(FontBuilder().build()).refusal == nil)
        }
        connections[0].close()
        #expect(try connections[1].inspect(FontBuilder().build()).refusal == nil)
        let late = WorkerConnection(try UnixSocket.connected(to: path), to: process)
        #expect(try late.inspect(FontBuilder().build()).refusal == nil)
        process.send(signal: SIGTERM)
    }
}
