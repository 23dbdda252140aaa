/// The imports of a generated file, after the types that it names.
struct SwiftImports {
    private let types: [BusType]
    private let level: String

    /// Collects the types of an interface.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - level: The access level of the imports.
    init(_ interface: InterfaceDescription, level: String) {
        types =
            interface.methods.flatMap { ($0.inputs + $0.outputs).map(\.type) }
            + interface.signals.flatMap { $0.arguments.map(\.type) } + interface.properties.map(\.type)
        self.level = level
    }

    /// The import declarations, sorted.
    ///
    /// - Parameter modules: Modules that are needed whatever the types are.
    /// - Returns: One declaration per line.
    func lines(always modules: [String]) -> [String] {
        let needsDescriptors = types.contains { $0.swiftType.contains("OwnedFileDescriptor") }
        return (modules + (needsDescriptors ? ["LinuxSystem"] : [])).sorted().map { "\(level) import \($0)" }
    }
}
