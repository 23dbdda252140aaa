internal import DBus
internal import EventLoop

/// Work for callers that is given up when they leave the bus.
///
/// It lives on the loop of the bus.
actor CallerTasks {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let callers: CallerDirectory
    private var tasks: [String: [UInt64: @Sendable () -> Void]] = [:]
    /// Of whom it is known already when they leave.
    private var watched: Set<String> = []
    private var lastNumber: UInt64 = 0

    /// Starts without any work.
    init(on loop: EventLoop, callers: CallerDirectory) {
        self.loop = loop
        self.callers = callers
    }

    /// Does something, whose task is cancelled when a caller leaves, or with the task that calls this.
    ///
    /// - Parameters:
    ///   - caller: The unique name of the caller, who was identified.
    ///   - body: What to do.
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
