/// One D-Bus interface as its XML describes it.
struct InterfaceDescription {
    /// The full name, such as `org.typecase.FontManager1`.
    var name: String
    /// The path of the XML, relative to the package.
    var source: String
    /// What the interface is for.
    var documentation: DocComment
    /// The methods in the order of the XML.
    var methods: [Method]
    /// The signals in the order of the XML.
    var signals: [Signal]
    /// The properties in the order of the XML.
    var properties: [Property]
    /// Whether its objects come and go at paths of their own, under the bus names of other interfaces.
    var isTransient = false
    /// What prefixes the Swift types; `nil` for the last part of the name.
    var swiftName: String?
    /// The object path; `nil` for the one that goes with the name.
    var ownPath: String?
    /// The bus name of the service; `nil` for the name of the interface.
    var ownBusName: String?
    /// The `<interface>` element without comments, as introspection answers it.
    var introspection: String

    /// The last part of the name, which prefixes the Swift types: `FontManager1`.
    var shortName: String { swiftName ?? name.split(separator: ".").last.map(String.init) ?? name }
    /// The object path that goes with the name: `/org/typecase/FontManager1`.
    var path: String { ownPath ?? "/" + name.split(separator: ".").joined(separator: "/") }

    /// The bus name of the service.
    var busName: String { ownBusName ?? name }

    /// The topics of the methods, in the order of the XML.
    var topics: [String] {
        var seen: Set<String> = []
        return methods.compactMap(\.topic).filter { seen.insert($0).inserted }
    }

    /// A method.
    struct Method {
        var name: String
        /// What the method is about, where the interface has so many that they go to several files.
        var topic: String?
        var documentation: DocComment
        var inputs: [Argument]
        var outputs: [Argument]
    }

    /// A signal.
    struct Signal {
        var name: String
        var documentation: DocComment
        var arguments: [Argument]
        /// Whether each signal is for one caller alone.
        var isPerCaller = false
    }

    /// A property.
    struct Property {
        var name: String
        var documentation: DocComment
        var type: BusType
        /// The value of one that never changes, which no server has to tell.
        var value: String?
        /// Whether the value depends on who asks.
        var isPerCaller = false
    }

    /// An argument of a method or a signal.
    struct Argument {
        /// The name as in the XML, `lower_snake`.
        var name: String
        var type: BusType
        var documentation: String

        /// The name as Swift has it, `lowerCamel`.
        var swiftName: String { name.lowerCamelFromSnake }
    }
}

extension String {
    /// `lowerCamel` of a `lower_snake` name.
    var lowerCamelFromSnake: String {
        let parts = split(separator: "_")
        let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return (parts.first.map(String.init) ?? "") + rest.joined()
    }

    /// `lowerCamel` of an `UpperCamel` member name.
    var lowerCamelFromUpper: String { prefix(1).lowercased() + dropFirst() }
}
