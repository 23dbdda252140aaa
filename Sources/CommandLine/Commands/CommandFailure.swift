internal import BusInterface
package import DBus
package import FontModel
internal import Localization

/// The reason why a command, or one of its items, failed.
package struct CommandFailure: Error, Sendable, Equatable {
    /// The exit code of the command if this failure ends it.
    package var exit: CommandExit
    /// The name of the error on the bus.
    package var name: String
    /// What went wrong, for people; may contain text from fonts.
    package var message: String
    /// The item that failed, such as a file or an id; empty if the whole command failed.
    package var item: String
    /// The fonts that the user may have meant, one per line.
    package var candidates: [FontChoice]
    /// The owner of the font that is in the way: a provider or `system`; empty if no font is in the way.
    package var owner = ""
    /// The name on the bus of the option that would make the call succeed; empty if there is none.
    package var option = ""
    /// The id of the same font that is kept instead of this one; empty if none is kept.
    package var kept = ""
    /// What fontconfig returns to programs for a name, if the service has no font of this name; `nil` if not known.
    package var programsGet: FontconfigAnswer?
    /// The format of the kept font, if this one has a different format; empty otherwise.
    package var keptFormat = ""

    /// Creates a failure.
    package init(
        _ exit: CommandExit, name: String, message: String, item: String = "", candidates: [FontChoice] = []
    ) {
        self.exit = exit
        self.name = name
        self.message = message
        self.item = item
        self.candidates = candidates
    }

    /// Creates a failure from the error of a call.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - item: What the call is about.
    package init(_ error: BusError, item: String = "") {
        let exit: CommandExit =
            if error.code == .cancelled {
                .interrupted
            } else if error.isUnreachable {
                .unreachable
            } else if error.typecaseName == FontError.Code.notRegistered.rawValue {
                .notFound
            } else {
                .failure
            }
        let message =
            switch exit {
            case .unreachable: localized("The font service cannot be reached: %1 %2", error.sentence, error.remedy)
            case .interrupted: localized("Interrupted.")
            default: error.localizedMessage
            }
        self.init(exit, name: error.name, message: message, item: item)
    }

    /// Creates a failure of a command that was interrupted.
    ///
    /// - Parameter message: What was done and what was not, for people.
    package init(interrupted message: String) {
        self.init(.interrupted, name: BusError.cancelled.name, message: message)
    }

    /// Whether the command should not continue with the other items.
    package var endsCommand: Bool { exit == .unreachable || exit == .interrupted }

    /// Creates a failure that has nothing to do with fonts.
    ///
    /// - Parameter message: What went wrong, for people.
    package init(failed message: String) {
        self.init(.failure, name: BusError.Code.failed.rawValue, message: message)
    }

    /// Creates a failure from an error of reading or writing fonts.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - exit: What the command ends with.
    ///   - item: What it is about.
    package init(_ error: FontError, exit: CommandExit = .failure, item: String = "") {
        self.init(exit, code: error.code, ErrorKind.line(error.code, error.message), item: item)
    }

    /// Creates a failure of the command itself, with an error code of the service.
    ///
    /// - Parameters:
    ///   - exit: What the command ends with.
    ///   - code: The code.
    ///   - message: What went wrong, for people.
    ///   - item: What it is about.
    package init(_ exit: CommandExit, code: FontError.Code, _ message: String, item: String = "") {
        self.init(exit, name: BusErrorNames.prefix + code.rawValue, message: message, item: item)
    }
}

/// One of several fonts for which a name stands.
package struct FontChoice: Sendable, Equatable {
    /// The id.
    package var id: String
    /// The full name.
    package var name: String
    /// The provider.
    package var provider: String

    /// Creates a choice.
    package init(id: String, name: String, provider: String) {
        self.id = id
        self.name = name
        self.provider = provider
    }
}

extension BusError {
    /// The message as a sentence; messages of the bus have no full stop.
    fileprivate var sentence: String {
        let words = localizedMessage
        return words.isEmpty || [".", "。"].contains(where: words.hasSuffix) ? words : words + "."
    }

    /// What to do if the service cannot be reached.
    fileprivate var remedy: String {
        switch code {
        case .serviceUnknown:
            localized("To check whether typecased is installed, run 'systemctl --user status typecased'.")
        case .noServer, .badAddress, .disconnected:
            localized(
                """
                Run the command within a login session, where DBUS_SESSION_BUS_ADDRESS contains the address of the \
                session bus.
                """
            )
        case .timedOut: localized("The service may be busy. To check its state, run 'typecase status'.")
        default:
            localized(
                "To find the cause, run 'systemctl --user status typecased' and 'journalctl --user -u typecased'.")
        }
    }
}

extension CommandFailure {
    /// The failure of a command that has to ask a question but has no user to ask.
    static var nobodyToAsk: CommandFailure {
        CommandFailure(
            .usage, code: .cancelledByUser,
            localized("The command cannot ask for confirmation here. Use --yes to confirm without being asked."))
    }
}
