internal import DBus

/// The sessions of one user, read from the result of logind's `ListSessions`: `a(susso)`.
struct LoginSessionList: Sendable, Equatable {
    /// One session.
    struct Entry: Sendable, Equatable {
        let identifier: String
        let path: ObjectPath
    }

    let entries: [Entry]

    /// Creates a list from a reply; `nil` for a reply in another format.
    ///
    /// - Parameters:
    ///   - results: The values of the reply.
    ///   - userID: The user whose sessions to include.
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

/// The relevant properties of a session of logind.
struct LoginSessionProperties: Sendable, Equatable {
    /// The kind of session: `user`, `greeter`, `lock-screen`, `background`, `manager` and others.
    var kind: String
    /// The state: `online`, `active`, or `closing`, which means that the user logged out but processes remain.
    var state: String
    /// When the session began, in microseconds since 1970.
    var beginning: UInt64

    /// Creates the properties from those of `org.freedesktop.login1.Session`; missing values count as a login.
    init(_ properties: [String: BusVariant]) {
        kind = (try? properties["Class"]?.converted(to: String.self)) ?? "user"
        state = (try? properties["State"]?.converted(to: String.self)) ?? "online"
        beginning = (try? properties["Timestamp"]?.converted(to: UInt64.self)) ?? 0
    }

    /// Returns a unique identifier of the session; `nil` if nobody is logged in with it.
    ///
    /// The identifier is needed because logind may reuse its own. The service manager, jobs and lock screens also have
    /// sessions, which continue while nobody is logged in.
    func login(identifier: String) -> String? {
        // This includes `user-early` and `user-light` of later releases, with full rights or without a service manager.
        guard kind == "user" || kind.hasPrefix("user-"), state != "closing" else { return nil }
        return "\(identifier)@\(beginning)"
    }
}
