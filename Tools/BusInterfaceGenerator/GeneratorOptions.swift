/// What the command line asks for.
struct GeneratorOptions: Equatable {
    /// The text of `--help`.
    static let usage = """
        usage: BusInterfaceGenerator [--check] [--input DIRECTORY] [--output DIRECTORY]

        Reads every *.xml in the input directory (dbus) and writes Swift to the output directory
        (Sources/Client/BusInterface/Generated). With --check it writes nothing, and exits with 1 where something would change.

        """

    /// Whether to compare rather than to write.
    var checks = false
    /// Whether to print ``usage`` and do nothing.
    var showsHelp = false
    /// The directory of the interface descriptions.
    var input = "dbus"
    /// The directory of the generated files.
    var output = "Sources/Client/BusInterface/Generated"

    /// Reads the command line.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Throws: ``GeneratorError`` for an argument that is not known or lacks its value.
    init(_ arguments: [String]) throws(GeneratorError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--check": checks = true
            case "--help", "-h": showsHelp = true
            case "--input": input = try Self.value(of: argument, from: &rest)
            case "--output": output = try Self.value(of: argument, from: &rest)
            default: throw GeneratorError("unknown argument \(argument)\n\n\(Self.usage)")
            }
        }
    }

    private static func value(of option: String, from rest: inout ArraySlice<String>) throws(GeneratorError) -> String {
        guard let value = rest.popFirst() else { throw GeneratorError("\(option) needs a value") }
        return value
    }
}

/// Why nothing was generated.
struct GeneratorError: Error, Equatable {
    /// What is wrong, with the place of it.
    let message: String

    /// Creates an error.
    init(_ message: String) { self.message = message }
}
