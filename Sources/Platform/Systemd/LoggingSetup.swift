package import Logging

/// Connects swift-log with the system's log.
package enum LoggingSetup {
    /// The variable of the environment that overrides the level: `TYPECASE_LOG_LEVEL=debug`.
    package static let levelVariable = "TYPECASE_LOG_LEVEL"

    /// Sends all logging of this process to the journal, or to standard error where there is none; once per process.
    ///
    /// - Parameters:
    ///   - identifier: What the journal shows as the program.
    ///   - level: The least severe level that is logged, where the environment names none.
    /// - Returns: What changes that while the process runs.
    @discardableResult
    package static func bootstrap(identifier: String, level: Logger.Level = .info) -> LogControl {
        let chosen = Environment.variable(levelVariable).flatMap { Logger.Level(rawValue: $0.lowercased()) } ?? level
        let control = LogControl(identifier: identifier, level: chosen)
        LoggingSystem.bootstrap { label in JournalLogHandler(label: label, control: control) }
        return control
    }
}
