/// Writes the function that turns a server into the table which the bus connection serves from.
struct ExportWriter {
    private let interface: InterfaceDescription

    /// Creates a writer for an interface.
    init(_ interface: InterfaceDescription) { self.interface = interface }

    /// The file.
    func text() throws(GeneratorError) -> String {
        var text = SwiftText(source: interface.source)
        let name = interface.shortName
        text.line("package import DBus")
        text.line("")
        text.line("/// The members of `\(interface.name)` as a bus connection serves them.")
        text.line("///")
        text.line("/// - Parameter service: What answers the calls.")
        text.line("/// - Returns: The table.")
        let function = "\(name.lowerCamelFromUpper)Interface"
        text.block("package func \(function)(_ service: some \(name)Service) -> ExportedInterface {") { text in
            text.line("ExportedInterface(")
            text.line("    name: \(name)Names.interface, methods: \(name)Export.methods(service),")
            text.line("    properties: \(name)Export.properties(service), signals: \(name)Export.signals,")
            text.line("    introspection: \(name)Export.introspection)")
        }
        text.line("")
        text.block("private enum \(name)Export {") { text in
            methods(&text)
            text.line("")
            properties(&text)
            text.line("")
            signals(&text)
            text.line("")
            introspection(&text)
        }
        return text.text
    }

    private func methods(_ text: inout SwiftText) {
        let signature = "static func methods(_ service: some \(interface.shortName)Service) -> [ExportedMethod] {"
        text.block(signature) { text in
            if interface.methods.isEmpty {
                text.line("[]")
                return
            }
            text.block("[", closing: "]") { text in
                for method in interface.methods { write(method, to: &text) }
            }
        }
    }

    private func write(_ method: InterfaceDescription.Method, to text: inout SwiftText) {
        let inputs = method.inputs.map(\.type.signature).joined()
        let outputs = method.outputs.map(\.type.signature).joined()
        text.line("ExportedMethod(")
        text.line("    name: \"\(method.name)\", inputSignature: \"\(inputs)\", outputSignature: \"\(outputs)\"")
        text.block(") { call in", closing: "},") { text in
            let arguments =
                ["call"]
                + method.inputs.enumerated().map { index, input in
                    "\(input.swiftName): try call.argument(\(index), \"\(input.name)\")"
                }
            let binding = method.outputs.isEmpty ? "" : "let result = "
            let call = "\(binding)try await service.\(method.name.lowerCamelFromUpper)("
            text.list(call, arguments, ")", isCall: true)
            switch method.outputs.count {
            case 0: text.line("return []")
            case 1: text.line("return [result.busValue]")
            default: text.list("return [", method.outputs.map { "result.\($0.swiftName).busValue" }, "]")
            }
        }
    }

    private func properties(_ text: inout SwiftText) {
        let signature = "static func properties(_ service: some \(interface.shortName)Service) -> [ExportedProperty] {"
        text.block(signature) { text in
            if interface.properties.isEmpty {
                text.line("[]")
                return
            }
            text.block("[", closing: "]") { text in
                for property in interface.properties {
                    let type = property.type.signature
                    text.line("ExportedProperty(")
                    text.line("    name: \"\(property.name)\", signature: \"\(type)\",")
                    let name = property.name.lowerCamelFromUpper
                    text.line(
                        property.isPerCaller
                            ? "    get: { call in try await service.\(name)(call).busValue }),"
                            : "    get: { _ in try await service.\(name).busValue }),")
                }
            }
        }
    }

    private func signals(_ text: inout SwiftText) {
        text.list(
            "static let signals: [ExportedSignal] = [",
            interface.signals.map { signal in
                "ExportedSignal(name: \"\(signal.name)\", signature: \"\(signal.signature)\")"
            }, "]")
    }

    private func introspection(_ text: inout SwiftText) {
        text.block("static let introspection = \"\"\"", closing: "    \"\"\"") { text in
            for line in interface.introspection.split(separator: "\n") { text.line(String(line)) }
        }
    }
}

extension InterfaceDescription.Signal {
    /// The signature of all arguments together.
    var signature: String { arguments.map(\.type.signature).joined() }
}
