/// Runs work in a separate, short-lived task, so that a long-lived task does not retain the work's memory.
///
/// A task keeps the memory that its deepest call used until nothing refers to the task any more, even after it has
/// ended. A task that lives as long as the program, and mostly waits, therefore runs its work in another task.
package enum PassingTask {
    /// Runs work in a task of its own.
    ///
    /// - Parameter work: The work; it is cancelled with the caller's task.
    /// - Returns: The work's result.
    /// - Throws: The work's error.
    package static func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let task = Task { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Runs work for each value of a stream, one after the other.
    ///
    /// - Parameters:
    ///   - values: The stream.
    ///   - body: The work for a value; it is cancelled with the caller's task.
    package static func forEach<Value: Sendable>(
        _ values: AsyncStream<Value>, _ body: @escaping @Sendable (Value) async -> Void
    ) async {
        for await value in values { await run { await body(value) } }
    }
}
