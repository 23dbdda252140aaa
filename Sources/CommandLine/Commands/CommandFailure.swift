internal import BusInterface
package import DBus
package import FontModel
internal import Localization

/// Why a command, or one item of it, could not do what it was asked for.
package struct CommandFailure: Error, Sendable, Equatable {
    /// What the command ends with if this ends it.
    package var exit: CommandExit
    /// The name of the error, as it is on the bus.
    package var name: String
    /// What went wrong, for people; may hold text from fonts.
    package var message: String
    /// What it is about, such as a file or an id; empty where it is about the whole command.
    package var item: String
    /// What the user may have meant, one line each.
    package var candidates: [FontChoice]
    /// Whose font is in the way: a provider or `system`; empty where none is.
    package var owner = ""
    /// The option of the call that would allow it, as it is called on the bus; empty where none would.
    package var option = ""
    /// The id of the same font that stays in the place of this one; empty where none does.
    package var kept = ""
    /// What fontconfig gives programs for a name that the service has no font of; `nil` where that is not known.
    package var programsGet: FontconfigAnswer?
    /// The format of that font, where this one has another; empty otherwise.
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
    ///   - item: What it is about.
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

    /// Whether it makes no sense to go on with the other items.
    package var endsCommand: Bool { exit == .unreachable || exit == .interrupted }

    /// Creates a failure that has nothing to do with fonts.
    ///
    /// - Parameter message: What went wrong, for people.
    package init(failed message: String) {
        self.init(.failure, name: BusError.Code.failed.rawValue, message: message)
    }

    /// Creates a failure from an error of what reads and writes fonts.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - exit: What the command ends with.
    ///   - item: What it is about.
    package init(_ error: FontError, exit: CommandExit = .failure, item: String = "") {
        self.init(exit, code: error.code, ErrorKind.line(error.code, error.message), item: item)
    }

    /// Creates a failure of the command itself that has a code of the service.
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

/// One of several fonts that a name stands for.
package struct FontChoice: Sendable, Equatable {
    /// The id.
    package var id: String
    /// The full name.
    package var name: String
    /// Who provides it.
    package var provider: String

    /// Creates a choice.
    package init(id: String, name: String, provider: String) {
        self.id = id
        self.name = name
        self.provider = provider
    }
}

extension BusError {
    /// The message as a sentence; those of the bus have no end.
    fileprivate var sentence: String {
        let words = localizedMessage
        return words.isEmpty || [".", "。"].contains(where: words.hasSuffix) ? words : words + "."
    }

    /// What to do where the service cannot be reached.
    fileprivate var remedy: String {
        switch code {
        case .serviceUnknown: localized("Look whether typecased is installed; systemctl --user status typecased tells.")
        case .noServer, .badAddress, .disconnected:
            localized("Run the command within a login session; DBUS_SESSION_BUS_ADDRESS names its bus.")
        case .timedOut: localized("The service may be busy: typecase status tells how it does.")
        default: localized("systemctl --user status typecased and journalctl --user -u typecased may tell why.")
        }
    }
}

extension CommandFailure {
    /// There is a question, and nobody to answer it.
    static var nobodyToAsk: CommandFailure {
        CommandFailure(
            .usage, code: .cancelledByUser, localized("Nobody can be asked here; --yes does it without asking."))
    }
}
