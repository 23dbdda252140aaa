/// The imports of a generated file, after the types that it names.
struct SwiftImports {
    private let types: [BusType]
    private let level: String

    /// Collects the types of members.
    ///
    /// - Parameters:
    ///   - methods: The methods of the file.
    ///   - properties: The properties of the file.
    ///   - signals: The signals of the file.
    ///   - level: The access level of the imports.
    init(
        _ methods: [InterfaceDescription.Method], _ properties: [InterfaceDescription.Property] = [],
        _ signals: [InterfaceDescription.Signal] = [], level: String
    ) {
        types =
            methods.flatMap { ($0.inputs + $0.outputs).map(\.type) } + properties.map(\.type)
            + signals.flatMap { $0.arguments.map(\.type) }
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
