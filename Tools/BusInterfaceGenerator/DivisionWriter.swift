/// Writes the protocol of a server that leaves each topic of its interface to a service of its own.
struct DivisionWriter {
    private let interface: InterfaceDescription

    /// Creates a writer for an interface.
    init(_ interface: InterfaceDescription) { self.interface = interface }

    /// Up to so many topics one server answers all of them.
    private static let topicsOfOne = 2

    /// The files by name: none for an interface that is not divided.
    var files: [String: String] {
        interface.topics.count > Self.topicsOfOne ? ["\(interface.shortName)Division.swift": text] : [:]
    }

    private var text: String {
        var text = SwiftText(source: interface.source)
        let methods = interface.methods.filter { $0.topic != nil }
        for line in SwiftImports(methods, level: "package").lines(always: ["DBus"]) { text.line(line) }
        text.line("")
        let name = "Divided\(interface.shortName)Service"
        text.comment(
            "Serves `\(interface.name)` by a service for each topic, besides what a conforming type answers itself.")
        text.block("package protocol \(name): \(interface.shortName)Service {") { text in
            for topic in interface.topics {
                text.line("/// Answers the methods of the topic `\(topic)`.")
                let type = "any \(interface.shortName)\(topic)Service"
                text.line("var \(topic.lowerCamelFromUpper): \(type) { get }")
            }
        }
        text.line("")
        text.block("extension \(name) {") { text in
            for method in methods { write(method, to: &text) }
        }
        return text.text
    }

    private func write(_ method: InterfaceDescription.Method, to text: inout SwiftText) {
        guard let topic = method.topic else { return }
        let name = method.name.lowerCamelFromUpper
        text.list("package func \(name)(", method.swiftParameters, ") async throws\(method.swiftResult) {")
        text.nested { text in
            text.list(
                "try await \(topic.lowerCamelFromUpper).\(name)(",
                ["call"] + method.inputs.map { "\($0.swiftName): \($0.swiftName)" }, ")", isCall: true)
        }
        text.line("}")
    }
}
