/// Writes the protocol that the server of an interface implements: of one that has topics, a protocol for each of them
/// and one that puts them together.
struct ServiceWriter {
    private let interface: InterfaceDescription

    /// Creates a writer for an interface.
    init(_ interface: InterfaceDescription) { self.interface = interface }

    /// The files by name.
    var files: [String: String] {
        var files = ["\(interface.shortName)Service.swift": text]
        for topic in interface.topics {
            files["\(interface.shortName)Service+\(topic).swift"] = text(of: topic)
        }
        return files
    }

    /// The protocol of one topic.
    private func text(of topic: String) -> String {
        var text = SwiftText(source: interface.source)
        let methods = interface.methods.filter { $0.topic == topic }
        for line in SwiftImports(methods, level: "package").lines(always: ["DBus"]) { text.line(line) }
        text.line("")
        text.line("/// The methods of `\(interface.name)` that are about \(topic.lowercased()).")
        text.block("package protocol \(interface.shortName)\(topic)Service: Sendable {") { text in
            for (index, method) in methods.enumerated() {
                if index > 0 { text.line("") }
                write(method, to: &text)
            }
        }
        return text.text
    }

    /// The protocol.
    private var text: String {
        var text = SwiftText(source: interface.source)
        let methods = interface.methods.filter { $0.topic == nil }
        for line in SwiftImports(methods, interface.properties, level: "package").lines(always: ["DBus"]) {
            text.line(line)
        }
        text.line("")
        text.comment((interface.documentation.arguments["short_description"] ?? "") + ".")
        for paragraph in [interface.documentation.summary] + interface.documentation.discussion {
            text.line("///")
            for part in paragraph.split(separator: "\n") {
                text.comment(String(part), continuation: part.hasPrefix("- ") ? "  " : "")
            }
        }
        let parents = interface.topics.map { "\(interface.shortName)\($0)Service" } + ["Sendable"]
        text.block("package protocol \(interface.shortName)Service: \(parents.joined(separator: ", ")) {") { text in
            var isFirst = true
            for property in interface.properties {
                if !isFirst { text.line("") }
                isFirst = false
                text.documentation(property.documentation)
                text.line(property.swiftMember + (property.isPerCaller ? "" : " { get async throws }"))
            }
            for method in methods {
                if !isFirst { text.line("") }
                isFirst = false
                write(method, to: &text)
            }
        }
        writeValues(to: &text)
        return text.text
    }

    /// Writes the properties that are the same in every server.
    private func writeValues(to text: inout SwiftText) {
        let values = interface.properties.compactMap { property in property.value.map { (property, $0) } }
        if values.isEmpty { return }
        text.line("")
        text.block("extension \(interface.shortName)Service {") { text in
            for (property, value) in values {
                text.line("package var \(property.name.lowerCamelFromUpper): \(property.type.swiftType) { \(value) }")
            }
        }
    }

    private func write(_ method: InterfaceDescription.Method, to text: inout SwiftText) {
        text.documentation(
            method.documentation,
            parameters: [("call", "The call, with its sender.")]
                + method.inputs.map { ($0.swiftName, $0.documentation) },
            returns: method.returnsDocumentation,
            throws: "`BusError`, which becomes the error of the reply; any other error becomes `Failed`.")
        text.list(
            "func \(method.name.lowerCamelFromUpper)(", method.swiftParameters, ") async throws" + method.swiftResult)
    }
}

extension InterfaceDescription.Property {
    /// The Swift declaration of a server's member, without braces or effects of a getter.
    var swiftMember: String {
        let name = name.lowerCamelFromUpper
        return isPerCaller
            ? "func \(name)(_ call: BusMethodCall) async throws -> \(type.swiftType)" : "var \(name): \(type.swiftType)"
    }
}

extension InterfaceDescription.Method {
    /// The parameters of a server's method.
    var swiftParameters: [String] {
        ["_ call: BusMethodCall"] + inputs.map { "\($0.swiftName): \($0.type.swiftType)" }
    }

    /// The Swift result with its arrow, empty where there is none.
    var swiftResult: String {
        switch outputs.count {
        case 0: ""
        case 1: " -> " + outputs[0].type.swiftType
        default: " -> (" + outputs.map { "\($0.swiftName): \($0.type.swiftType)" }.joined(separator: ", ") + ")"
        }
    }

    /// The text after `- Returns:`, `nil` where there is nothing to return.
    var returnsDocumentation: String? {
        switch outputs.count {
        case 0: nil
        case 1: outputs[0].documentation
        default: outputs.map { "@\($0.name): \($0.documentation)" }.joined(separator: " ")
        }
    }
}
