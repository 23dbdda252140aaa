package import Logging

/// Sends what swift-log logs to the journal, with metadata as fields `TYPECASE_…`.
package struct JournalLogHandler: LogHandler {
    private let label: String
    private let destination: LogDestination

    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's name.
    ///   - level: The least severe level that is logged.
    ///   - destination: Where records go.
    package init(label: String, level: Logger.Level, destination: LogDestination) {
        self.label = label
        self.destination = destination
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let provided = metadataProvider?.get() ?? [:]
        destination.write(LogRecord(event, label: label, metadata: metadata.merging(provided) { $1 }))
    }
}
