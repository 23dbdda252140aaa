/// Options for requesting a bus name.
package struct NameRequestOptions: OptionSet, Sendable {
    /// The bits, as defined by the bus.
    package let rawValue: UInt32

    /// Creates options from the bus' bits.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Other connections may take over the name.
    package static let allowReplacement = NameRequestOptions(rawValue: 1)
    /// Takes over the name from an owner that allows it.
    package static let replaceExisting = NameRequestOptions(rawValue: 2)
}

extension BusConnection {
    /// Becomes the owner of a well-known name.
    ///
    /// If the name is taken, the request is not queued.
    ///
    /// - Throws: `nameTaken` if another connection owns the name.
    package func requestName(_ name: String, options: NameRequestOptions = []) async throws(BusError) {
        try BusNames.check(busName: name)
        let doNotQueue: UInt32 = 4
        let results = try await callBus("RequestName", [.string(name), .uint32(options.rawValue | doNotQueue)])
        // 1: became the owner; 4: already was the owner.
        guard results == [.uint32(1)] || results == [.uint32(4)] else {
            throw BusError(.nameTaken, "The bus name '\(name)' has another owner.")
        }
    }

    /// Releases a name, if this connection owns it.
    ///
    /// When this returns, all calls that were sent to the name while it was owned have arrived.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - timeout: How long to wait for the bus to confirm.
    /// - Throws: `timedOut` if the bus does not confirm in time, or `disconnected`.
    package func releaseName(
        _ name: String, timeout: Duration = BusConnection.defaultTimeout
    ) async throws(BusError) {
        try BusNames.check(busName: name)
        _ = try await callBus("ReleaseName", [.string(name)], timeout: timeout)
    }

    /// The names for which the bus can start a service.
    package func activatableNames() async throws(BusError) -> Set<String> {
        guard let names = try await callBus("ListActivatableNames", []).first else { return [] }
        return Set(try [String](busValue: names))
    }

    /// Whether a name has an owner or the bus can start one.
    package func isAvailable(_ name: String) async throws(BusError) -> Bool {
        if try await hasOwner(name) { return true }
        return try await activatableNames().contains(name)
    }

    /// The unique name of the connection that owns a name.
    ///
    /// - Returns: The unique name; nil if the name has no owner.
    package func owner(of name: String) async throws(BusError) -> String? {
        try BusNames.check(busName: name)
        do throws(BusError) {
            guard case .string(let owner)? = try await callBus("GetNameOwner", [.string(name)]).first else {
                return nil
            }
            return owner
        } catch  where error.code == .nameHasNoOwner {
            return nil
        }
    }

    /// Whether a name has an owner.
    package func hasOwner(_ name: String) async throws(BusError) -> Bool {
        try await owner(of: name) != nil
    }

    /// Subscribes to the changes of a name's owner.
    ///
    /// - Parameter name: A well-known name, or a unique one, which vanishes with its connection.
    /// - Returns: The changes from now on, as with `signals(matching:)`.
    /// - Throws: `limitsExceeded` if the bus accepts no more rules for this connection, or `disconnected`.
    package func ownerChanges(of name: String) async throws(BusError) -> AsyncStream<NameOwnerChange> {
        try BusNames.check(busName: name)
        return try await subscribe(to: Self.ownerRule(of: name)) { NameOwnerChange($0) }
    }

    /// Waits until a name has no owner, such as the unique name of a caller for which something is kept.
    ///
    /// Returns immediately if the name has no owner. Throws an error if this connection ends or the task is cancelled.
    package func waitUntilNameVanishes(_ name: String) async throws(BusError) {
        // Queried after the subscription, so that the owner cannot vanish unnoticed in between.
        let changes = try await ownerChanges(of: name)
        guard try await hasOwner(name) else { return }
        for await change in changes where change.newOwner == nil { return }
        throw .disconnected
    }

    /// The identifier of the bus, which is different for each run of the bus.
    package func busIdentifier() async throws(BusError) -> String {
        guard case .string(let identifier)? = try await callBus("GetId", []).first else {
            throw .failed("The bus answered without an identifier.")
        }
        return identifier
    }
}
