/// Writes the client of an interface, with the calls of each topic in a file of their own, and what a server emits its
/// signals with.
struct ClientWriter {
    private let interface: InterfaceDescription
    private var names: String { interface.shortName + "Names" }

    /// Creates a writer for an interface.
    init(_ interface: InterfaceDescription) { self.interface = interface }

    /// The files by name.
    var files: [String: String] {
        var files = ["\(interface.shortName)Client.swift": text]
        for topic in interface.topics { files["\(interface.shortName)Client+\(topic).swift"] = text(of: topic) }
        if !interface.signals.isEmpty { files["BusConnection+\(interface.shortName).swift"] = emitters }
        return files
    }

    /// The calls of one topic.
    private func text(of topic: String) -> String {
        var text = SwiftText(source: interface.source)
        let methods = interface.methods.filter { $0.topic == topic }
        for line in SwiftImports(methods, level: "package").lines(always: ["DBus"]) { text.line(line) }
        text.line("")
        text.line("/// Calls that are about \(topic.lowercased()).")
        text.block("extension \(interface.shortName)Client {") { text in
            for (index, method) in methods.enumerated() {
                if index > 0 { text.line("") }
                write(method, to: &text)
            }
        }
        return text.text
    }

    /// What a server emits the signals with.
    private var emitters: String {
        var text = SwiftText(source: interface.source)
        for line in SwiftImports([], [], interface.signals, level: "package").lines(always: ["DBus"]) {
            text.line(line)
        }
        for signal in interface.signals {
            text.line("")
            writeEmitter(signal, to: &text)
        }
        return text.text
    }

    /// The client.
    private var text: String {
        var text = SwiftText(source: interface.source)
        let methods = interface.methods.filter { $0.topic == nil }
        let imports = SwiftImports(methods, interface.properties, interface.signals, level: "package")
        for line in imports.lines(always: ["DBus"]) { text.line(line) }
        text.line("")
        text.line("/// Calls `\(interface.name)` over a bus connection.")
        text.block("package struct \(interface.shortName)Client: Sendable {") { text in
            // Extensions in other files call over it too.
            text.line("let proxy: BusProxy")
            text.line("")
            text.line("/// Creates a client; nothing is sent yet.")
            text.line("///")
            text.line("/// - Parameters:")
            text.line("///   - connection: The connection to call over.")
            text.line("///   - busName: The name of the service.")
            if interface.isTransient { text.line("///   - path: The path of the object.") }
            let place = interface.isTransient ? "String, path: ObjectPath" : "String = \(names).busName"
            text.block("package init(_ connection: BusConnection, busName: \(place)) {") { text in
                text.line("proxy = BusProxy(")
                let path = interface.isTransient ? "path" : "\(names).path"
                text.line("    connection: connection, busName: busName, path: \(path),")
                text.line("    interface: \(names).interface)")
            }
            for property in interface.properties {
                text.line("")
                write(property, to: &text)
            }
            for method in methods {
                text.line("")
                write(method, to: &text)
            }
            for signal in interface.signals {
                text.line("")
                write(signal, to: &text)
            }
        }
        return text.text
    }

    private static let timeout = (name: "timeout", text: "How long to wait for the reply.")
    private static let failure = "The error of the reply, or what kept it from coming."

    private func write(_ property: InterfaceDescription.Property, to text: inout SwiftText) {
        text.documentation(
            property.documentation, parameters: [Self.timeout], returns: "The value.", throws: Self.failure)
        text.list(
            "package func \(property.name.lowerCamelFromUpper)(", ["timeout: Duration = BusProxy.standardTimeout"],
            ") async throws(BusError) -> \(property.type.swiftType) {")
        text.line("    try await proxy.property(\"\(property.name)\", timeout: timeout)")
        text.line("}")
    }

