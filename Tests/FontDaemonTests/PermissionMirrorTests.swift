internal import BusInterface
internal import DBus
internal import Synchronization
internal import TestSupport
internal import Testing

/// What the desktop's permission store is told of rights.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PermissionMirrorTests {
    /// The part of the desktop's permission store that is written to.
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
                return ExportedInterface(
                    name: "org.freedesktop.impl.portal.PermissionStore",
                    methods: [try method("SetPermission", "sbssas"), try method("DeletePermission", "sss")],
                    introspection: "<interface name=\"org.freedesktop.impl.portal.PermissionStore\"/>")
            }
        }
    }

    @Test("What the user allows, denies and takes back is told to the desktop's permission store")
    func mirror() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let management = desk.management
            func set(_ decision: String, _ options: [String: BusVariant] = [:]) async throws {
                try await management.setGrant(
                    provider: "org.unheard.App", right: "install-fonts", decision: decision, options: options)
            }
            let connection = try await desk.connect(as: "org.example.Store")
            let store = Store()
            await connection.export(
                ExportedObject(interfaces: [try store.table]),
                at: "/org/freedesktop/impl/portal/PermissionStore")
            try await connection.requestName("org.freedesktop.impl.portal.PermissionStore")
            var calls = store.calls.makeAsyncIterator()
            try await set("allow")
            #expect(await calls.next() == "SetPermission typecase install-fonts org.unheard.App yes")
            try await set("deny")
            #expect(await calls.next() == "SetPermission typecase install-fonts org.unheard.App no")
            // What is about one font has no place there.
            try await set("allow", ["font": BusVariant(String(repeating: "0", count: 64))])
            _ = try await management.revokeGrant(
                provider: "org.unheard.App", right: "install-fonts", options: [:])
            #expect(await calls.next() == "DeletePermission typecase install-fonts org.unheard.App")
            await connection.close()
        }
    }
}
