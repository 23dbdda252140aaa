internal import BusInterface
internal import DBus

/// Listens for hints that the service may have news: a signal, the return of the service, or the return of the bus.
struct ServiceListener: Sendable {
    /// A function that waits for signals and passes each one on as a hint, until the connection ends.
    typealias Listening = @Sendable () async -> Void

    let service: ServiceConnection
    /// Subscribes to signals.
    let subscribe:
        @Sendable (_ session: ServiceConnection.Session, _ hint: @escaping @Sendable () -> Void)
            async throws(BusError) -> Listening
    /// Called when there is currently no bus to listen on.
    var onFailure: @Sendable () -> Void = {}

    /// Creates a listener for changes of the fonts of the session.
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

    /// How long to wait before the next attempt after the bus connection was lost: the first and the longest wait.
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
                // Changes before this moment may have been missed.
                hint()
                let isOutdone = await withTaskGroup(of: Bool.self) { group in
                    group.addTask {
                        await listening()
                        return false
                    }
                    group.addTask {
                        // A call to a service that has ended would start it again.
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
                    // As soon as one of these tasks ends, the others have nothing more to report.
                    let isOutdone = await group.next() ?? false
                    group.cancelAll()
                    return isOutdone
                }
                if isOutdone {
                    await service.forgetWay()
                    continue
                }
            } catch {
                // There is no bus, or its connection was lost again: retry below.
                onFailure()
            }
            await service.pause(wait)
            wait = min(wait * 2, Self.waits.last)
        }
    }

    /// Returns the owner changes of the service's own name; `nil` if the session uses this name already.
    ///
    /// The service acquires its own name after the one that every sandbox reaches. An application that may not use the
    /// service's own name never receives these changes.
    private func arrivals(
        betterThan session: ServiceConnection.Session
    ) async throws(BusError) -> AsyncStream<NameOwnerChange>? {
        guard session.way.isPortal else { return nil }
        return try await session.connection.ownerChanges(of: ServiceWay.service.busName)
    }

    /// Whether the service now has its own name, although the session found it by the name that every sandbox reaches.
    private func isOutdone(_ session: ServiceConnection.Session) async throws(BusError) -> Bool {
        guard session.way.isPortal else { return false }
        return try await session.connection.hasOwner(ServiceWay.service.busName)
    }
}
