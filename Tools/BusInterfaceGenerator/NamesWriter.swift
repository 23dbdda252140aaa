/// Writes the constants of an interface: its name, its bus name, its path.
struct NamesWriter {
    private let interface: InterfaceDescription

    /// Creates a writer for an interface.
    init(_ interface: InterfaceDescription) { self.interface = interface }

    /// The file.
    func text() throws(GeneratorError) -> String {
        var text = SwiftText(source: interface.source)
        if !interface.isTransient {
            text.line("package import DBus")
            text.line("")
        }
        text.line("/// The names that go with `\(interface.name)`.")
        text.block("package enum \(interface.shortName)Names {") { text in
            text.line("/// The interface.")
            text.line("package static let interface = \"\(interface.name)\"")
            if interface.isTransient { return }
            text.line("/// The bus name of the service.")
            text.line("package static let busName = \"\(interface.busName)\"")
            text.line("/// The path of the object.")
            text.line("package static let path: ObjectPath = \"\(interface.path)\"")
        }
        return text.text
    }
}
