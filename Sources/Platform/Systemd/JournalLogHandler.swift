package import Logging

/// Sends the log messages of swift-log to the journal, with metadata as fields `TYPECASE_…`.
package struct JournalLogHandler: LogHandler {
    private let label: String
    private let control: LogControl
    private var ownLevel: Logger.Level?

    /// The level of the whole process, unless this logger has a level of its own.
    package var logLevel: Logger.Level {
        get { ownLevel ?? control.level }
        set { ownLevel = newValue }
    }

    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's name.
    ///   - control: The level and target of the process.
    package init(label: String, control: LogControl) {
        self.label = label
        self.control = control
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let provided = metadataProvider?.get() ?? [:]
        control.write(LogRecord(event, label: label, metadata: metadata.merging(provided) { $1 }))
    }
}
