/// The interfaces that every exported object has.
///
/// `Properties` is a table like any other interface. `Introspectable` and `Peer` are answered by the connection itself.
enum StandardInterfaces {
    static let peer = "org.freedesktop.DBus.Peer"
    static let introspectable = "org.freedesktop.DBus.Introspectable"
    static let properties = "org.freedesktop.DBus.Properties"

    /// The `Properties` interface for an object with these interfaces.
    static func properties(of interfaces: [ExportedInterface]) -> ExportedInterface {
        let table = PropertyTable(interfaces)
        return ExportedInterface(
            name: properties,
            methods: [
                ExportedMethod(name: "Get", inputSignature: "ss", outputSignature: "v") { call in
                    let (interface, name) = try table.names(in: call)
                    return [.variant(try await table.value(of: try table.property(name, of: interface), for: call))]
                },
                ExportedMethod(name: "GetAll", inputSignature: "s", outputSignature: "a{sv}") { call in
                    let (interface, _) = try table.names(in: call)
                    var entries: [BusValue.Entry] = []
                    for property in try table.properties(of: interface) {
                        let value = try await table.value(of: property, for: call)
                        entries.append(BusValue.Entry(.string(property.name), .variant(value)))
                    }
                    return [.dictionary(key: "s", value: "v", entries)]
                },
                ExportedMethod(name: "Set", inputSignature: "ssv", outputSignature: "") { call in
                    let (interface, name) = try table.names(in: call)
                    let property = try table.property(name, of: interface)
                    guard let set = property.set else {
                        throw BusError(.propertyReadOnly, "The property '\(name)' is read-only.")
                    }
                    guard case .variant(let value)? = call.arguments.last, value.signature == property.signature else {
                        let actual = call.arguments.last.map(Self.contentSignature) ?? ""
                        throw BusError.invalidArguments(
                            "expected a value of type '\(property.signature)', got '\(actual)'")
                    }
                    try await set(call, value)
                    return []
                },
            ],
            introspection: """
                  <interface name="org.freedesktop.DBus.Properties">
                    <method name="Get">
                      <arg name="interface_name" type="s" direction="in"/>
                      <arg name="property_name" type="s" direction="in"/>
                      <arg name="value" type="v" direction="out"/>
                    </method>
                    <method name="GetAll">
                      <arg name="interface_name" type="s" direction="in"/>
                      <arg name="properties" type="a{sv}" direction="out"/>
                    </method>
                    <method name="Set">
                      <arg name="interface_name" type="s" direction="in"/>
                      <arg name="property_name" type="s" direction="in"/>
                      <arg name="value" type="v" direction="in"/>
                    </method>
                    <signal name="PropertiesChanged">
                      <arg name="interface_name" type="s"/>
                      <arg name="changed_properties" type="a{sv}"/>
                      <arg name="invalidated_properties" type="as"/>
                    </signal>
                  </interface>
                """)
    }

    /// The introspection elements of the interfaces without a table.
    static let described = """
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
          </interface>
        """

    /// The introspection data of a node.
    ///
    /// - Parameters:
    ///   - interfaces: The `<interface>` elements.
    ///   - children: The names of the nodes directly below.
    /// - Returns: A complete document.
    static func document(interfaces: String, children: [String]) -> String {
        """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
        \(interfaces)
        \(children.map { "  <node name=\"\($0)\"/>\n" }.joined())</node>

        """
    }

    private static func contentSignature(_ value: BusValue) -> String {
        guard case .variant(let content) = value else { return value.signature.text }
        return content.signature.text
    }
}

/// The properties of an object, by interface.
private struct PropertyTable: Sendable {
    private let interfaces: [String: [ExportedProperty]]
    /// The properties of all interfaces in order, for callers that do not name an interface.
    private let all: [ExportedProperty]

    init(_ interfaces: [ExportedInterface]) {
        self.interfaces = Dictionary(interfaces.map { ($0.name, $0.properties) }) { first, _ in first }
        all = interfaces.flatMap(\.properties)
    }

    /// The interface that a call names, and the property, if the call names one.
    func names(in call: BusMethodCall) throws(BusError) -> (interface: String, property: String) {
        guard case .string(let interface)? = call.arguments.first else {
            throw .invalidArguments("expected the name of an interface")
        }
        guard call.arguments.count > 1, case .string(let name) = call.arguments[1] else { return (interface, "") }
        return (interface, name)
    }

    /// The properties of an interface, or of all interfaces if the name is empty.
    ///
    /// The standard interfaces have no properties.
    func properties(of interface: String) throws(BusError) -> [ExportedProperty] {
        if interface.isEmpty { return all }
        if let properties = interfaces[interface] { return properties }
        switch interface {
        case StandardInterfaces.peer, StandardInterfaces.introspectable, StandardInterfaces.properties: return []
        default: throw BusError(.unknownInterface, "The object has no interface '\(interface)'.")
        }
    }

    func property(_ name: String, of interface: String) throws(BusError) -> ExportedProperty {
        guard let property = try properties(of: interface).first(where: { $0.name == name }) else {
            throw BusError(.unknownProperty, "The object has no property '\(name)' in '\(interface)'.")
        }
        return property
    }

    func value(of property: ExportedProperty, for call: BusMethodCall) async throws -> BusValue {
        let value = try await property.get(call)
        guard value.signature == property.signature else {
            throw BusError.failed("The property '\(property.name)' has a value of another type than declared.")
        }
        return value
    }
}
