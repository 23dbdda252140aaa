internal import Foundation
internal import FoundationXML

/// Reads interface descriptions, and refuses what is not documented.
struct InterfaceReader {
    /// Argument names that gdbus-codegen takes for tags of its own.
    private static let reservedArgumentNames: Set<String> = ["since", "short_description", "deprecated"]

    /// The annotation of an interface whose objects come and go at paths of their own.
    private static let transientAnnotation = "org.typecase.Transient"

    /// The annotation of a method of a large interface, whose Swift goes to the file of the topic.
    static let topicAnnotation = "org.typecase.Topic"

    /// The annotation of an interface whose object is not where its name says: the path.
    static let pathAnnotation = "org.typecase.ObjectPath"

    /// The annotation of an interface that is served under the bus name of another one: that name.
    static let busNameAnnotation = "org.typecase.BusName"

    /// The annotation of a property that each caller has a value of its own of, and of a signal that is for one caller
    /// alone.
    static let perCallerAnnotation = "org.typecase.PerCaller"

    /// The annotation of a property that never changes: its value, which its documentation has to name too.
    static let valueAnnotation = "org.typecase.Value"

    /// The annotation of an interface whose name ends in a word that says too little in Swift: what prefixes its types.
    static let swiftNameAnnotation = "org.typecase.SwiftName"

    private let source: String

