internal import Glibc
package import LinuxSystem
internal import Synchronization
package import SystemPackage

/// A child process of a test: its output is collected, waiting for it never blocks a thread of Swift's pool, and it is
/// killed with its process group when the last reference goes.
package final class ChildProcess: Sendable {
    /// What became of a process.
    package enum Termination: Sendable, Equatable {
        /// It left with this status.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
    }

    /// What a process left behind.
    package struct Outcome: Sendable {
        /// How it ended.
        package let termination: Termination
        /// Its standard output, with invalid UTF-8 repaired.
        package let standardOutput: String
        /// Its standard error, with invalid UTF-8 repaired.
        package let standardError: String

        /// Whether it left with status 0.
        package var succeeded: Bool { termination == .exited(0) }
    }

    /// A process ended before it said what was waited for.
    package struct EndedEarly: Error, Sendable, CustomStringConvertible {
        /// What the process left behind.
        package let outcome: Outcome

        package var description: String {
            "ended early (\(outcome.termination)): \(outcome.standardOutput)\(outcome.standardError)"
        }
    }

    /// The process id, also that of the process group.
    package let processID: Int32

    private let monitor: ProcessMonitor
    private let input: Mutex<OwnedFileDescriptor?>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: The absolute path.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The whole environment; nothing is inherited.
    ///   - directory: The working directory, where it is not that of the test.
    ///   - acceptsInput: Whether ``write(_:)`` is the standard input, which is `/dev/null` otherwise.
    ///   - descriptors: Descriptors to pass on, by the number they have in the child; every other one is closed there.
    /// - Throws: The reason why the program could not be started, such as `Errno.noSuchFileOrDirectory`.
    package init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String], directory: String? = nil,
        acceptsInput: Bool = false, descriptors: [Int32: OwnedFileDescriptor] = [:]
    ) throws(Errno) {
        let output = try Pipe()
        let error = try Pipe()
        let input = acceptsInput ? try Pipe() : nil
        var actions = try SpawnActions(workingDirectory: directory)
        if let input { try actions.pass(input.readEnd, as: 0) } else { try actions.passNull(as: 0) }
        try actions.pass(output.writeEnd, as: 1)
        try actions.pass(error.writeEnd, as: 2)
        for (number, descriptor) in descriptors.sorted(by: { $0.key < $1.key }) {
            try actions.pass(descriptor, as: number)
        }
        processID = try actions.spawn(executable, [executable] + arguments, environment)
        self.input = Mutex(input?.writeEnd)
        do throws(Errno) {
            monitor = try ProcessMonitor(processID, output: output.readEnd, error: error.readEnd)
        } catch {
            _ = kill(-processID, SIGKILL)
            waitpid(processID, nil, 0)
            throw error
        }
    }

    /// Starts a program at a terminal, as a person does.
    ///
    /// What it writes to the terminal is the standard output; ``write(_:)`` is what is typed, where `\u{3}` is Ctrl-C.
    ///
    /// - Parameters:
    ///   - terminal: The terminal; nobody else is to use it.
    ///   - executable: The absolute path.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The whole environment; nothing is inherited.
    /// - Throws: The reason why the program could not be started.
    package init(
        at terminal: PseudoTerminal, _ executable: String, _ arguments: [String] = [], environment: [String: String]
    ) throws(Errno) {
        let error = try Pipe()
        var actions = try SpawnActions(workingDirectory: nil)
        try actions.attach(to: terminal.path)
        processID = try actions.spawn(executable, [executable] + arguments, environment)
        input = Mutex(terminal.descriptor)
        do throws(Errno) {
            monitor = try ProcessMonitor(processID, output: terminal.descriptor, error: error.readEnd)
        } catch {
            _ = kill(-processID, SIGKILL)
            waitpid(processID, nil, 0)
            throw error
        }
    }

    deinit { monitor.signal(SIGKILL) }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - executable: The absolute path.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The whole environment; nothing is inherited.
    ///   - directory: The working directory, where it is not that of the test.
    ///   - input: What it reads from its standard input, at most a pipe's 64 KiB.
    ///   - descriptors: Descriptors to pass on, by the number they have in the child.
    /// - Returns: What the process left behind.
    /// - Throws: The reason why the program could not be started.
    package static func run(
        _ executable: String, _ arguments: [String] = [], environment: [String: String], directory: String? = nil,
        input: String? = nil, descriptors: [Int32: OwnedFileDescriptor] = [:]
    ) async throws(Errno) -> Outcome {
        let child = try ChildProcess(
            executable, arguments, environment: environment, directory: directory, acceptsInput: input != nil,
            descriptors: descriptors)
        if let input {
            try child.write(input)
            child.closeInput()
        }
        return await child.wait()
    }

    /// Waits until the process has ended.
    ///
    /// What it left in its process group is killed then. A cancelled task kills the process, so that a test that meets
    /// its time limit leaves nothing behind.
    package func wait() async -> Outcome {
        await withTaskCancellationHandler {
            await monitor.outcome()
        } onCancel: {
            monitor.signal(SIGKILL)
        }
    }

    /// Waits until the process has written a text to its standard output or standard error.
    ///
    /// - Parameter text: What to wait for.
    /// - Throws: ``EndedEarly`` where the process ends without having written it.
    package func waitForOutput(_ text: String) async throws(EndedEarly) {
        let ended = await withTaskCancellationHandler {
            await monitor.endedWithout(Array(text.utf8))
        } onCancel: {
            monitor.signal(SIGKILL)
        }
        if let ended { throw EndedEarly(outcome: ended) }
    }

    /// What the process wrote to its standard output so far.
    package var standardOutput: String { monitor.collected.output }

    /// What the process wrote to its standard error so far.
    package var standardError: String { monitor.collected.error }

    /// Sends a signal to the process and its group; one that has ended is left alone.
    ///
    /// - Parameter number: The signal, such as `SIGTERM`.
    package func send(signal number: Int32) { monitor.signal(number) }

    /// Writes to the standard input.
    ///
    /// - Parameter text: A few lines; more than the pipe's 64 KiB would block.
    /// - Throws: `Errno.brokenPipe` where nobody reads, `Errno.badFileDescriptor` where the input is closed.
    package func write(_ text: String) throws(Errno) {
        guard let input = input.withLock({ $0 }) else { throw .badFileDescriptor }
        try input.writeAll(Array(text.utf8))
    }

    /// Closes the standard input.
    package func closeInput() { input.withLock { $0 = nil } }
}
