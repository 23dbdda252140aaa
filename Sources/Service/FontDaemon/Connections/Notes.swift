internal import LinuxSystem

/// The latest of the values that one task is told of, one after the other.
struct Notes<Value: Sendable>: Sendable {
    let values: AsyncStream<Value>
    let note: AsyncStream<Value>.Continuation

    init() { (values, note) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Starts a task that does something for each.
    func forEach(_ body: @escaping @Sendable (Value) async -> Void) -> Task<Void, Never> {
        Task { [values] in await PassingTask.forEach(values, body) }
    }
}
