internal import FoundationXML

/// An XML element as text without comments and without what is for the generator alone, two spaces a level: what
/// introspection answers.
struct IntrospectionText {
    /// The lines.
    let lines: [String]

    /// The annotations that say nothing to callers.
    private static let forGenerator = [
        InterfaceReader.topicAnnotation, InterfaceReader.pathAnnotation, InterfaceReader.swiftNameAnnotation,
        InterfaceReader.busNameAnnotation, InterfaceReader.perCallerAnnotation, InterfaceReader.valueAnnotation,
    ]

    /// Renders an element with everything in it.
    init(_ element: XMLElement) { lines = Self.render(element, indentation: "") }

    private static func render(_ element: XMLElement, indentation: String) -> [String] {
        let name = element.name ?? ""
        let attributes = (element.attributes ?? []).map { attribute in
            " \(attribute.name ?? "")=\"\(escaped(attribute.stringValue ?? ""))\""
        }
        let start = "\(indentation)<\(name)\(attributes.joined())"
        let children = (element.children ?? []).compactMap { $0 as? XMLElement }
            .filter { !forGenerator.contains($0.attribute(forName: "name")?.stringValue ?? "") }
        if children.isEmpty { return [start + "/>"] }
        return [start + ">"] + children.flatMap { render($0, indentation: indentation + "  ") }
            + ["\(indentation)</\(name)>"]
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