    /// Reads every `*.xml` of a directory, sorted by name.
    ///
    /// - Parameter directory: The directory.
    /// - Returns: The interfaces of all files.
    /// - Throws: ``GeneratorError`` for a description that is malformed or incomplete.
    static func readAll(in directory: String) throws -> [InterfaceDescription] {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".xml") }
        if names.isEmpty { throw GeneratorError("no *.xml in \(directory)") }
        return try names.sorted().flatMap { name in
            let text = try String(contentsOf: URL(fileURLWithPath: directory + "/" + name), encoding: .utf8)
            return try read(text, source: "dbus/" + name)
        }
    }

    /// Reads one description.
    ///
    /// - Parameters:
    ///   - text: The XML.
    ///   - source: What to call it in messages and in the generated files.
    /// - Returns: The interfaces of the file.
    /// - Throws: ``GeneratorError`` where it is malformed or incomplete.
    static func read(_ text: String, source: String) throws -> [InterfaceDescription] {
        let reader = InterfaceReader(source: source)
        let document: XMLDocument
        do {
            document = try XMLDocument(xmlString: text, options: [.nodeLoadExternalEntitiesNever])
        } catch {
            throw GeneratorError("\(source): not well-formed XML: \(error)")
        }
        guard let root = document.rootElement(), root.name == "node" else {
            throw GeneratorError("\(source): the root is not <node>")
        }
        return try root.elements(forName: "interface").map(reader.interface)
    }

    private func interface(_ element: XMLElement) throws -> InterfaceDescription {
        let name = try attribute("name", of: element)
        let documentation = try documentation(of: element, name: name, in: name)
        if (documentation.arguments["short_description"] ?? "").isEmpty {
            throw GeneratorError("\(source): \(name) has no @short_description")
        }
        let isTransient = annotation(Self.transientAnnotation, of: element) == "true"
        return InterfaceDescription(
            name: name, source: source, documentation: documentation,
            methods: try element.elements(forName: "method").map { try method($0, in: name) },
            signals: try element.elements(forName: "signal").map { try signal($0, in: name) },
            properties: try element.elements(forName: "property").map { try property($0, in: name) },
            isTransient: isTransient, swiftName: annotation(Self.swiftNameAnnotation, of: element),
            ownPath: annotation(Self.pathAnnotation, of: element),
            ownBusName: annotation(Self.busNameAnnotation, of: element),
            introspection: IntrospectionText(element).lines.joined(separator: "\n"))
    }

    private func method(_ element: XMLElement, in interface: String) throws -> InterfaceDescription.Method {
        let name = try attribute("name", of: element)
        let documentation = try documentation(of: element, name: name, in: interface)
        let arguments = element.elements(forName: "arg")
        let place = "\(interface).\(name)"
        try checkNoStrayArguments(documentation, arguments, place)
        return InterfaceDescription.Method(
            name: name, topic: annotation(Self.topicAnnotation, of: element), documentation: documentation,
            inputs: try arguments.filter { $0.attribute(forName: "direction")?.stringValue != "out" }
                .map { try argument($0, documentation, place) },
            outputs: try arguments.filter { $0.attribute(forName: "direction")?.stringValue == "out" }
                .map { try argument($0, documentation, place) })
    }

    private func signal(_ element: XMLElement, in interface: String) throws -> InterfaceDescription.Signal {
        let name = try attribute("name", of: element)
        let documentation = try documentation(of: element, name: name, in: interface)
        let arguments = element.elements(forName: "arg")
        let place = "\(interface).\(name)"
        try checkNoStrayArguments(documentation, arguments, place)
        return InterfaceDescription.Signal(
            name: name, documentation: documentation,
            arguments: try arguments.map { try argument($0, documentation, place) },
            isPerCaller: annotation(Self.perCallerAnnotation, of: element) == "true")
    }

    private func property(_ element: XMLElement, in interface: String) throws -> InterfaceDescription.Property {
        let name = try attribute("name", of: element)
        guard try attribute("access", of: element) == "read" else {
            throw GeneratorError("\(source): \(interface).\(name): only readable properties can be generated")
        }
        let documentation = try documentation(of: element, name: name, in: interface)
        let value = annotation(Self.valueAnnotation, of: element)
        if let value {
            guard UInt32(value) != nil, element.attribute(forName: "type")?.stringValue == "u" else {
                throw GeneratorError("\(source): \(interface).\(name): only a number of 32 bits can be a value")
            }
            let words = ([documentation.summary] + documentation.discussion).joined(separator: " ")
                .split { !$0.isLetter && !$0.isNumber }
            guard words.contains(Substring(value)) else {
                throw GeneratorError(
                    "\(source): \(interface).\(name): the documentation does not name the value \(value)")
            }
        }
        return InterfaceDescription.Property(
            name: name, documentation: documentation, type: try type(of: element, "\(interface).\(name)"), value: value,
            isPerCaller: annotation(Self.perCallerAnnotation, of: element) == "true")
    }

    private func argument(
        _ element: XMLElement, _ documentation: DocComment, _ place: String
    ) throws -> InterfaceDescription.Argument {
        let name = try attribute("name", of: element)
        if Self.reservedArgumentNames.contains(name) {
            throw GeneratorError("\(source): \(place): gdbus-codegen takes the argument name \(name) for a tag")
        }
        guard let text = documentation.arguments[name], !text.isEmpty else {
            throw GeneratorError("\(source): \(place): the argument \(name) is not documented")
        }
        return InterfaceDescription.Argument(name: name, type: try type(of: element, place), documentation: text)
    }

    private func checkNoStrayArguments(
        _ documentation: DocComment, _ arguments: [XMLElement], _ place: String
    ) throws(GeneratorError) {
        let names = Set(arguments.compactMap { $0.attribute(forName: "name")?.stringValue })
        if let stray = documentation.arguments.keys.sorted().first(where: { !names.contains($0) }) {
            throw GeneratorError("\(source): \(place): \(stray) is documented but is no argument")
        }
    }

    private func type(of element: XMLElement, _ place: String) throws(GeneratorError) -> BusType {
        let signature = try attribute("type", of: element)
        do throws(GeneratorError) {
            return try BusType(signature: signature)
        } catch {
            throw GeneratorError("\(source): \(place): \(error.message)")
        }
    }

    private func annotation(_ name: String, of element: XMLElement) -> String? {
        element.elements(forName: "annotation").first { $0.attribute(forName: "name")?.stringValue == name }?
            .attribute(forName: "value")?.stringValue
    }

    private func attribute(_ name: String, of element: XMLElement) throws(GeneratorError) -> String {
        guard let value = element.attribute(forName: name)?.stringValue, !value.isEmpty else {
            throw GeneratorError("\(source): <\(element.name ?? "")> without \(name)")
        }
        return value
    }

    /// The comment right before an element, which must be for it.
    private func documentation(
        of element: XMLElement, name: String, in interface: String
    ) throws(GeneratorError) -> DocComment {
        var sibling = element.previousSibling
        while let node = sibling, node.kind == .text { sibling = node.previousSibling }
        guard let comment = sibling, comment.kind == .comment, let text = comment.stringValue,
            let documentation = DocComment(text), documentation.symbol == name, !documentation.summary.isEmpty
        else {
            let member = name == interface ? name : "\(interface).\(name)"
            throw GeneratorError("\(source): \(member) is not documented")
        }
        return documentation
    }
}
