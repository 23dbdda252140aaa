internal import Glibc
internal import Localization

/// The exit code of a command, which is part of the interface for scripts.
package enum CommandExit: Int32, Sendable, Hashable, CaseIterable {
    /// Everything that was requested was done.
    case success = 0
    /// Something that was requested was not done.
    case failure = 1
    /// Everything already was as requested.
    case nothingToDo = 2
    /// What was requested does not exist.
    case notFound = 3
    /// The command line is wrong; the value is `EX_USAGE` of sysexits.h, which swift-argument-parser uses.
    case usage = 64
    /// The service cannot be reached; the value is `EX_UNAVAILABLE` of sysexits.h.
    case unreachable = 69
    /// SIGHUP, for example from a terminal that is closed, ended the command early.
    ///
    /// The value is the one that shells report for a program that the signal ended.
    case hungUp = 129
    /// SIGINT, for example from Ctrl-C, ended the command early; the value is that of shells, too.
    case interrupted = 130
    /// SIGTERM ended the command early; the value is that of shells, too.
    case terminated = 143

    /// Creates the exit code of a command that a signal ended early.
    ///
    /// - Parameter signal: One of ``Interruption/signals``.
    package init(endedBy signal: Int32) {
        self =
            switch signal {
            case SIGHUP: .hungUp
            case SIGTERM: .terminated
            default: .interrupted
            }
    }

    /// The meaning of the exit code, for the help text.
    package var meaning: String {
        switch self {
        case .success: localized("done")
        case .failure: localized("some items failed")
        case .nothingToDo: localized("nothing to do")
        case .notFound: localized("not found")
        case .usage: localized("wrong usage")
        case .unreachable: localized("the font service cannot be reached")
        case .hungUp: localized("ended by SIGHUP, for example because the terminal was closed")
        case .interrupted: localized("interrupted, for example with Ctrl-C")
        case .terminated: localized("ended by SIGTERM")
        }
    }

    /// All codes with their meanings, one per line.
    package static var table: String {
        allCases.map { exit in
            let number = String(exit.rawValue)
            return "  " + String(repeating: " ", count: 3 - number.count) + "\(number)  \(exit.meaning)"
        }.joined(separator: "\n")
    }
}