    private func write(_ method: InterfaceDescription.Method, to text: inout SwiftText) {
        text.documentation(
            method.documentation,
            parameters: method.inputs.map { ($0.swiftName, $0.documentation) } + [Self.timeout],
            returns: method.returnsDocumentation, throws: Self.failure)
        text.list(
            "package func \(method.name.lowerCamelFromUpper)(",
            method.inputs.map { "\($0.swiftName): \($0.type.swiftType)" }
                + ["timeout: Duration = BusProxy.standardTimeout"],
            ") async throws(BusError)" + method.swiftResult + " {")
        text.nested { text in
            let arguments = method.inputs.map { "\($0.swiftName).busValue" }.joined(separator: ", ")
            let binding = method.outputs.isEmpty ? "_ = " : "let reply = "
            let items = ["\"\(method.name)\"", "[\(arguments)]", "timeout: timeout"]
            text.list("\(binding)try await proxy.call(", items, ")", isCall: true)
            switch method.outputs.count {
            case 0: break
            case 1: text.line("return try reply.value(0, \"\(method.outputs[0].name)\")")
            default:
                let values = method.outputs.enumerated().map { index, output in
                    "\(output.swiftName): try reply.value(\(index), \"\(output.name)\")"
                }
                text.list("return (", values, ")")
            }
        }
        text.line("}")
    }

    private func write(_ signal: InterfaceDescription.Signal, to text: inout SwiftText) {
        text.documentation(
            signal.documentation,
            returns: "The signals from now on; the subscription ends with the stream. "
                + signal.arguments.map { "@\($0.name): \($0.documentation)" }.joined(separator: " "),
            throws: "What kept the subscription from being made.")
        let result = "some AsyncSequence<\(signal.swiftElement), Never> & Sendable"
        let name = signal.name.lowerCamelFromUpper
        text.block("package func \(name)() async throws(BusError) -> \(result) {") { text in
            text.block("try await proxy.signals(\"\(signal.name)\") { reader throws(BusError) in") { text in
                let values = signal.arguments.enumerated().map { index, argument in
                    (signal.arguments.count == 1 ? "" : "\(argument.swiftName): ")
                        + "try reader.value(\(index), \"\(argument.name)\")"
                }
                if values.count == 1 { text.line(values[0]) } else { text.list("(", values, ")") }
            }
        }
    }

    /// Where a signal of a transient interface comes from.
    private static let object = (name: "path", declaration: "of path: ObjectPath", text: "The object.")
    /// Who gets a signal that is not for everybody.
    private static let owner = (
        name: "owner", declaration: "to owner: String", text: "The unique name of whom alone it is for."
    )

    private func writeEmitter(_ signal: InterfaceDescription.Signal, to text: inout SwiftText) {
        text.block("extension BusConnection {") { text in
            // An object that comes and goes is somebody's, and so are its signals.
            let hasOwner = interface.isTransient || signal.isPerCaller
            let place = (interface.isTransient ? [Self.object] : []) + (hasOwner ? [Self.owner] : [])
            text.documentation(
                signal.documentation,
                parameters: place.map { ($0.name, $0.text) }
                    + signal.arguments.map { ($0.swiftName, $0.documentation) },
                throws: "What kept the signal from being sent.")
            text.list(
                "package func emit\(signal.name)(",
                place.map(\.declaration) + signal.arguments.map { "\($0.swiftName): \($0.type.swiftType)" },
                ") throws(BusError) {")
            let values = signal.arguments.map { "\($0.swiftName).busValue" }.joined(separator: ", ")
            text.line("    try emit(")
            let path = interface.isTransient ? "path" : "\(names).path"
            text.line("        signal: \"\(signal.name)\", interface: \(names).interface, path: \(path),")
            let destination = hasOwner ? ", destination: owner" : ""
            text.line("        arguments: [\(values)]\(destination))")
            text.line("}")
        }
    }
}

extension InterfaceDescription.Signal {
    /// The Swift type of one signal: the only argument, or a tuple.
    var swiftElement: String {
        if arguments.isEmpty { return "Void" }
        if arguments.count == 1 { return arguments[0].type.swiftType }
        return "(" + arguments.map { "\($0.swiftName): \($0.type.swiftType)" }.joined(separator: ", ") + ")"
    }
}
