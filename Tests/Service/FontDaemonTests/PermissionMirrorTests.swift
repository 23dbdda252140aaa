internal import BusInterface
internal import DBus
internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing

/// What the desktop's permission store is told of rights.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PermissionMirrorTests {
    private static let storeName = "org.freedesktop.impl.portal.PermissionStore"
    private static let path: ObjectPath = "/org/freedesktop/impl/portal/PermissionStore"
    private static let right = "install-fonts"

    /// The part of the desktop's permission store that a mirror needs, with nothing in it but what it is told.
    private final class Store: Sendable {
        let calls: AsyncStream<String>
        private let note: AsyncStream<String>.Continuation

        init() { (calls, note) = AsyncStream.makeStream(of: String.self) }

        var table: ExportedInterface {
            get throws {
                func method(_ name: String, _ signature: String) throws -> ExportedMethod {
                    ExportedMethod(
                        name: name, inputSignature: try Signature(validating: signature),
                        outputSignature: try Signature(validating: "")
                    ) { [note] call in
                        let texts = call.arguments.compactMap { try? String(busValue: $0) }
                        let lists = call.arguments.compactMap { try? [String](busValue: $0) }
                        note.yield(([name] + texts + lists.joined()).joined(separator: " "))
                        return []
                    }
                }
                let lookup = ExportedMethod(
                    name: "Lookup", inputSignature: try Signature(validating: "ss"),
                    outputSignature: try Signature(validating: "a{sas}v")
                ) { _ in throw BusError(name: "org.freedesktop.portal.Error.NotFound", message: "No entry") }
                return ExportedInterface(
                    name: PermissionMirrorTests.storeName,
                    methods: [lookup, try method("SetPermission", "sbssas"), try method("DeletePermission", "sss")],
                    introspection: "<interface name=\"\(PermissionMirrorTests.storeName)\"/>")
            }
        }
    }

    private func set(
        _ decision: String, of provider: String, _ desk: Desk, _ options: [String: BusVariant] = [:]
    ) async throws {
        try await desk.management.setGrant(
            provider: provider, right: Self.right, decision: decision, options: options)
    }

    @Test("What the user allows, denies and takes back is told to the desktop's permission store")
    func mirror() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let connection = try await desk.connect(as: "org.example.Store")
            let store = Store()
            await connection.export(ExportedObject(interfaces: [try store.table]), at: Self.path)
            try await connection.requestName(Self.storeName)
            var calls = store.calls.makeAsyncIterator()
            try await set("allow", of: "org.unheard.App", desk)
            #expect(await calls.next() == "SetPermission typecase install-fonts org.unheard.App yes")
            try await set("deny", of: "org.unheard.App", desk)
            #expect(await calls.next() == "SetPermission typecase install-fonts org.unheard.App no")
            // What is about one font has no place there.
            try await set(
                "allow", of: "org.unheard.App", desk, ["font": BusVariant(String(repeating: "0", count: 64))])
            _ = try await desk.management.revokeGrant(provider: "org.unheard.App", right: Self.right, options: [:])
            #expect(await calls.next() == "DeletePermission typecase install-fonts org.unheard.App")
            await connection.close()
        }
    }

    // MARK: The desktop's own

    private static let program = "/usr/libexec/xdg-permission-store"

    /// What the store that runs has of the right; nothing where none runs.
    private func permissions(_ desk: Desk) async throws -> [String: [String]] {
        guard try await desk.connection.hasOwner(Self.storeName) else { return [:] }
        do throws(BusError) {
            let results = try await desk.connection.call(
                destination: Self.storeName, path: Self.path, interface: Self.storeName, member: "Lookup",
                arguments: ["typecase".busValue, Self.right.busValue])
            guard let permissions = results.first else { return [:] }
            return try [String: [String]](busValue: permissions)
        } catch {
            guard error.name.hasSuffix(".NotFound") else { throw error }
            return [:]
        }
    }

    /// Waits until the store has this and nothing else of the right.
    private func wait(
        for expected: [String: [String]], _ desk: Desk, _ changes: AsyncStream<BusSignal>
    ) async throws {
        if try await permissions(desk) == expected { return }
        for await _ in changes {
            if try await permissions(desk) == expected { return }
        }
        throw BusError.disconnected
    }

    @Test(
        "A store that starts later is told all of it, and one that starts anew is put right",
        .enabled("xdg-permission-store is here") { access(program, X_OK) == 0 })
    func realStore() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let environment = home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": desk.bus.address]) { $1 }
            let changes = try await desk.connection.signals(
                matching: MatchRule(
                    sender: Self.storeName, path: Self.path, interface: Self.storeName, member: "Changed",
                    firstArgument: "typecase"))
            try await set("allow", of: "org.unheard.One", desk)
            try await set("deny", of: "org.unheard.Two", desk)
            #expect(try await !desk.connection.hasOwner(Self.storeName), "nobody has started one")

            let first = try ChildProcess(Self.program, [], environment: environment)
            try await wait(for: ["org.unheard.One": ["yes"], "org.unheard.Two": ["no"]], desk, changes)
            // What others say there is not what the user said.
            for (application, values) in [("org.unheard.Two", ["yes"]), ("org.unheard.Three", ["maybe", "yes"])] {
                _ = try await desk.connection.call(
                    destination: Self.storeName, path: Self.path, interface: Self.storeName, member: "SetPermission",
                    arguments: [
                        "typecase".busValue, true.busValue, Self.right.busValue, application.busValue, values.busValue,
                    ])
            }
            #expect(try await desk.management.listGrants(filter: [:]).count == 2)
            // It keeps them on the disk. While it is away the user takes one back.
            first.send(signal: SIGTERM)
            _ = await first.wait()
            _ = try await desk.management.revokeGrant(provider: "org.unheard.One", right: Self.right, options: [:])

            let second = try ChildProcess(Self.program, [], environment: environment)
            try await wait(for: ["org.unheard.Two": ["no"]], desk, changes)
            try await set("allow", of: "org.unheard.Two", desk)
            try await wait(for: ["org.unheard.Two": ["yes"]], desk, changes)
            second.send(signal: SIGTERM)
            _ = await second.wait()
        }
    }
}
