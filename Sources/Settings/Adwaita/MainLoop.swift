internal import CAdwaita

/// Isolates the code that uses widgets to the thread that runs GLib's main loop.
///
/// Swift's main actor needs a loop of its own, which does not run while GLib's loop runs.
@globalActor
package final actor MainLoop {
    /// The only instance.
    package static let shared = MainLoop()

    private static let executor = MainLoopExecutor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }

    /// Runs the loop until the process exits.
    ///
    /// - Parameter start: The first task on the loop.
    package nonisolated static func run(_ start: @escaping @MainLoop () -> Void) -> Never {
        Task { @MainLoop in start() }
        let loop = g_main_loop_new(nil, 0)
        g_main_loop_run(loop)
        fatalError("GLib's main loop has ended, and nothing ends it.")
    }

    /// Whether the current thread runs the loop.
    nonisolated static var isCurrent: Bool { g_main_context_is_owner(g_main_context_default()) != 0 }
}

/// Runs Swift's jobs as sources of GLib's main loop.
private final class MainLoopExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let box = QueuedJob(UnownedJob(job), on: asUnownedSerialExecutor())
        g_idle_add_full(G_PRIORITY_DEFAULT, runQueuedJob, Unmanaged.passRetained(box).toOpaque(), nil)
    }

    func checkIsolated() { precondition(MainLoop.isCurrent, "This is not the thread of GLib's main loop.") }

    func isIsolatingCurrentContext() -> Bool? { MainLoop.isCurrent }
}

private final class QueuedJob {
    private let job: UnownedJob
    private let executor: UnownedSerialExecutor

    init(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
        self.job = job
        self.executor = executor
    }

    func run() { job.runSynchronously(on: executor) }
}

private func runQueuedJob(_ data: UnsafeMutableRawPointer?) -> gboolean {
    if let data { Unmanaged<QueuedJob>.fromOpaque(data).takeRetainedValue().run() }
    return 0
}
