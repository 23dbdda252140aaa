internal import FontModel
internal import Registry

/// What ends with a login session.
extension LibraryPlanner {
    /// Removes a registration with the session that it was for, unless it lasts longer by now.
    mutating func end(
        _ past: SessionRegistration, by requester: Requester
    ) throws(FontError) -> RegistrationResult {
        let (_, entry, position) = try library.find(past.id, for: requester)
        let registration = entry.registrations[position]
        guard registration.scope == .session, registration.sessionToken == past.sessionToken else {
            return RegistrationResult(
                id: past.id, scope: registration.scope, isEnabled: registration.isEnabled, wasAlreadySo: true)
        }
        return try unregister(past.id, by: requester)
    }
}

extension RegistrationRecord {
    /// Has a registration that is made once more last as long as one that is made now.
    ///
    /// What was for a session before is for the present one then, whether the end of that one was seen yet or not.
    ///
    /// What is made for a lease alone never shortens what lasts longer.
    mutating func renew(with options: RegistrationOptions) {
        if let token = options.sessionToken, LeaseService.isLease(token), !isLeased { return }
        scope = options.scope
        sessionToken = scope == .session ? options.sessionToken : nil
    }

    /// Whether it lasts as long as a lease.
    var isLeased: Bool { sessionToken.map(LeaseService.isLease) ?? false }
}
