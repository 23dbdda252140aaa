/// Writes the protocol of a server that refuses every call with one error, for services that cannot work and for tests.
struct RefusalWriter {
    private let interface: InterfaceDescription

    /// Creates a writer for an interface.
    init(_ interface: InterfaceDescription) { self.interface = interface }

    /// The file.
    var text: String {
        var text = SwiftText(source: interface.source)
        let properties = interface.properties.filter { $0.value == nil }
        for line in SwiftImports(interface.methods, properties, level: "package").lines(always: ["DBus"]) {
            text.line(line)
        }
        text.line("")
        let name = "Refusing\(interface.shortName)Service"
        text.comment(
            "Refuses every call to `\(interface.name)` with `refusal`, except those that a conforming type answers.")
        text.block("package protocol \(name): \(interface.shortName)Service {") { text in
            text.line("/// The error of every reply.")
            text.line("var refusal: BusError { get }")
        }
        text.line("")
        text.block("extension \(name) {") { text in
            for property in properties {
                let body = property.isPerCaller ? "{ throw refusal }" : "{ get async throws { throw refusal } }"
                text.line("package \(property.swiftMember) \(body)")
            }
            for method in interface.methods {
                text.list(
                    "package func \(method.name.lowerCamelFromUpper)(", method.swiftParameters,
                    ") async throws\(method.swiftResult) { throw refusal }")
            }
        }
        return text.text
    }
}
