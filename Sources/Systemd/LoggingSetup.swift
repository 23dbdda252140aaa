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
    package static func bootstrap(identifier: String, level: Logger.Level = .info) {
        let chosen = Environment.variable(levelVariable).flatMap { Logger.Level(rawValue: $0.lowercased()) } ?? level
        let destination = LogDestination.standard(identifier: identifier)
        LoggingSystem.bootstrap { label in
            JournalLogHandler(label: label, level: chosen, destination: destination)
        }
    }
}
