internal import DBus
internal import EventLoop

/// Knows from NetworkManager whether the network costs by the byte.
///
/// Source: NMMetered of the D-Bus interface of NetworkManager: 1 is yes, 3 is probably.
actor NetworkCosts {
    private static let name = "org.freedesktop.NetworkManager"
    private static let path: ObjectPath = "/org/freedesktop/NetworkManager"
    private static let timeout = Duration.seconds(5)

    private let address: BusAddress
    private let loop: EventLoop
    private var connection: BusConnection?
    /// Follows the changes.
    private var following: Task<Void, Never>?

    /// Creates it; nobody is asked yet.
    ///
    /// - Parameters:
    ///   - address: The system's bus.
    ///   - loop: Where the connection to it lives.
    init(at address: BusAddress, on loop: EventLoop) {
        self.address = address
        self.loop = loop
    }

    /// Finds out whether the network costs by the byte.
    ///
    /// - Parameter onChange: Called when that may have changed, until ``close()``.
    /// - Returns: Whether it does; `false` where NetworkManager does not run.
    func isMetered(_ onChange: @escaping @Sendable () async -> Void) async -> Bool {
        guard let connection = await connect() else { return false }
        // Before the question, so that no change falls in between.
        if following == nil {
            let changes = try? await connection.propertyChanges(of: Self.name, at: Self.path, from: Self.name)
            if following == nil, let changes {
                following = Task {
                    for await change in changes where change["Metered"] != nil { await onChange() }
                }
            }
        }
        let reply = try? await connection.call(
            destination: Self.name, path: Self.path, interface: "org.freedesktop.DBus.Properties", member: "Get",
            arguments: [Self.name.busValue, "Metered".busValue], timeout: Self.timeout)
        guard case .variant(let value)? = reply?.first, case .uint32(let metered) = value else { return false }
        return metered == 1 || metered == 3
    }

    /// Listens no more.
    func close() async {
        following?.cancel()
        following = nil
        let open = connection
        connection = nil
        await open?.close()
    }

    private func connect() async -> BusConnection? {
        if let connection, await !connection.isClosed { return connection }
        following?.cancel()
        following = nil
        let opened = try? await BusConnection.open(address, on: loop)
        // Another question may have been faster.
        if let connection, await !connection.isClosed {
            await opened?.close()
            return connection
        }
        connection = opened
        return opened
    }
}
