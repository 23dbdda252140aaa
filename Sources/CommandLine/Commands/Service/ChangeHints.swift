internal import BusInterface
internal import DBus

/// Tells that fonts may have changed, after the service's signal and when the service comes back, and that the service
/// has left.
struct ChangeHints: Sendable {
    /// What has happened.
    enum Hint: Sendable {
        /// Fonts may have changed, or the state of the service.
        case changed
        /// The service has left the bus; asking it anything would start it again.
        case serviceLeft
    }

    /// The hints, one for any number of the same in a row.
    ///
    /// They end with the connection, or when the task is
    /// cancelled.
    let stream: AsyncStream<Hint>

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - session: The connection.
    ///   - includesState: Whether to tell of changes of the service's state as well.
    /// - Throws: What kept a subscription from being made.
    init(_ session: CommandSession, includingState includesState: Bool = false) async throws(BusError) {
        let changes = try await session.fonts.fontsChanged()
        let states = includesState ? try await session.management.statusChanged() : nil
        let owners = try await session.connection.ownerChanges(of: FontManager1Names.busName)
        // A change and a departure: whatever came before them is told by what is asked after them.
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
                // Whichever ends first, nothing more will come of the others.
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in listening.cancel() }
        self.stream = stream
    }
}
