internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The destination of log records: the journal, or standard error if there is none.
///
/// Logging never waits for the journal. If the journal has no room for a record, the record is lost, so that the bus
/// thread is not blocked.
package struct LogDestination: Sendable {
    /// The path of the journal's socket.
    package static let journalSocket = "/run/systemd/journal/socket"

    private let identifier: String
    private let journal: DatagramSocket?
    private let standardError: Int32
    private let marksPriority: Bool

    /// Creates a destination.
    ///
    /// - Parameters:
    ///   - identifier: The program name that the journal shows.
    ///   - journalSocket: The path of the journal's socket; `nil` to use standard error only.
    ///   - standardError: The descriptor for lines of text, which the caller still owns.
    ///   - marksPriority: Whether each line starts with `<N>`. A reader that forwards a service's output to the journal
    ///     expects this prefix, people do not.
    package init(
        identifier: String, journalSocket: String?, standardError: Int32 = STDERR_FILENO, marksPriority: Bool
    ) {
        self.identifier = identifier
        self.standardError = standardError
        self.marksPriority = marksPriority
        do throws(Errno) {
            journal = try journalSocket.map { (path) throws(Errno) in try DatagramSocket(path: path) }
        } catch {
            journal = nil
        }
    }

    /// Chooses the destination that is appropriate for how this process was started.
    ///
    /// This is the journal if standard error is connected to the journal according to `JOURNAL_STREAM`. Otherwise it is
    /// standard error, because the person or program that started this process wants to see the messages.
    ///
    /// - Parameter identifier: The program name that the journal shows.
    /// - Returns: The destination.
    package static func standard(identifier: String) -> LogDestination {
        isStandardErrorJournal() ? journal(identifier: identifier) : console(identifier: identifier)
    }

    /// Returns the journal as the destination, regardless of what standard error is connected to.
    static func journal(identifier: String) -> LogDestination {
        LogDestination(
            identifier: identifier, journalSocket: journalSocket, marksPriority: isatty(STDERR_FILENO) == 0)
    }

    /// Returns standard error as the destination, regardless of what it is connected to.
    static func console(identifier: String) -> LogDestination {
        LogDestination(identifier: identifier, journalSocket: nil, marksPriority: isatty(STDERR_FILENO) == 0)
    }

    /// Whether records go to the journal.
    var isJournal: Bool { journal != nil }

    func write(_ record: LogRecord) {
        if let journal {
            do throws(Errno) {
                return try journal.send(record.journalDatagram(identifier: identifier), waiting: false)
            } catch .resourceTemporarilyUnavailable {
                return
            } catch {
                // There is no journal, or it does not accept this record: a line on standard error is better than
                // nothing.
            }
        }
        let line = Array((marksPriority ? "<\(record.priority)>" : "").utf8) + Array((record.line + "\n").utf8)
        // Written with one call, so that lines of several threads and processes do not mix.
        _ = Glibc.write(standardError, line, line.count)
    }

    private static func isStandardErrorJournal() -> Bool {
        var status = stat()
        guard let stream = Environment.variable("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else {
            return false
        }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
