internal import LinuxSystem

/// A stream of values for one task, which keeps only the latest unread value.
struct Notes<Value: Sendable>: Sendable {
    let values: AsyncStream<Value>
    let note: AsyncStream<Value>.Continuation

    init() { (values, note) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Starts a task that handles the values one after another.
    func forEach(_ body: @escaping @Sendable (Value) async -> Void) -> Task<Void, Never> {
        Task { [values] in await PassingTask.forEach(values, body) }
    }
}
