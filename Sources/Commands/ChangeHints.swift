internal import BusInterface
internal import DBus

/// Tells that fonts may have changed: after the service's signal, and when the service comes back.
struct ChangeHints: Sendable {
    /// One element for any number of hints since the last; ends with the connection, or when the task is cancelled.
    let stream: AsyncStream<Void>

    /// Starts to listen.
    ///
    /// - Parameter session: The connection.
    /// - Throws: What kept a subscription from being made.
    init(_ session: CommandSession) async throws(BusError) {
        let changes = try await session.fonts.fontsChanged()
        let owners = try await session.connection.ownerChanges(of: FontManager1Names.busName)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let connection = session.connection
        let listening = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { continuation.yield() } }
                // That the service has left its name is no news of fonts, and asking would start it.
                group.addTask { for await change in owners where change.newOwner != nil { continuation.yield() } }
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
