internal import DBus
internal import EventLoop

/// Runs work for callers, which is cancelled when they leave the bus.
///
/// The actor runs on the event loop of the bus.
actor CallerTasks {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let callers: CallerDirectory
    private var tasks: [String: [UInt64: @Sendable () -> Void]] = [:]
    /// The callers whose departure is already watched.
    private var watched: Set<String> = []
    private var lastNumber: UInt64 = 0

    /// Creates the object without any work.
    init(on loop: EventLoop, callers: CallerDirectory) {
        self.loop = loop
        self.callers = callers
    }

    /// Runs a task that is cancelled when the caller leaves the bus or the calling task is cancelled.
    ///
    /// - Parameters:
    ///   - caller: The unique name of the caller, which was identified.
    ///   - body: The work.
    /// - Returns: What the body returns.
    func run<Value: Sendable>(for caller: String, _ body: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await body() }
        lastNumber += 1
        let number = lastNumber
        tasks[caller, default: [:]][number] = { task.cancel() }
        if watched.insert(caller).inserted, await !callers.whenGone(caller, { await self.cancelAll(of: caller) }) {
            cancelAll(of: caller)
        }
        let value = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        tasks[caller]?[number] = nil
        return value
    }

    private func cancelAll(of caller: String) {
        watched.remove(caller)
        for cancel in (tasks.removeValue(forKey: caller) ?? [:]).values { cancel() }
    }
}
