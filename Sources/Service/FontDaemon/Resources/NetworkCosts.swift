internal import DBus
internal import EventLoop

/// Determines through NetworkManager whether the network is metered.
///
/// Source: NMMetered of the D-Bus interface of NetworkManager: 1 is yes, 3 is probably.
actor NetworkCosts {
    private static let name = "org.freedesktop.NetworkManager"
    private static let path: ObjectPath = "/org/freedesktop/NetworkManager"
    private static let timeout = Duration.seconds(5)

    private let address: BusAddress
    private let loop: EventLoop
    private var connection: BusConnection?
    /// The task that listens for changes.
    private var following: Task<Void, Never>?

    /// Creates the object without making any calls.
    ///
    /// - Parameters:
    ///   - address: The address of the system bus.
    ///   - loop: The event loop of the connection to it.
    init(at address: BusAddress, on loop: EventLoop) {
        self.address = address
        self.loop = loop
    }

    /// Determines whether the network is metered.
    ///
    /// - Parameter onChange: Called when this may have changed, until ``close()``.
    /// - Returns: Whether it is metered; `false` if NetworkManager does not run.
    func isMetered(_ onChange: @escaping @Sendable () async -> Void) async -> Bool {
        guard let connection = await connect() else { return false }
        // Listen before the query, so that no change is missed.
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

    /// Stops listening and closes the connection.
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
        // Another query may have connected first.
        if let connection, await !connection.isClosed {
            await opened?.close()
            return connection
        }
        connection = opened
        return opened
    }
}
