import EventLoop
import FoundationXML
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import DBus

@Suite struct StandardInterfaceTests {
    private func properties(_ stored: Stored) -> [ExportedProperty] {
        [
            ExportedProperty(name: "version", signature: "u") { _ in .uint32(1) },
            ExportedProperty(
                name: "Category", signature: "s", get: { .string(stored.text.withLock { $0 } + " for " + $0.sender) },
                set: { _, value in
                    guard case .string(let text) = value else { return }
                    stored.text.withLock { $0 = text }
                }),
            ExportedProperty(name: "Broken", signature: "s") { _ in .uint32(1) },
        ]
    }

    private final class Stored: Sendable {
        let text = Mutex("large")
    }

    private func call(
        _ fixture: BusFixture, _ member: String, _ arguments: [BusValue]
    ) async throws(BusError) -> [BusValue] {
        try await fixture.client.call(
            destination: fixture.server.uniqueName, path: BusFixture.path, interface: StandardInterfaces.properties,
            member: member, arguments: arguments)
    }

    @Test func `properties are read and changed, for the caller that asks`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("s"), properties: properties(Stored()))
            let name = BusValue.string(BusFixture.interface)
            let caller = fixture.client.uniqueName
            var results = try await call(fixture, "Get", [name, .string("Category")])
            #expect(results == [.variant(.string("large for " + caller))])
            results = try await call(fixture, "Set", [name, .string("Category"), .variant(.string("small"))])
            #expect(results == [])
            // An empty name stands for whichever interface has the property.
            results = try await call(fixture, "Get", [.string(""), .string("Category")])
            #expect(results == [.variant(.string("small for " + caller))])
        }
    }

    @Test func `all properties come together, none from the standard interfaces`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("s"), properties: Array(properties(Stored()).prefix(2)))
            var results = try await call(fixture, "GetAll", [.string(BusFixture.interface)])
            let all = try [String: BusVariant](busValue: results[0])
            #expect(Set(all.keys) == ["version", "Category"])
            #expect(all["version"] == BusVariant(UInt32(1)))
            results = try await call(fixture, "GetAll", [.string(StandardInterfaces.peer)])
            #expect(results == [[String: BusVariant]().busValue])
        }
    }

    @Test func `what cannot be done with a property is named in the error`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("s"), properties: properties(Stored()))
            func code(_ member: String, _ arguments: BusValue...) async -> BusError.Code? {
                do throws(BusError) {
                    _ = try await call(fixture, member, arguments)
                    return nil
                } catch {
                    return error.code
                }
            }
            let (name, category) = (BusValue.string(BusFixture.interface), BusValue.string("Category"))
            #expect(await code("Get", name, .string("Missing")) == .unknownProperty)
            #expect(await code("Get", .string("org.example.Missing"), category) == .unknownInterface)
            #expect(await code("GetAll", .string("org.example.Missing")) == .unknownInterface)
            #expect(await code("Get", name, .string("Broken")) == .failed)
            #expect(await code("Get", name) == .invalidArguments)
            #expect(await code("Set", name, .string("version"), .variant(.uint32(2))) == .propertyReadOnly)
            #expect(await code("Set", name, category, .variant(.uint32(2))) == .invalidArguments)
            #expect(await code("Missing") == .unknownMethod)
        }
    }

    @Test func `a change of properties is told`() async throws {
        try await BusFixture.with { fixture in
            let signals = try await fixture.client.signals(
                matching: MatchRule(interface: StandardInterfaces.properties, firstArgument: BusFixture.interface))
            try await fixture.server.emitPropertiesChanged(
                path: BusFixture.path, interface: BusFixture.interface, changed: ["Generation": BusVariant(UInt64(4))],
                invalidated: ["Category"])
            var iterator = signals.makeAsyncIterator()
            let signal = await iterator.next()
            #expect(signal?.member == "PropertiesChanged")
            #expect(
                signal?.arguments == [
                    .string(BusFixture.interface), ["Generation": BusVariant(UInt64(4))].busValue,
                    ["Category"].busValue,
                ])
        }
    }

    @Test func `who is not admitted reaches neither methods nor properties, but sees what there is`() async throws {
        try await BusFixture.with { fixture in
            let object = ExportedObject(
                interfaces: BusFixture.object(
                    [
                        ExportedMethod(name: "Touch", inputSignature: "", outputSignature: "") { _ in
                            reachedHandlers.store(true, ordering: .relaxed)
                            return []
                        }
                    ], properties: properties(Stored())
                ).interfaces
            ) { call in
                admissions.withLock { $0.append(call.interface + "." + call.member) }
                throw BusError.accessDenied("unknown caller")
            }
            await fixture.server.export(object, at: BusFixture.path)
            let denied = await #expect(throws: BusError.self) { _ = try await fixture.call("Touch") }
            #expect(denied?.code == .accessDenied)
            let property = await #expect(throws: BusError.self) {
                _ = try await call(fixture, "Get", [.string(BusFixture.interface), .string("version")])
            }
            #expect(property?.code == .accessDenied)
            let wasReached = reachedHandlers.load(ordering: .relaxed)
            #expect(!wasReached)
            #expect(
                admissions.withLock { $0 } == [BusFixture.interface + ".Touch", "org.freedesktop.DBus.Properties.Get"])
            _ = try await introspect(fixture, BusFixture.path)
        }
    }

    @Test func `introspection describes the interfaces and the children of a node`() async throws {
        try await BusFixture.with { fixture in
            await fixture.export(.echo("sa{sv}"))
            await fixture.server.export(BusFixture.object([]), at: "/org/example/Object/job/a")
            await fixture.server.export(BusFixture.object([]), at: "/org/example/Object/job/b")
            await fixture.server.export(BusFixture.object([]), at: "/org/examples")

            let node = try Node(try await introspect(fixture, BusFixture.path))
            #expect(
                node.interfaces == [
                    BusFixture.interface, StandardInterfaces.properties, StandardInterfaces.introspectable,
                    StandardInterfaces.peer,
                ])
            #expect(node.members[BusFixture.interface] == ["Echo(in s, in a{sv}, out s, out a{sv})"])
            #expect(
                node.members[StandardInterfaces.properties] == [
                    "Get(in s, in s, out v)", "GetAll(in s, out a{sv})", "Set(in s, in s, in v)",
                    "PropertiesChanged(s, a{sv}, as)",
                ])
            #expect(node.members[StandardInterfaces.peer] == ["Ping()", "GetMachineId(out s)"])
            #expect(node.children == ["job"])
            #expect(try Node(try await introspect(fixture, "/org/example/Object/job")).children == ["a", "b"])
            #expect(try Node(try await introspect(fixture, "/org")).children == ["example", "examples"])
            #expect(try Node(try await introspect(fixture, "/")).children == ["org"])
            #expect(try Node(try await introspect(fixture, "/")).interfaces.contains(StandardInterfaces.peer))

            await fixture.server.unexport("/org/example/Object/job/a")
            #expect(try Node(try await introspect(fixture, "/org/example/Object/job")).children == ["b"])
            let error = await #expect(throws: BusError.self) {
                _ = try await introspect(fixture, "/org/example/Object/job/a")
            }
            #expect(error?.code == .unknownObject)
        }
    }

    @Test func `every object answers Peer`() async throws {
        try await BusFixture.with { fixture in
            func call(_ member: String, _ arguments: [BusValue] = []) async throws(BusError) -> [BusValue] {
                try await fixture.client.call(
                    destination: fixture.server.uniqueName, path: "/any/path", interface: StandardInterfaces.peer,
                    member: member, arguments: arguments)
            }
            var results = try await call("Ping")
            #expect(results == [])
            results = try await call("GetMachineId")
            guard case .string(let identifier)? = results.first else {
                Issue.record("expected a string")
                return
            }
            #expect(identifier.utf8.count == 32)
            let error = await #expect(throws: BusError.self) { _ = try await call("Ping", [.byte(1)]) }
            #expect(error?.code == .invalidArguments)
        }
    }

    @Test func `a caller that leaves the interface out is served, and one that wants no reply gets none`() async throws
    {
        try await BusFixture.with { fixture in
            await fixture.export(
                .init(name: "Work", inputSignature: "", outputSignature: "u") { _ in [.uint32(1)] },
                .init(name: "Fail", inputSignature: "", outputSignature: "") { _ in throw BusError.failed("no") })
            let (address, name, path) = (fixture.bus.address, fixture.server.uniqueName, BusFixture.path.text)
            let threads = BlockingThreads(name: "raw client", maximumCount: 1)
            try await threads.run {
                let client = try RawClient(address)
                #expect(try client.call(name, path, nil, "Work") == .results(signature: "u"))
                #expect(try client.call(name, path, nil, "Introspect") == .results(signature: "s"))
                #expect(
                    try client.call(name, path, nil, "Missing") == .error(name: BusError.Code.unknownMethod.rawValue))
                for member in ["Work", "Fail", "Missing"] {
                    #expect(try !client.repliesUnasked(name, path, BusFixture.interface, member))
                }
                #expect(try !client.repliesUnasked(name, path, StandardInterfaces.peer, "Ping"))
            }
        }
    }

    private func introspect(_ fixture: BusFixture, _ path: ObjectPath) async throws(BusError) -> String {
        let results = try await fixture.client.call(
            destination: fixture.server.uniqueName, path: path, interface: StandardInterfaces.introspectable,
            member: "Introspect")
        guard case .string(let text)? = results.first else { throw .failed("no text") }
        return text
    }
}

private let admissions = Mutex<[String]>([])
private let reachedHandlers = Atomic(false)

/// Introspection data, taken apart.
private struct Node {
    var interfaces: [String] = []
    var members: [String: [String]] = [:]
    var children: [String] = []

    struct Malformed: Error {}

    init(_ text: String) throws {
        let document = try XMLDocument(xmlString: text)
        guard let root = document.rootElement(), root.name == "node" else { throw Malformed() }
        children = root.elements(forName: "node").compactMap { $0.attribute(forName: "name")?.stringValue }
        for interface in root.elements(forName: "interface") {
            guard let name = interface.attribute(forName: "name")?.stringValue else { throw Malformed() }
            interfaces.append(name)
            members[name] = (interface.elements(forName: "method") + interface.elements(forName: "signal")).map {
                member in
                let arguments = member.elements(forName: "arg").map { argument in
                    ["direction", "type"].compactMap { argument.attribute(forName: $0)?.stringValue }
                        .joined(separator: " ")
                }
                return (member.attribute(forName: "name")?.stringValue ?? "") + "(" + arguments.joined(separator: ", ")
                    + ")"
            }
        }
    }
}
