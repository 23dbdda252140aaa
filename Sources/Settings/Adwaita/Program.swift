internal import CAdwaita
internal import Glibc

/// Runs programs.
package enum Program {
    /// The output of a program, and how it ended.
    package struct Outcome: Sendable {
        package let output: String
        package let errors: String
        /// The exit code; -1 if a signal ended it.
        package let code: Int
        /// Whether it was stopped here, because the task was cancelled or the time limit was reached.
        package let wasStopped: Bool
    }

    /// The time from SIGTERM until a program is killed, in milliseconds.
    private static let graceTime: UInt32 = 5_000

    /// Runs a program to its end.
    ///
    /// If the task is cancelled, the program gets SIGTERM, and its outcome covers the work until then.
    ///
    /// - Parameters:
    ///   - arguments: The path of the program, or its name on the path, and its arguments.
    ///   - limit: The time limit in milliseconds.
    /// - Returns: Its outcome; `nil` if it could not be started.
    @MainLoop
    package static func run(_ arguments: [String], limit: UInt32) async -> Outcome? {
        var strings = arguments.map { UnsafePointer<CChar>(g_strdup($0)) }
        strings.append(nil)
        defer { for text in strings { g_free(UnsafeMutableRawPointer(mutating: text)) } }
        let flags = GSubprocessFlags(
            rawValue: G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue)
        guard !Task.isCancelled, let process = g_subprocess_newv(strings, flags, nil) else { return nil }
        let run = RunningProgram(process)
        let timer = Toolkit.after(milliseconds: limit) { run.stop(graceTime) }
        let outcome = await withTaskCancellationHandler {
            await run.outcome()
        } onCancel: {
            Task { @MainLoop in run.stop(graceTime) }
        }
        timer.cancel()
        return outcome
    }
}

/// A running program.
@MainLoop
private final class RunningProgram {
    private let process: OpaquePointer
    private var killing: Toolkit.Timer?
    private var isStopped = false
    private var hasEnded = false

    /// Creates an object that owns the process.
    init(_ process: OpaquePointer) { self.process = process }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(process)) }

    /// Sends SIGTERM to the program, and kills it if it does not exit in time.
    func stop(_ grace: UInt32) {
        guard !isStopped, !hasEnded else { return }
        isStopped = true
        g_subprocess_send_signal(process, SIGTERM)
        killing = Toolkit.after(milliseconds: grace) { [weak self] in
            guard let self, !hasEnded else { return }
            g_subprocess_force_exit(process)
        }
    }

    /// Waits until it ends.
    func outcome() async -> Program.Outcome? {
        await withCheckedContinuation { continuation in
            let handler = Handler<OpaquePointer?, Void> { [self] result in
                continuation.resume(returning: finished(result))
            }
            g_subprocess_communicate_utf8_async(process, nil, nil, callFinished, handler.retained)
        }
    }

    private func finished(_ result: OpaquePointer?) -> Program.Outcome? {
        hasEnded = true
        killing?.cancel()
        var output: UnsafeMutablePointer<CChar>?
        var errors: UnsafeMutablePointer<CChar>?
        let succeeded = g_subprocess_communicate_utf8_finish(process, result, &output, &errors, nil) != 0
        defer {
            g_free(output)
            g_free(errors)
        }
        guard succeeded || isStopped else { return nil }
        return Program.Outcome(
            output: output.map { String(cString: $0) } ?? "", errors: errors.map { String(cString: $0) } ?? "",
            code: g_subprocess_get_if_exited(process) != 0 ? Int(g_subprocess_get_exit_status(process)) : -1,
            wasStopped: isStopped)
    }
}

private func callFinished(_: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: UnsafeMutableRawPointer?)
{
    Handler<OpaquePointer?, Void>.call(data, result, or: ())
    releaseData(data)
}
