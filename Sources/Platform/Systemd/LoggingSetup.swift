package import Logging

/// Connects swift-log to the system's log.
package enum LoggingSetup {
    /// The environment variable that overrides the level: `TYPECASE_LOG_LEVEL=debug`.
    package static let levelVariable = "TYPECASE_LOG_LEVEL"

    /// Sends all logging of this process to the journal, or to standard error if there is no journal.
    ///
    /// Must be called only once per process.
    ///
    /// - Parameters:
    ///   - identifier: The program name that the journal shows.
    ///   - level: The least severe level that is logged, unless the environment sets one.
    /// - Returns: The control that changes the level and the target while the process runs.
    @discardableResult
    package static func bootstrap(identifier: String, level: Logger.Level = .info) -> LogControl {
        let chosen = Environment.variable(levelVariable).flatMap { Logger.Level(rawValue: $0.lowercased()) } ?? level
        let control = LogControl(identifier: identifier, level: chosen)
        LoggingSystem.bootstrap { label in JournalLogHandler(label: label, control: control) }
        return control
    }
}
