internal import BusInterface
internal import DBus
internal import EventLoop

/// A ``FakeFontService`` on a bus, which can go away and come back.
struct RunningService {
    private let loop: EventLoop
    /// The connection that both names are on.
    let connection: BusConnection

    init(_ service: FakeFontService, on bus: TestBus) async throws {
        loop = try EventLoop(name: "fake-service")
        connection = try await BusConnection.open(.address(bus.address), on: loop)
        service.update { [connection] in $0.connection = connection }
        await connection.export(
            ExportedObject(interfaces: [management1Interface(service)]), at: Management1Names.path)
        await connection.export(
            ExportedObject(interfaces: [fontManager1Interface(service)]), at: FontManager1Names.path)
        for name in [Management1Names.busName, FontManager1Names.busName] {
            // The bus learns a moment after the end of a connection that its names are free.
            try await connection.waitUntilNameVanishes(name)
            try await connection.requestName(name)
        }
    }

    /// Tells everybody that fonts have changed.
    func announce(_ generation: UInt64) async throws {
        try await connection.emitFontsChanged(generation: generation)
    }

    /// Tells everybody that the state of the service has changed.
    func announceStatus() async throws { try await connection.emitStatusChanged() }

    func stop() async {
        await connection.close()
        await loop.stop()
    }
}
