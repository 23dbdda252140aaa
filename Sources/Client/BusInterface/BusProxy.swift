package import DBus

/// One interface of one remote object, which the generated clients call through.
package struct BusProxy: Sendable {
    /// How long to wait for a reply unless told otherwise: what D-Bus programs commonly wait.
    package static let standardTimeout: Duration = .seconds(25)

    private let connection: BusConnection
    private let busName: String
    private let path: ObjectPath
    private let interface: String

    /// Creates a proxy; nothing is sent yet.
    package init(connection: BusConnection, busName: String, path: ObjectPath, interface: String) {
        self.connection = connection
        self.busName = busName
        self.path = path
        self.interface = interface
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - member: The method.
    ///   - arguments: The arguments.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The results.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func call(
        _ member: String, _ arguments: [BusValue], timeout: Duration
    ) async throws(BusError) -> BusReply {
        let values = try await connection.call(
            destination: busName, path: path, interface: interface, member: member, arguments: arguments,
            timeout: timeout)
        return BusReply(values, of: interface + "." + member)
    }

    /// Reads a property.
    ///
    /// - Parameters:
    ///   - name: The property.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func property<Value: BusConvertible>(_ name: String, timeout: Duration) async throws(BusError) -> Value {
        let values = try await connection.call(
            destination: busName, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get",
            arguments: [interface.busValue, name.busValue], timeout: timeout)
        let reply = BusReply(values, of: interface + "." + name)
        let variant: BusVariant = try reply.value(0, "value")
        return try BusReply([variant.value], of: interface + "." + name).value(0, name)
    }

    /// Subscribes to a signal.
    ///
    /// - Parameters:
    ///   - member: The signal.
    ///   - read: Reads its arguments; a signal of another form than this is passed over.
    /// - Returns: The signals from now on; the subscription ends with the stream.
    /// - Throws: What kept the subscription from being made.
    package func signals<Value: Sendable>(
        _ member: String, _ read: @escaping @Sendable (BusReply) throws(BusError) -> Value
    ) async throws(BusError) -> some AsyncSequence<Value, Never> & Sendable {
        let place = interface + "." + member
        let rule = MatchRule(sender: busName, path: path, interface: interface, member: member)
        return try await connection.signals(matching: rule).compactMap { signal in
            try? read(BusReply(signal.arguments, of: place))
        }
    }
}
