internal import Logging

/// A log message with its metadata, each value on one line.
struct LogRecord {
    /// The prefix of journal fields for metadata.
    ///
    /// The journal requires field names of at most 64 bytes: upper-case letters, digits and underscores.
    private static let metadataPrefix = "TYPECASE_"
    private static let maximumNameLength = 64

    /// The journal's priority, 0 (emergency) to 7 (debug).
    let priority: Int
    private let message: String
    private let eventIdentifier: String?
    private let metadata: [(name: String, value: String)]
    private let location: [(name: String, value: String)]

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - event: The logged event.
    ///   - label: The logger's name.
    ///   - metadata: The metadata of the logger and its metadata provider, overridden by the metadata of the event.
    init(_ event: LogEvent, label: String, metadata: Logger.Metadata) {
        priority = Self.priority(of: event.level)
        message = LogText.escaped(event.message.description)
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error, fields["error"] == nil { fields["error"] = "\(error)" }
        // This is a field of its own in the journal, and not useful to people who read lines.
        eventIdentifier = fields.removeValue(forKey: JournalEvent.metadataKey).map { LogText.escaped($0.description) }
        self.metadata = fields.sorted { $0.key < $1.key }.map { ($0.key, LogText.escaped($0.value.description)) }
        location = [
            ("TYPECASE_LOGGER", LogText.escaped(label)), ("CODE_FILE", LogText.escaped(event.file)),
            ("CODE_LINE", String(event.line)), ("CODE_FUNC", LogText.escaped(event.function)),
        ]
    }

    /// The record in the journal's native protocol, with one `FIELD=value` line per field.
    ///
    /// - Parameter identifier: The program name that the journal shows.
    /// - Returns: A datagram.
    func journalDatagram(identifier: String) -> [UInt8] {
        let own = [
            ("MESSAGE", message), ("PRIORITY", String(priority)), ("SYSLOG_IDENTIFIER", LogText.escaped(identifier)),
        ]
        let given = metadata.map { (Self.fieldName($0.name), $0.value) }
        let event = eventIdentifier.map { [("MESSAGE_ID", $0)] } ?? []
        return Array((own + event + location + given).map { "\($0)=\($1)\n" }.joined().utf8)
    }

    /// The record as one line of text, without the location in the source.
    var line: String { ([message] + metadata.map { "\(LogText.escaped($0.name))=\($0.value)" }).joined(separator: " ") }

    /// The journal's field name for a metadata key.
    private static func fieldName(_ key: String) -> String {
        let name = key.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        return String((metadataPrefix + String(decoding: name, as: UTF8.self)).prefix(maximumNameLength))
    }

    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
