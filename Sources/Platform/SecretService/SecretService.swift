package import DBus
internal import LinuxSystem

/// The secrets of the user, kept by whoever is the Secret Service of the session, such as GNOME Keyring or KWallet.
///
/// Secrets pass the session's bus in the plain, which no other user reads. Source: Secret Service API, draft 0.2 of
/// freedesktop.org.
package struct SecretService: Sendable {
    private static let busName = "org.freedesktop.secrets"
    private static let path: ObjectPath = "/org/freedesktop/secrets"
    private static let service = "org.freedesktop.Secret.Service"
    private static let item = "org.freedesktop.Secret.Item"
    private static let none: ObjectPath = "/"

    /// The most bytes of a secret: a line of the head of a request.
    package static let maximumLength = 4096
    /// How long a keyring may take to answer, its start included.
    private static let callTime = Duration.seconds(25)
    /// How long the user may take to unlock a keyring.
    private static let promptTime = Duration.seconds(120)

    private let connection: BusConnection

    /// The result of a search.
    package enum Finding: Sendable, Equatable {
        /// The secret.
        case secret(String)
        /// There is one, in a keyring that is locked.
        case locked
        /// There is none, or no Secret Service.
        case absent
    }

    /// Uses a connection to the session's bus; nobody is called.
    package init(over connection: BusConnection) { self.connection = connection }

    // MARK: Searching

    /// Finds a secret; asks the user nothing.
    ///
    /// - Parameter attributes: All of what it was stored with.
    /// - Returns: The secret; of several the one that comes first.
    /// - Throws: What the Secret Service said.
    package func secret(with attributes: [String: String]) async throws(BusError) -> Finding {
        guard try await connection.isAvailable(Self.busName) else { return .absent }
        let (unlocked, locked) = try await items(with: attributes)
        guard let item = unlocked.first else { return locked.isEmpty ? .absent : .locked }
        let reply = try await inSession { session throws(BusError) in
            try await call(item, Self.item, "GetSecret", [.objectPath(session)])
        }
        // The session, parameters of none in the plain, the secret, and what kind of text it is.
        guard case .structure(let parts)? = reply.first, parts.count == 4 else {
            throw .failed("The Secret Service gave no secret.")
        }
        let bytes = try [UInt8](busValue: parts[2])
        guard bytes.count <= Self.maximumLength, let text = String(validating: bytes, as: UTF8.self) else {
            throw .failed("The secret is no text of at most \(Self.maximumLength) bytes.")
        }
        return .secret(text)
    }

    private func items(
        with attributes: [String: String]
    ) async throws(BusError) -> (unlocked: [ObjectPath], locked: [ObjectPath]) {
        let reply = try await call(Self.path, Self.service, "SearchItems", [attributes.busValue])
        guard reply.count == 2 else { throw .failed("The Secret Service does not tell what it has.") }
        return (try [ObjectPath](busValue: reply[0]), try [ObjectPath](busValue: reply[1]))
    }

    /// Makes calls in a session, which the Secret Service keeps until it is closed or the connection ends.
    private func inSession<Value>(
        _ body: (_ session: ObjectPath) async throws(BusError) -> Value
    ) async throws(BusError) -> Value {
        let reply = try await call(
            Self.path, Self.service, "OpenSession", ["plain".busValue, .variant("".busValue)])
        guard reply.count == 2, case .objectPath(let session) = reply[1] else {
            throw .failed("The Secret Service opens no session.")
        }
        let result: Result<Value, BusError>
        do throws(BusError) { result = .success(try await body(session)) } catch { result = .failure(error) }
        _ = try? await call(session, "org.freedesktop.Secret.Session", "Close", [])
        return try result.get()
    }

    // MARK: Changing

    /// Makes sure that there is a Secret Service, which starts where it can be.
    ///
    /// - Throws: `serviceUnknown` where there is none.
    package func requireService() async throws(BusError) {
        guard try await connection.isAvailable(Self.busName) else {
            throw BusError(
                .serviceUnknown, "There is no Secret Service on the session bus. Install gnome-keyring or KWallet.")
        }
    }

    /// Keeps a secret in the user's default keyring, in the place of one with the same attributes; has the user unlock the
    /// keyring where it is locked.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - label: What people read where their secrets are listed.
    ///   - attributes: What it is found by.
    /// - Throws: `cancelled` where the user does not unlock the keyring, `serviceUnknown` where there is no Secret Service,
    ///   `failed` where there is no keyring, and what the Secret Service said.
    package func keep(
        _ secret: String, titled label: String, with attributes: [String: String]
    ) async throws(BusError) {
        try await requireService()
        let reply = try await call(Self.path, Self.service, "ReadAlias", ["default".busValue])
        guard case .objectPath(let collection)? = reply.first, collection != Self.none else {
            throw .failed("There is no default keyring. Make one, for example in Passwords and Keys (seahorse).")
        }
        try await unlock([collection])
        let properties: [String: BusVariant] = [
            "\(Self.item).Label": BusVariant(label), "\(Self.item).Attributes": BusVariant(attributes),
        ]
        let created = try await inSession { session throws(BusError) in
            let value = BusValue.structure([
                .objectPath(session), [UInt8]().busValue, Array(secret.utf8).busValue, "text/plain".busValue,
            ])
            return try await call(
                collection, "org.freedesktop.Secret.Collection", "CreateItem",
                [properties.busValue, value, true.busValue])
        }
        guard created.count == 2, case .objectPath(let prompt) = created[1] else {
            throw .failed("The Secret Service kept nothing.")
        }
        try await finish(prompt)
    }

    /// Removes the secrets with some attributes.
    ///
    /// - Parameter attributes: What they were stored with.
    /// - Returns: How many there were.
    /// - Throws: As ``keep(_:titled:with:)``.
    package func remove(with attributes: [String: String]) async throws(BusError) -> Int {
        guard try await connection.isAvailable(Self.busName) else { return 0 }
        let found = try await items(with: attributes)
        try await unlock(found.locked)
        let all = found.unlocked + found.locked
        for path in all {
            guard case .objectPath(let prompt)? = try await call(path, Self.item, "Delete", []).first else {
                throw .failed("The Secret Service removed nothing.")
            }
            try await finish(prompt)
        }
        return all.count
    }

    /// Has the user unlock what is locked.
    private func unlock(_ objects: [ObjectPath]) async throws(BusError) {
        guard !objects.isEmpty else { return }
        let reply = try await call(Self.path, Self.service, "Unlock", [objects.busValue])
        guard reply.count == 2, case .objectPath(let prompt) = reply[1] else {
            throw .failed("The Secret Service does not unlock the keyring.")
        }
        try await finish(prompt)
    }

    /// Has a prompt shown, where one is needed, and waits for its end.
    private func finish(_ prompt: ObjectPath) async throws(BusError) {
        guard prompt != Self.none else { return }
        let interface = "org.freedesktop.Secret.Prompt"
        let ends = try await connection.signals(
            matching: MatchRule(sender: Self.busName, path: prompt, interface: interface, member: "Completed"))
        _ = try await call(prompt, interface, "Prompt", ["".busValue])
        let connection = connection
        let isDismissed = await withTaskGroup(of: Bool?.self) { group in
            group.addTask {
                for await end in ends {
                    if case .boolean(let isDismissed)? = end.arguments.first { return isDismissed }
                }
                return nil
            }
            group.addTask {
                try? await AlarmClock.shared.sleep(for: Self.promptTime)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        guard isDismissed == false else {
            if isDismissed == nil {
                _ = try? await connection.call(
                    destination: Self.busName, path: prompt, interface: interface, member: "Dismiss")
            }
            throw BusError(.cancelled, "The keyring was not unlocked.")
        }
    }

    private func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) async throws(BusError) -> [BusValue] {
        try await connection.call(
            destination: Self.busName, path: path, interface: interface, member: member, arguments: arguments,
            timeout: Self.callTime)
    }
}
