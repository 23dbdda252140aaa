internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import SecretService
internal import TestSupport
internal import Testing

/// Fonts from servers that require a secret, which is stored in the real GNOME Keyring.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CredentialTests {
    private static let provider = "org.example.Provider"
    private static let consumer = "org.example.Consumer"
    private static let family = "Far Away"
    private static let name = "FarAway-Regular"

    private func run(
        in home: ScratchHome, _ body: (Desk, WebServer, SecretService) async throws -> Void
    ) async throws {
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            let keyring = try await Keyring(on: desk.bus)
            try await eventually("the keyring is there") {
                try await desk.connection.hasOwner("org.freedesktop.secrets")
            }
            try await body(desk, server, SecretService(over: desk.connection))
            withExtendedLifetime(keyring) {}
        }
    }

    /// Installs a manifest with the server's font at an address.
    private func install(_ url: String, in home: ScratchHome) throws {
        let digest = try SealedMemory(bytes: Desk.font(Self.family)).digest.hexadecimal
        try home.scratch.write(
            """
            {"version": 2, "id": "\(Self.provider)", "name": "Test", "fonts": [{"file": "a.ttf", "sha256": "\(digest)",
             "name": "\(Self.name)", "url": "\(url)", "credential": "account"}]}
            """, to: "share/typecase/providers/\(Self.provider).json")
    }

    private func attributes(_ server: WebServer) -> [String: String] {
        CredentialAttributes.of(provider: Self.provider, name: "account", server: "localhost:\(server.port)")
    }

    private func authorizations(_ server: WebServer) -> [String] {
        server.requests.filter { $0.hasPrefix("authorization ") }
    }

    @Test("A stored secret gets the font; without one, or with a locked keyring, the reason says what to do")
    func stored() async throws {
        let home = try ScratchHome()
        try await run(in: home) { desk, server, secrets in
            try install(server.address("guarded/Bearer_abc"), in: home)
            let consumer = try await desk.connect(as: Self.consumer)
            let without = try await consumer.request(Self.name)
            #expect(try without.reasons == ["denied-by-server"])
            let advice = "typecase resources credential \(Self.provider) account localhost:\(server.port)"
            #expect(try without.message().contains(advice), "\(without.unresolved)")
            #expect(authorizations(server).isEmpty)
            try await secrets.keep("Bearer abc", titled: "Test", with: attributes(server))
            func lock(_ member: String) async throws {
                let collection: ObjectPath = "/org/freedesktop/secrets/collection/login"
                _ = try await desk.connection.call(
                    destination: "org.freedesktop.secrets", path: "/org/freedesktop/secrets",
                    interface: "org.freedesktop.Secret.Service", member: member, arguments: [[collection].busValue])
            }
            let found = try await consumer.request(Self.name)
            #expect(try found.names == ["\(Self.name) asset"], "\(found.unresolved)")
            #expect(authorizations(server) == ["authorization /guarded/Bearer_abc Bearer abc"])
            // Another server has another font, and the keyring is locked by now.
            home.scratch.remove("home/.local/share/typecase/assets")
            try await secrets.keep("Bearer xyz", titled: "Test", with: attributes(server))
            await consumer.close()
            try await eventually("the font has gone") { try await !desk.connection.finds(Self.name) }
            let other = try await desk.connect(as: Self.consumer)
            let wrong = try await other.request(Self.name)
            #expect(try wrong.reasons == ["denied-by-server"])
            #expect(try !wrong.message().contains("Store it"))
            try await lock("Lock")
            let locked = try await other.request(Self.name)
            #expect(try locked.reasons == ["denied-by-server"])
            #expect(try locked.message().contains("keyring that is locked"), "\(locked.unresolved)")
            await other.close()
        }
    }

    @Test("The command stores a secret from a pipe and removes it, and refuses what is no provider and no secret")
    func command() async throws {
        try await run(in: ScratchHome()) { desk, server, secrets in
            func credential(
                _ provider: String, _ options: String..., input: String
            ) async throws
                -> ChildProcess.Outcome
            {
                try await ChildProcess.run(
                    BuildProducts.executable("typecase"),
                    ["resources", "credential", provider, "account", "localhost:\(server.port)"] + options,
                    environment: ["DBUS_SESSION_BUS_ADDRESS": desk.bus.address], input: input)
            }
            #expect(try await credential(Self.provider, input: "abc\n").termination == .exited(0))
            #expect(try await secrets.secret(with: attributes(server)) == .secret("Bearer abc"))
            #expect(try await credential(Self.provider, "--user", "alice", input: "pw\n").termination == .exited(0))
            #expect(try await secrets.secret(with: attributes(server)) == .secret("Basic YWxpY2U6cHc="))
            #expect(try await credential(Self.provider, "--remove", input: "").termination == .exited(0))
            #expect(try await secrets.secret(with: attributes(server)) == .absent)
            #expect(try await credential(Self.provider, "--remove", input: "").termination == .exited(3))
            for (provider, input) in [("no id", "abc\n"), (Self.provider, "")] {
                let refused = try await credential(provider, "--json", input: input)
                #expect(refused.termination == .exited(64))
                #expect(refused.standardError.contains("org.freedesktop.DBus.Error.InvalidArgs"), "\(refused)")
            }
        }
    }

    @Test("A secret goes to no other server after a redirect, and to the same one again")
    func redirects() async throws {
        let home = try ScratchHome()
        try await run(in: home) { desk, server, secrets in
            try await secrets.keep("Bearer abc", titled: "Test", with: attributes(server))
            let consumer = try await desk.connect(as: Self.consumer)
            let other = server.publicAddress("guarded/Bearer_abc")
            try install(server.address("to/\(other)"), in: home)
            let elsewhere = try await consumer.request(Self.name)
            #expect(try elsewhere.reasons == ["denied-by-server"], "\(elsewhere.unresolved)")
            #expect(authorizations(server) == ["authorization /to/\(other) Bearer abc"])
            let same = server.address("guarded/Bearer_abc")
            try install(server.address("to/\(same)"), in: home)
            let found = try await consumer.request(Self.name)
            #expect(try found.names == ["\(Self.name) asset"], "\(found.unresolved)")
            #expect(authorizations(server).last == "authorization /guarded/Bearer_abc Bearer abc")
            await consumer.close()
        }
    }

    @Test("A secret is not sent in the open, nor to a server that the user has put in the place of another")
    func otherServers() async throws {
        let home = try ScratchHome()
        try await run(in: home) { desk, server, secrets in
            try await secrets.keep("Bearer abc", titled: "Test", with: attributes(server))
            let consumer = try await desk.connect(as: Self.consumer)
            try install(server.address("guarded/Bearer_abc"), in: home)
            for replacement in [server.plainAddress(""), server.publicAddress("")] {
                try home.scratch.write(
                    #"{"servers": {"\#(server.address(""))": "\#(replacement)"}}"#,
                    to: "home/.config/typecase/servers.json")
                #expect(try await consumer.request(Self.name).reasons == ["denied-by-server"])
            }
            #expect(authorizations(server).isEmpty)
            home.scratch.remove("home/.config/typecase/servers.json")
            try install(server.address("to/\(server.plainAddress("guarded/Bearer_abc"))"), in: home)
            #expect(try await consumer.request(Self.name).resolved.isEmpty)
            #expect(authorizations(server).allSatisfy { $0.hasPrefix("authorization /to/") })
            await consumer.close()
        }
    }
}
