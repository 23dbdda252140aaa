internal import BusInterface
internal import DBus

/// Listens for hints that the service has something new to tell: a signal, the return of the service, the return of
/// the bus.
struct ServiceListener: Sendable {
    /// What waits for signals and passes each on as a hint, until the connection ends.
    typealias Listening = @Sendable () async -> Void

    let service: ServiceConnection
    /// Subscribes to signals.
    let subscribe:
        @Sendable (_ session: ServiceConnection.Session, _ hint: @escaping @Sendable () -> Void)
            async throws(BusError) -> Listening
    /// Learns that there is no bus to listen on at this moment.
    var onFailure: @Sendable () -> Void = {}

    /// How long to wait for a bus that has gone, at first and at most.
    private static let waits = (first: Duration.milliseconds(250), last: Duration.seconds(8))

    /// Listens until the task is cancelled.
    func run(_ hint: @escaping @Sendable () -> Void) async {
        var wait = Self.waits.first
        while !Task.isCancelled {
            do throws(BusError) {
                let session = try await service.session()
                let listening = try await subscribe(session, hint)
                let owners = try await session.connection.ownerChanges(of: session.way.busName)
                wait = Self.waits.first
                // Whatever happened until now was not heard.
                hint()
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await listening() }
                    // Asking one that has left would start it again.
                    group.addTask { for await change in owners where change.newOwner != nil { hint() } }
                    group.addTask { _ = await session.connection.waitUntilClosed() }
                    // Whichever ends first, nothing more will come of the others.
                    await group.next()
                    group.cancelAll()
                }
            } catch {
                // There is no bus, or it has gone again: tried again below.
                onFailure()
            }
            await service.pause(wait)
            wait = min(wait * 2, Self.waits.last)
        }
    }
}
