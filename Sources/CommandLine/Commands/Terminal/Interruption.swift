internal import CLinux
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Handles Ctrl-C and other signals that ask the program to end as requests to end cleanly.
package enum Interruption {
    /// Runs work that the first signal cancels; a second signal ends the program immediately, unless it is `SIGHUP`.
    ///
    /// All threads must block the ``signals``.
    ///
    /// - Parameter work: The work, which has to check whether its task is cancelled.
    /// - Returns: The result of the work, and the signal that cancelled it, if any.
    package static func run<Result: Sendable>(
        _ work: @escaping @Sendable () async -> Result
    ) async -> (Result, signal: Int32?) {
        let received = Received()
        let task = Task { await work() }
        // A separate thread handles signals, so that work that blocks every thread of the pool cannot delay the second
        // signal. If no thread can be created, the program cannot be interrupted, but it does its work.
        let thread = try? NativeThread(name: "typecase-signal") {
            while let signal = wait() {
                if signal == SIGINT, isLeavingInterrupts.load(ordering: .acquiring) { continue }
                // This comes before the other program receives the signal, because its end may end the work.
                let isFirst = received.first(signal)
                childProcess.withLock { if $0 != 0 { kill($0, signal) } }
                if isFirst {
                    task.cancel()
                } else if signal != SIGHUP {
                    // When a terminal is closed, `SIGHUP` arrives more than once: from the kernel and from the shell.
                    leave(signal)
                }
            }
        }
        thread?.detach()
        let result = await task.value
        return (result, received.signal)
    }

    /// Runs work during which Ctrl-C is left to another program, which also receives it from the terminal.
    ///
    /// - Parameter work: The work, which blocks.
    /// - Returns: The result of the work.
    static func leavingInterrupts<Result>(_ work: () -> Result) -> Result {
        isLeavingInterrupts.store(true, ordering: .releasing)
        defer { isLeavingInterrupts.store(false, ordering: .releasing) }
        return work()
    }

    /// Passes signals other than Ctrl-C on to another program while this program waits for it.
    ///
    /// - Parameter processID: The process ID of the program, or 0 before the ID can be reused.
    static func passOn(to processID: Int32) { childProcess.withLock { $0 = processID } }

    private static let childProcess = Mutex<Int32>(0)

    private static let isLeavingInterrupts = Atomic(false)

    /// Ends this program when it receives a signal, or passes the signal on while another program runs in its place.
    ///
    /// Ctrl-C is not passed on, because the terminal sends it to both programs. All threads must block the ``signals``.
    ///
    /// - Returns: An object that has to be informed when the other program starts and ends.
    static func passingOn() -> RunningProgram {
        let program = RunningProgram()
        let thread = try? NativeThread(name: "typecase-signal") {
            while let signal = wait() {
                program.take(signal)
            }
        }
        thread?.detach()
        return program
    }

    /// A program that runs in place of this one.
    final class RunningProgram: Sendable {
        private enum State {
            case unstarted
            /// Signals that arrive now are passed on as soon as the process ID is known.
            case starting(signals: [Int32])
            case running(Int32)
            case ended
        }

        private let state = Mutex(State.unstarted)

        /// Records that the program is about to be started.
        func begin() { state.withLock { $0 = .starting(signals: []) } }

        /// Records the process ID of the program, and passes on the signals that have arrived.
        func passOn(to processID: Int32) {
            state.withLock { state in
                if case .starting(let signals) = state { for signal in signals { kill(processID, signal) } }
                state = .running(processID)
            }
        }

        /// Records that the program has ended or was not started, before its process ID can be reused.
        func end() { state.withLock { $0 = .ended } }

        fileprivate func take(_ signal: Int32) {
            state.withLock { state in
                switch state {
                case .unstarted: leave(signal)
                case .starting(let signals) where signal != SIGINT: state = .starting(signals: signals + [signal])
                case .running(let processID) where signal != SIGINT: kill(processID, signal)
                case .ended where signal != SIGINT: leave(signal)
                // The program received it from the terminal, even if the signal ended the program.
                case .starting, .running, .ended: break
                }
            }
        }
    }

    private final class Received: Sendable {
        private let number = Mutex<Int32?>(nil)

        var signal: Int32? { number.withLock { $0 } }

        /// Records a signal, and returns whether it is the first.
        func first(_ signal: Int32) -> Bool {
            number.withLock { number in
                if number != nil { return false }
                number = signal
                return true
            }
        }
    }

    /// The signals that ask the program to end, except those that were set to be ignored when it was started.
    ///
    /// `nohup`, or a shell without job control that starts the program in the background, sets such signals.
    static var signals: [Int32] {
        [SIGINT, SIGTERM, SIGHUP].filter { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            // SIG_IGN is not a function but the number 1 in place of one: functions can only be compared as numbers.
            return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                != unsafeBitCast(SIG_IGN, to: Int.self)
        }
    }

    /// Waits for a signal and returns it; `nil` if there are no signals to wait for.
    private static func wait() -> Int32? {
        let awaited = signals
        if awaited.isEmpty { return nil }
        var set = sigset_t()
        sigemptyset(&set)
        for signal in awaited { sigaddset(&set, signal) }
        var signal: Int32 = 0
        return sigwait(&set, &signal) == 0 ? signal : nil
    }

    /// Ends the program without waiting for anything.
    private static func leave(_ signal: Int32) -> Never {
        TerminalDialog.abandon()
        // A progress bar may be on the line.
        if isatty(STDERR_FILENO) == 1 { _ = "\r\u{1B}[K".withCString { write(STDERR_FILENO, $0, 4) } }
        _exit(128 + signal)
    }
}

/// Runs work that only an interruption ends, so that the interruption is not a failure.
///
/// - Parameter work: The work, which runs as long as the connection lasts.
/// - Throws: The failure that ended the work, such as the end of the connection.
func untilInterrupted(_ work: () async throws(BusError) -> Void) async throws(CommandFailure) {
    do throws(BusError) {
        try await work()
    } catch {
        if !Task.isCancelled { throw CommandFailure(error) }
    }
    if !Task.isCancelled { throw CommandFailure(BusError.disconnected) }
}

/// Completes work even if the task is cancelled, because the service does what it was asked to do in any case.
///
/// - Parameters:
///   - work: The work.
///   - onCancel: Called when the task is cancelled while the work continues.
/// - Returns: The result of the work.
/// - Throws: The failure of the work.
package func finishing<Result: Sendable>(
    _ work: @escaping @Sendable () async throws(CommandFailure) -> Result, onCancel: @Sendable () -> Void = {}
) async throws(CommandFailure) -> Result {
    let task = Task {
        do throws(CommandFailure) {
            return Ended(result: .success(try await work()))
        } catch {
            return Ended(result: .failure(error))
        }
    }
    return try await withTaskCancellationHandler(operation: { await task.value }, onCancel: onCancel).result.get()
}

private struct Ended<Result: Sendable>: Sendable {
    var result: Swift.Result<Result, CommandFailure>
}
