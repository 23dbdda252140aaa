internal import BusInterface
internal import DBus

/// The right to serve on a bus, held by one daemon at a time from before it touches the home until it is through with it.
///
/// It is a bus name that nobody calls. Without it a daemon that starts while another leaves would find the home taken, and
/// of two that the bus starts for the two public names at the same time one would answer calls with nothing but that.
struct ServingTurn: Sendable {
    /// The name that stands for the right.
    static let busName = "org.typecase.Daemon1"

    private static let names = [busName, Management1Names.busName, FontManager1Names.busName]

    private let connection: BusConnection

    /// Waits for the right.
    ///
    /// - Parameter connection: What is to hold it.
    /// - Throws: `nameTaken` where another daemon serves, so that this one is not needed.
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
                    // The connection is gone.
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

    /// Gives the right to the next daemon.
    func end() async {
        // A bus that is gone has given it back already.
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
