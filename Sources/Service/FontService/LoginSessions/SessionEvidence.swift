/// What can be known at a moment of the user's login sessions.
///
/// logind knows best. Where there is none, the session is as long as its bus, which desktops without logind start and
/// end with the session; buses that overlap, as a nested one does, are one session, as logins are.
package struct SessionEvidence: Sendable, Hashable {
    /// Identifies this run of the kernel.
    package var boot: String
    /// Identifies this run of the user's service manager; `nil` where there is none, or none that can be seen.
    package var manager: String?
    /// The session bus, unless it has ended, and those that were there before and still are.
    package var buses: Set<SessionBus>
    /// The user's login sessions that go on, each identified for as long as the machine runs; `nil` where nobody can
    /// tell.
    package var logins: Set<String>?

    /// Gathers evidence.
    ///
    /// - Parameters:
    ///   - boot: Identifies this run of the kernel.
    ///   - manager: Identifies this run of the user's service manager, if there is one.
    ///   - buses: The session bus, unless it has ended, and those that were there before and still are.
    ///   - logins: The login sessions that go on, if anybody can tell.
    package init(boot: String, manager: String?, buses: Set<SessionBus>, logins: Set<String>?) {
        self.boot = boot
        self.manager = manager
        self.buses = buses
        self.logins = logins
    }

    /// Whether the session of earlier evidence still goes on.
    ///
    /// A later login is part of the same session as long as it began before the earlier ones ended: it was seen
    /// together with one of them, as every login and logout is looked at.
    ///
    /// - Parameter earlier: What was known when the session was looked at last.
    /// - Returns: `false` only where the end is certain.
    package func continues(_ earlier: SessionEvidence) -> Bool {
        guard boot == earlier.boot else { return false }
        if let manager, let before = earlier.manager, manager != before { return false }
        switch (earlier.logins, logins) {
        case (let before?, let now?): return !before.isDisjoint(with: now)
        // Who could tell does not answer, which ends nothing.
        case (.some, nil): return true
        case (nil, _): return buses.contains { bus in earlier.buses.contains { $0.identifier == bus.identifier } }
        }
    }

    /// The evidence to remember when this continues earlier evidence: what is not known now stays as it was.
    func remembering(_ earlier: SessionEvidence) -> SessionEvidence {
        SessionEvidence(
            boot: boot, manager: manager ?? earlier.manager, buses: buses.isEmpty ? earlier.buses : buses,
            logins: logins ?? earlier.logins)
    }
}
