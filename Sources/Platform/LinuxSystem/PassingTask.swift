/// Tasks that end with what they do, for others that go on.
///
/// A task keeps the memory that its deepest call took until nobody refers to it any more, even where it has ended. Those
/// that last as long as the program, and mostly wait, have what they do done in another.
package enum PassingTask {
    /// Does something in a task of its own.
    ///
    /// - Parameter work: What to do; it is cancelled with the caller's task.
    /// - Returns: What came of it.
    /// - Throws: What it throws.
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

    /// Does something for each value of a stream, one after the other.
    ///
    /// - Parameters:
    ///   - values: The stream.
    ///   - body: What to do with a value; it is cancelled with the caller's task.
    package static func forEach<Value: Sendable>(
        _ values: AsyncStream<Value>, _ body: @escaping @Sendable (Value) async -> Void
    ) async {
        for await value in values { await run { await body(value) } }
    }
}
