internal import Glibc
internal import Localization

/// What a command ends with: part of the interface, for scripts.
package enum CommandExit: Int32, Sendable, Hashable, CaseIterable {
    /// Everything asked for was done.
    case success = 0
    /// Something asked for was not done.
    case failure = 1
    /// Everything was as asked for before.
    case nothingToDo = 2
    /// What was asked for does not exist.
    case notFound = 3
    /// The command line is wrong; the value is `EX_USAGE` of sysexits.h, which swift-argument-parser uses.
    case usage = 64
    /// The service cannot be reached; the value is `EX_UNAVAILABLE` of sysexits.h.
    case unreachable = 69
    /// SIGHUP, as from a terminal that is closed, ended the command early; the value is what shells give a program that
    /// it ends.
    case hungUp = 129
    /// SIGINT, as from Ctrl-C, ended the command early, likewise.
    case interrupted = 130
    /// SIGTERM ended the command early, likewise.
    case terminated = 143

    /// What a command ends with that a signal ended early.
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

    /// What it means, for the help text.
    package var meaning: String {
        switch self {
        case .success: localized("done")
        case .failure: localized("some items failed")
        case .nothingToDo: localized("nothing to do")
        case .notFound: localized("not found")
        case .usage: localized("wrong usage")
        case .unreachable: localized("the font service cannot be reached")
        case .hungUp: localized("told to end by SIGHUP, as where the terminal is closed")
        case .interrupted: localized("interrupted, as with Ctrl-C")
        case .terminated: localized("told to end by SIGTERM")
        }
    }

    /// All codes with their meanings, a line each.
    package static var table: String {
        allCases.map { exit in
            let number = String(exit.rawValue)
            return "  " + String(repeating: " ", count: 3 - number.count) + "\(number)  \(exit.meaning)"
        }.joined(separator: "\n")
    }
}
