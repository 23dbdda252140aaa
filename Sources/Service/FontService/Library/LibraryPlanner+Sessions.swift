internal import FontModel
internal import Registry

/// Ends the registrations of login sessions.
extension LibraryPlanner {
    /// Removes a registration because its session has ended, unless it was extended meanwhile.
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
    /// Gives a registration that is made again the lifetime of a new one.
    ///
    /// A registration for an earlier session then belongs to the present session, whether or not the end of the earlier
    /// one was noticed.
    ///
    /// A registration only for a lease never shortens a longer lifetime.
    mutating func renew(with options: RegistrationOptions) {
        if let token = options.sessionToken, LeaseService.isLease(token), !isLeased { return }
        scope = options.scope
        sessionToken = scope == .session ? options.sessionToken : nil
    }

    /// Whether the registration lasts as long as a lease.
    var isLeased: Bool { sessionToken.map(LeaseService.isLease) ?? false }
}
