import DBus
import EventLoop
import TestSupport

/// A bus with a server and a client on it, each with a connection of its own.
struct BusFixture {
    let bus: PrivateBus
    let loop: EventLoop
    let server: BusConnection
    let client: BusConnection

    static let path: ObjectPath = "/org/example/Object"
    static let interface = "org.example.Interface"

    /// Runs a test with a fixture and takes everything down after it.
    static func with(
        _ kind: PrivateBus.Kind = .daemon, limits: BusLimits = .standard, busLimits: [String: Int] = [:],
        _ body: (BusFixture) async throws -> Void
    ) async throws {
        let bus = try PrivateBus(kind, limits: busLimits)
        let loop = try EventLoop(name: "test")
        let server = try await BusConnection.open(.address(bus.address), on: loop, limits: limits)
        let client = try await BusConnection.open(.address(bus.address), on: loop)
        let fixture = BusFixture(bus: bus, loop: loop, server: server, client: client)
        var failure: (any Error)?
        do {
            try await body(fixture)
        } catch {
            failure = error
        }
        await client.close(grace: .zero)
        await server.close(grace: .zero)
        await loop.stop()
        bus.stop()
        if let failure { throw failure }
    }

    /// Exports methods on the server's object.
    func export(_ methods: ExportedMethod..., properties: [ExportedProperty] = []) async {
        await server.export(Self.object(methods, properties: properties), at: Self.path)
    }

    static func object(
        _ methods: [ExportedMethod], properties: [ExportedProperty] = [], beginsInOrder: Bool = false
    ) -> ExportedObject {
        let elements = methods.map { method in
            let inputs = method.inputSignature.singleTypes.map { "      <arg type=\"\($0)\" direction=\"in\"/>\n" }
            let outputs = method.outputSignature.singleTypes.map { "      <arg type=\"\($0)\" direction=\"out\"/>\n" }
            return "    <method name=\"\(method.name)\">\n\(inputs.joined())\(outputs.joined())    </method>\n"
        }
        return ExportedObject(
            interfaces: [
                ExportedInterface(
                    name: interface, methods: methods, properties: properties,
                    introspection: "  <interface name=\"\(interface)\">\n\(elements.joined())  </interface>")
            ], handlesConcurrently: beginsInOrder, beginsInOrder: beginsInOrder)
    }

    /// Calls a method of the server's object.
    func call(
        _ member: String, _ arguments: [BusValue] = [], timeout: Duration = BusConnection.defaultTimeout
    ) async throws(BusError) -> [BusValue] {
        try await client.call(
            destination: server.uniqueName, path: Self.path, interface: Self.interface, member: member,
            arguments: arguments, timeout: timeout)
    }
}

extension ExportedMethod {
    /// Replies with the arguments.
    static func echo(_ signature: Signature) -> ExportedMethod {
        ExportedMethod(name: "Echo", inputSignature: signature, outputSignature: signature) { $0.arguments }
    }
}
