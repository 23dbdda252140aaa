internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Where log records go: the journal, or standard error where there is none.
///
/// Logging never waits for the journal: a record that it has no room for is lost rather than the bus thread held up.
package struct LogDestination: Sendable {
    /// Where the journal listens.
    package static let journalSocket = "/run/systemd/journal/socket"

    private let identifier: String
    private let journal: DatagramSocket?
    private let standardError: Int32
    private let marksPriority: Bool

    /// Creates a destination.
    ///
    /// - Parameters:
    ///   - identifier: What the journal shows as the program.
    ///   - journalSocket: Where the journal listens; `nil` for standard error alone.
    ///   - standardError: The descriptor for lines of text, which stays its owner's.
    ///   - marksPriority: Whether each line starts with `<N>`, as whoever reads a service's output for the journal
    ///     expects it, and people do not.
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

    /// Chooses the destination that this process was started with.
    ///
    /// The journal where standard error leads there anyway, as `JOURNAL_STREAM` tells; otherwise whoever started the
    /// program wants to see what it says.
    ///
    /// - Parameter identifier: What the journal shows as the program.
    /// - Returns: The destination.
    package static func standard(identifier: String) -> LogDestination {
        isStandardErrorJournal() ? journal(identifier: identifier) : console(identifier: identifier)
    }

    /// The journal, whatever standard error leads to.
    static func journal(identifier: String) -> LogDestination {
        LogDestination(
            identifier: identifier, journalSocket: journalSocket, marksPriority: isatty(STDERR_FILENO) == 0)
    }

    /// Standard error, whatever it leads to.
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
                // No journal, or none that takes this: the line is better than nothing.
            }
        }
        let line = Array((marksPriority ? "<\(record.priority)>" : "").utf8) + Array((record.line + "\n").utf8)
        // One call, so that lines of several threads and processes do not mix.
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
