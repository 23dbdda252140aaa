internal import FontModel
internal import Localization

/// Tells people what the service warns of, a line each, and no more than anybody reads.
struct InstallationWarnings {
    /// The most lines about one file.
    static let linesPerFile = 8
    /// The most lines of a command.
    static let maximumLines = 100
    /// The most columns of what one line says after the name of the file.
    static let maximumWidth = 400

    private let output: CommandOutput
    private var lines = 0
    private var untold = 0

    /// Starts with nothing told.
    ///
    /// - Parameter output: Where to write.
    init(_ output: CommandOutput) { self.output = output }

    /// Tells of a font that was installed.
    ///
    /// - Parameters:
    ///   - warnings: What the service warns of.
    ///   - path: The font's file.
    mutating func tell(_ warnings: [String], about path: String) {
        let told = warnings.prefix(min(Self.linesPerFile, Self.maximumLines - lines))
        for warning in told {
            // Escaped first: what stands for a hidden character takes more room than it.
            output.warn(TerminalText.shortened(TerminalText.escaped(warning), to: Self.maximumWidth), about: path)
        }
        lines += told.count
        untold += warnings.count - told.count
    }

    /// Tells how much was not told.
    func finish() {
        guard untold > 0 else { return }
        let text = localized(
            "1 more warning; the option --json tells them all.", "%1 more warnings; the option --json tells them all.",
            count: untold)
        output.writeError("typecase: \(text)\n")
    }
}
