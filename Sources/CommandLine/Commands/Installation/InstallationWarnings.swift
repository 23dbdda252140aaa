internal import FontModel
internal import Localization

/// Prints the service's warnings, one per line, up to a number that people can still read.
struct InstallationWarnings {
    /// The maximum number of lines about one file.
    static let linesPerFile = 8
    /// The maximum number of lines for a command.
    static let maximumLines = 100
    /// The maximum number of columns in a line after the name of the file.
    static let maximumWidth = 400

    private let output: CommandOutput
    private var lines = 0
    private var untold = 0

    /// Creates an object that has not printed any warnings yet.
    ///
    /// - Parameter output: The output to write to.
    init(_ output: CommandOutput) { self.output = output }

    /// Prints the warnings about a font that was installed.
    ///
    /// - Parameters:
    ///   - warnings: The service's warnings.
    ///   - path: The font's file.
    mutating func tell(_ warnings: [String], about path: String) {
        let told = warnings.prefix(min(Self.linesPerFile, Self.maximumLines - lines))
        for warning in told {
            // Escaping comes first, because an escaped character needs more columns than the hidden character itself.
            output.warn(TerminalText.shortened(TerminalText.escaped(warning), to: Self.maximumWidth), about: path)
        }
        lines += told.count
        untold += warnings.count - told.count
    }

    /// Prints the number of warnings that were left out.
    func finish() {
        guard untold > 0 else { return }
        let text = localized(
            "1 more warning; to see all warnings, use --json.", "%1 more warnings; to see all warnings, use --json.",
            count: untold)
        output.writeError("typecase: \(text)\n")
    }
}
