internal import BusInterface
internal import DBus

/// Reports that fonts may have changed, and that the service has left the bus.
///
/// Fonts may have changed after a signal of the service, and when the service comes back.
struct ChangeHints: Sendable {
    /// What has happened.
    enum Hint: Sendable {
        /// Fonts may have changed, or the state of the service.
        case changed
        /// The service has left the bus; asking it anything would start it again.
        case serviceLeft
    }

    /// The hints; several hints in a row of the same kind are combined into one.
    ///
    /// The stream ends with the connection, or when the task is cancelled.
    let stream: AsyncStream<Hint>

    /// Creates the hints, and starts to listen.
    ///
    /// - Parameters:
    ///   - session: The connection.
    ///   - includesState: Whether to report changes of the service's state as well.
    /// - Throws: An error if a subscription cannot be made.
    init(_ session: CommandSession, includingState includesState: Bool = false) async throws(BusError) {
        let changes = try await session.fonts.fontsChanged()
        let states = includesState ? try await session.management.statusChanged() : nil
        let owners = try await session.connection.ownerChanges(of: FontManager1Names.busName)
        // A change and a departure are enough: the state that is read after them includes everything before them.
        let (stream, continuation) = AsyncStream.makeStream(of: Hint.self, bufferingPolicy: .bufferingNewest(2))
        let connection = session.connection
        let listening = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { continuation.yield(.changed) } }
                if let states { group.addTask { for await _ in states { continuation.yield(.changed) } } }
                group.addTask {
                    for await change in owners {
                        continuation.yield(change.newOwner == nil ? .serviceLeft : .changed)
                    }
                }
                group.addTask { _ = await connection.waitUntilClosed() }
                // When one of the tasks ends, the others will not report anything more.
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in listening.cancel() }
        self.stream = stream
    }
}
