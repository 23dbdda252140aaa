internal import BusInterface
internal import DBus

/// The right to serve on a bus, held by one daemon at a time while it uses the home.
///
/// It is a bus name that receives no calls. Without it, a daemon that starts while another exits would find the home
/// locked. If the bus started two daemons for the two public names at the same time, one of them would answer all calls
/// with that error.
struct ServingTurn: Sendable {
    /// The bus name that represents the right.
    static let busName = "org.typecase.Daemon1"

    private static let names = [busName, Management1Names.busName, FontManager1Names.busName]

    private let connection: BusConnection

    /// Creates the turn after waiting for the right.
    ///
    /// - Parameter connection: The connection that will own the name.
    /// - Throws: `nameTaken` if another daemon serves, so that this one is not needed.
    init(on connection: BusConnection) async throws(BusError) {
        self.connection = connection
        if try await Self.take(on: connection) { return }
        let (changes, note) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var watching: [Task<Void, Never>] = []
        defer { for task in watching { task.cancel() } }
        for name in Self.names {
            let owners = try await connection.ownerChanges(of: name)
            watching.append(
                Task {
                    for await _ in owners { note.yield() }
                    // The connection is closed.
                    note.finish()
                })
        }
        repeat {
            if try await Self.isServed(on: connection) {
                throw BusError(.nameTaken, "Another daemon serves '\(FontManager1Names.busName)' on this bus already.")
            }
            if try await Self.take(on: connection) { return }
        } while await changes.first { _ in true } != nil
        throw .disconnected
    }

    /// Releases the right for the next daemon.
    func end() async {
        // If the bus is gone, the right is already released.
        try? await connection.releaseName(Self.busName)
    }

    private static func take(on connection: BusConnection) async throws(BusError) -> Bool {
        do throws(BusError) {
            try await connection.requestName(busName)
            return true
        } catch  where error.code == .nameTaken {
            return false
        }
    }

    private static func isServed(on connection: BusConnection) async throws(BusError) -> Bool {
        guard try await connection.hasOwner(Management1Names.busName) else { return false }
        return try await connection.hasOwner(FontManager1Names.busName)
    }
}
