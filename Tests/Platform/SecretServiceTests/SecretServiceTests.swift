internal import DBus
internal import EventLoop
internal import SecretService
internal import TestSupport
internal import Testing

/// Secrets in the real GNOME Keyring.
@Suite(.timeLimit(.minutes(5)))
struct SecretServiceTests {
    private static let attributes = CredentialAttributes.of(
        provider: "org.example.Foundry", name: "account", server: "example.org")

    private func run(_ body: (PrivateBus, BusConnection) async throws -> Void) async throws {
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-secrets")
        let connection = try await BusConnection.open(.address(bus.address), on: loop)
        let result: Result<Void, any Error>
        do { result = .success(try await body(bus, connection)) } catch { result = .failure(error) }
        await connection.close()
        await loop.stop()
        bus.stop()
        try result.get()
    }

    @Test("A secret is found by all of its attributes, replaced by another, and removed")
    func roundTrip() async throws {
        try await run { bus, connection in
            let keyring = try await Keyring(on: bus)
            try await eventually("the keyring is there") {
                try await connection.hasOwner("org.freedesktop.secrets")
            }
            let secrets = SecretService(over: connection)
            #expect(try await secrets.secret(with: Self.attributes) == .absent)
            try await secrets.keep("Bearer first", titled: "Test", with: Self.attributes)
            #expect(try await secrets.secret(with: Self.attributes) == .secret("Bearer first"))
            try await secrets.keep("Bearer second", titled: "Test", with: Self.attributes)
            #expect(try await secrets.secret(with: Self.attributes) == .secret("Bearer second"))
            for (key, value) in [("provider", "org.example.Other"), ("server", "example.com"), ("credential", "a")] {
                let others = Self.attributes.merging([key: value]) { $1 }
                #expect(try await secrets.secret(with: others) == .absent)
            }
            // What other programs do, such as Passwords and Keys.
            let collection: ObjectPath = "/org/freedesktop/secrets/collection/login"
            _ = try await connection.call(
                destination: "org.freedesktop.secrets", path: "/org/freedesktop/secrets",
                interface: "org.freedesktop.Secret.Service", member: "Lock", arguments: [[collection].busValue])
            #expect(try await secrets.secret(with: Self.attributes) == .locked)
            withExtendedLifetime(keyring) {}
        }
    }

    @Test("A removed secret is not found any more")
    func removal() async throws {
        try await run { bus, connection in
            let keyring = try await Keyring(on: bus)
            try await eventually("the keyring is there") {
                try await connection.hasOwner("org.freedesktop.secrets")
            }
            let secrets = SecretService(over: connection)
            try await secrets.keep("Bearer first", titled: "Test", with: Self.attributes)
            #expect(try await secrets.remove(with: Self.attributes) == 1)
            #expect(try await secrets.remove(with: Self.attributes) == 0)
            #expect(try await secrets.secret(with: Self.attributes) == .absent)
            withExtendedLifetime(keyring) {}
        }
    }

    @Test("Without a Secret Service there is no secret, and none can be kept")
    func nobody() async throws {
        try await run { (_, connection) async throws in
            let secrets = SecretService(over: connection)
            #expect(try await secrets.secret(with: Self.attributes) == .absent)
            #expect(try await secrets.remove(with: Self.attributes) == 0)
            do throws(BusError) {
                try await secrets.keep("Bearer first", titled: "Test", with: Self.attributes)
                Issue.record("It was kept by nobody.")
            } catch {
                #expect(error.code == .serviceUnknown)
            }
        }
    }
}
