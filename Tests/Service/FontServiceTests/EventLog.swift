import Synchronization

/// What happened, in order, as several tasks tell it.
final class EventLog: Sendable {
    private let entries = Mutex<[String]>([])

    /// All that was told so far.
    var all: [String] { entries.withLock { $0 } }

    /// Takes note of an event.
    func add(_ event: String) { entries.withLock { $0.append(event) } }
}
