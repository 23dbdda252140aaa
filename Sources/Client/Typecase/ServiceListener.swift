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

    /// Listens for changes of the fonts that the session has.
    static func ofFonts(_ service: ServiceConnection) -> ServiceListener {
        ServiceListener(service: service) { (session, hint) throws(BusError) in
            if session.way.isPortal {
                let changes = try await TypecasePortalClient(session.connection).changed()
                return { for await _ in changes { hint() } }
            }
            let changes = try await session.fonts.fontsChanged()
            return { for await _ in changes { hint() } }
        }
    }

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
                let better = try await arrivals(betterThan: session)
                wait = Self.waits.first
                if try await isOutdone(session) {
                    await service.forgetWay()
                    continue
                }
                // Whatever happened until now was not heard.
                hint()
                let isOutdone = await withTaskGroup(of: Bool.self) { group in
                    group.addTask {
                        await listening()
                        return false
                    }
                    group.addTask {
                        // Asking one that has left would start it again.
                        for await change in owners where change.newOwner != nil { hint() }
                        return false
                    }
                    group.addTask {
                        _ = await session.connection.waitUntilClosed()
                        return false
                    }
                    if let better {
                        group.addTask {
                            for await change in better where change.newOwner != nil { return true }
                            return false
                        }
                    }
                    // Whichever ends first, nothing more will come of the others.
                    let isOutdone = await group.next() ?? false
                    group.cancelAll()
                    return isOutdone
                }
                if isOutdone {
                    await service.forgetWay()
                    continue
                }
            } catch {
                // There is no bus, or it has gone again: tried again below.
                onFailure()
            }
            await service.pause(wait)
            wait = min(wait * 2, Self.waits.last)
        }
    }

    /// Tells of a service that comes by its own name, where it is listened to by the one that every sandbox reaches.
    ///
    /// It takes that one first; who may not use the other never hears of it.
    private func arrivals(
        betterThan session: ServiceConnection.Session
    ) async throws(BusError) -> AsyncStream<NameOwnerChange>? {
        guard session.way.isPortal else { return nil }
        return try await session.connection.ownerChanges(of: ServiceWay.service.busName)
    }

    /// Whether the service has its own name by now, where it was not found by that.
    private func isOutdone(_ session: ServiceConnection.Session) async throws(BusError) -> Bool {
        guard session.way.isPortal else { return false }
        return try await session.connection.hasOwner(ServiceWay.service.busName)
    }
}
