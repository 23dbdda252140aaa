internal import CLinux
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Makes Ctrl-C, and whatever else asks the program to end, a request to end cleanly.
package enum Interruption {
    /// Does work that the first signal cancels; the second ends the program on the spot, unless it is `SIGHUP`.
    ///
    /// All threads have to block the ``signals``.
    ///
    /// - Parameter work: What to do; it has to notice that its task is cancelled.
    /// - Returns: What the work returns, and the signal that cancelled it, if one did.
    package static func run<Result: Sendable>(
        _ work: @escaping @Sendable () async -> Result
    ) async -> (Result, signal: Int32?) {
        let received = Received()
        let task = Task { await work() }
        // A thread of its own: work that blocks every thread of the pool must not keep the second signal out.
        // Where there is none left, the program cannot be interrupted, but does its work.
        let thread = try? NativeThread(name: "typecase-signal") {
            while let signal = wait() {
                if signal == SIGINT, isLeavingInterrupts.load(ordering: .acquiring) { continue }
                // Before the other program hears of it, whose end may be the end of the work.
                let isFirst = received.first(signal)
                childProcess.withLock { if $0 != 0 { kill($0, signal) } }
                if isFirst {
                    task.cancel()
                } else if signal != SIGHUP {
                    // A terminal that is closed tells it more than once: the kernel does, and the shell as well.
                    leave(signal)
                }
            }
        }
        thread?.detach()
        let result = await task.value
        return (result, received.signal)
    }

    /// Does work in which Ctrl-C is for another program, which the terminal tells of it as well.
    ///
    /// - Parameter work: What to do; it blocks.
    /// - Returns: What the work returns.
    static func leavingInterrupts<Result>(_ work: () -> Result) -> Result {
        isLeavingInterrupts.store(true, ordering: .releasing)
        defer { isLeavingInterrupts.store(false, ordering: .releasing) }
        return work()
    }

    /// Has signals but Ctrl-C end another program as well, for as long as this one waits for it.
    ///
    /// - Parameter processID: The process; 0 before its number is another's to have.
    static func passOn(to processID: Int32) { childProcess.withLock { $0 = processID } }

    private static let childProcess = Mutex<Int32>(0)

    private static let isLeavingInterrupts = Atomic(false)

    /// Ends this program at a signal, and once it runs another in its place, passes signals on to that; but not Ctrl-C,
    /// which the terminal sends to both.
    ///
    /// All threads have to block the ``signals``.
    ///
    /// - Returns: Takes the number of the other process.
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

    /// A program that runs in the place of this one, from its start on.
    final class RunningProgram: Sendable {
        private enum State {
            case unstarted
            /// Signals of this time are for it to have once its number is known.
            case starting(signals: [Int32])
            case running(Int32)
            case ended
        }

        private let state = Mutex(State.unstarted)

        /// Notes that the program is about to be started.
        func begin() { state.withLock { $0 = .starting(signals: []) } }

        /// Takes the number of the process.
        func passOn(to processID: Int32) {
            state.withLock { state in
                if case .starting(let signals) = state { for signal in signals { kill(processID, signal) } }
                state = .running(processID)
            }
        }

        /// Notes that the program has ended, or was not started, before its number can be another's.
        func end() { state.withLock { $0 = .ended } }

        fileprivate func take(_ signal: Int32) {
            state.withLock { state in
                switch state {
                case .unstarted: leave(signal)
                case .starting(let signals) where signal != SIGINT: state = .starting(signals: signals + [signal])
                case .running(let processID) where signal != SIGINT: kill(processID, signal)
                case .ended where signal != SIGINT: leave(signal)
                // The program has it from the terminal, also where that ended it.
                case .starting, .running, .ended: break
                }
            }
        }
    }

    private final class Received: Sendable {
        private let number = Mutex<Int32?>(nil)

        var signal: Int32? { number.withLock { $0 } }

        /// Takes note of a signal; tells whether it is the first.
        func first(_ signal: Int32) -> Bool {
            number.withLock { number in
                if number != nil { return false }
                number = signal
                return true
            }
        }
    }

    /// The signals that ask for an end, but for those that whoever started the program wants ignored: `nohup`, or a
    /// shell without job control that starts it in the background.
    static var signals: [Int32] {
        [SIGINT, SIGTERM, SIGHUP].filter { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            // SIG_IGN is no function but the number 1 in the place of one: functions can only be compared as numbers.
            return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                != unsafeBitCast(SIG_IGN, to: Int.self)
        }
    }

    /// Waits for a signal; `nil` where there is none to wait for.
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

/// Does what has no end but an interruption, which is no failure therefore.
///
/// - Parameter work: What to do, for as long as the connection lasts.
/// - Throws: The failure that ended it, which may be the end of the connection.
func untilInterrupted(_ work: () async throws(BusError) -> Void) async throws(CommandFailure) {
    do throws(BusError) {
        try await work()
    } catch {
        if !Task.isCancelled { throw CommandFailure(error) }
    }
    if !Task.isCancelled { throw CommandFailure(BusError.disconnected) }
}

/// Lets work come to its end though the task is cancelled, as what has been asked of the service is done regardless.
///
/// - Parameters:
///   - work: What to do.
///   - onCancel: Called when the task is cancelled while the work goes on.
/// - Returns: What the work returns.
/// - Throws: What the work throws.
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
