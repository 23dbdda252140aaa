/// How to ask for a bus name.
package struct NameRequestOptions: OptionSet, Sendable {
    /// The bits as the bus takes them.
    package let rawValue: UInt32

    /// Takes the bus' bits.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Others may take the name over.
    package static let allowReplacement = NameRequestOptions(rawValue: 1)
    /// Takes the name over from an owner that allows it.
    package static let replaceExisting = NameRequestOptions(rawValue: 2)
}

extension BusConnection {
    /// Becomes the owner of a well-known name.
    ///
    /// Does not queue for it.
    ///
    /// - Throws: `nameTaken` where another owns it.
    package func requestName(_ name: String, options: NameRequestOptions = []) async throws(BusError) {
        try BusNames.check(busName: name)
        let doNotQueue: UInt32 = 4
        let results = try await callBus("RequestName", [.string(name), .uint32(options.rawValue | doNotQueue)])
        // 1: became the owner; 4: was it already.
        guard results == [.uint32(1)] || results == [.uint32(4)] else {
            throw BusError(.nameTaken, "The bus name '\(name)' has another owner.")
        }
    }

    /// Gives up a name; nothing happens where it was not owned.
    ///
    /// When it returns, every call that was sent to the name while it was owned has come in.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - timeout: How long to wait for the bus to say so.
    /// - Throws: `timedOut` where it does not, or `disconnected`.
    package func releaseName(
        _ name: String, timeout: Duration = BusConnection.defaultTimeout
    ) async throws(BusError) {
        try BusNames.check(busName: name)
        _ = try await callBus("ReleaseName", [.string(name)], timeout: timeout)
    }

    /// The names that the bus can start somebody for.
    package func activatableNames() async throws(BusError) -> Set<String> {
        guard let names = try await callBus("ListActivatableNames", []).first else { return [] }
        return Set(try [String](busValue: names))
    }

    /// Whether a name has an owner, or the bus would start one.
    package func isAvailable(_ name: String) async throws(BusError) -> Bool {
        if try await hasOwner(name) { return true }
        return try await activatableNames().contains(name)
    }

    /// The unique name of the connection that owns a name.
    ///
    /// - Returns: nil where nobody owns it.
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

    /// Whether somebody owns a name.
    package func hasOwner(_ name: String) async throws(BusError) -> Bool {
        try await owner(of: name) != nil
    }

    /// Learns of the changes of a name's owner.
    ///
    /// - Parameter name: A well-known name, or a unique one: that vanishes with its connection.
    /// - Returns: The changes from now on, as `signals(matching:)` does.
    /// - Throws: `limitsExceeded` where the bus keeps no more rules for this connection, or `disconnected`.
    package func ownerChanges(of name: String) async throws(BusError) -> AsyncStream<NameOwnerChange> {
        try BusNames.check(busName: name)
        return try await subscribe(to: Self.ownerRule(of: name)) { NameOwnerChange($0) }
    }

    /// Waits until nobody owns a name, such as the unique name of a caller that something is kept for.
    ///
    /// Returns at once where nobody owns it, and where this connection ends or the task is cancelled.
    package func waitUntilNameVanishes(_ name: String) async throws(BusError) {
        // Asked for after listening, so that it cannot vanish in between.
        let changes = try await ownerChanges(of: name)
        guard try await hasOwner(name) else { return }
        for await change in changes where change.newOwner == nil { return }
        throw .disconnected
    }

    /// The identifier of the bus, another for each run of it.
    package func busIdentifier() async throws(BusError) -> String {
        guard case .string(let identifier)? = try await callBus("GetId", []).first else {
            throw .failed("The bus answered without an identifier.")
        }
        return identifier
    }
}
