internal import DBus

/// The sessions of one user, as logind's `ListSessions` has them: `a(susso)`.
struct LoginSessionList: Sendable, Equatable {
    /// One session.
    struct Entry: Sendable, Equatable {
        let identifier: String
        let path: ObjectPath
    }

    let entries: [Entry]

    /// Reads a reply; `nil` for one of another form.
    ///
    /// - Parameters:
    ///   - results: What was replied.
    ///   - userID: Whose sessions matter.
    init?(_ results: [BusValue], userID: UInt32) {
        guard case .array(_, let values)? = results.first else { return nil }
        var entries: [Entry] = []
        for value in values {
            guard case .structure(let fields) = value, fields.count >= 5, case .string(let identifier) = fields[0],
                case .uint32(let owner) = fields[1], case .objectPath(let path) = fields[4]
            else { return nil }
            if owner == userID { entries.append(Entry(identifier: identifier, path: path)) }
        }
        self.entries = entries
    }
}

/// What matters of a session of logind.
struct LoginSessionProperties: Sendable, Equatable {
    /// What kind of session it is: `user`, `greeter`, `lock-screen`, `background`, `manager` and others.
    var kind: String
    /// `online`, `active` or `closing`, the last for one that was logged out of and has processes left.
    var state: String
    /// When it began, in microseconds since 1970.
    var beginning: UInt64

    /// Reads the properties of `org.freedesktop.login1.Session`; what is missing is taken for a login.
    init(_ properties: [String: BusVariant]) {
        kind = (try? properties["Class"]?.converted(to: String.self)) ?? "user"
        state = (try? properties["State"]?.converted(to: String.self)) ?? "online"
        beginning = (try? properties["Timestamp"]?.converted(to: UInt64.self)) ?? 0
    }

    /// Identifies the session, whose own identifier may be given again; `nil` where nobody is logged in with it.
    ///
    /// The service manager, jobs and lock screens have sessions too, which go on while nobody is there.
    func login(identifier: String) -> String? {
        // Also `user-early` and `user-light` of later releases, with full rights or without a service manager.
        guard kind == "user" || kind.hasPrefix("user-"), state != "closing" else { return nil }
        return "\(identifier)@\(beginning)"
    }
}
