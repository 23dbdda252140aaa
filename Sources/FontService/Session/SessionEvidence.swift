/// What can be known at a moment of the user's login sessions.
///
/// logind knows best. Where there is none, the session is as long as its bus, which desktops without logind start and
/// end with the session.
package struct SessionEvidence: Sendable, Hashable {
    /// Identifies this run of the kernel.
    package var boot: String
    /// Identifies this run of the user's service manager; `nil` where there is none, or none that can be seen.
    package var manager: String?
    /// Identifies this run of the session bus; `nil` when it has ended.
    package var bus: String?
    /// The user's login sessions that go on, each identified for as long as the machine runs; `nil` where nobody can
    /// tell.
    package var logins: Set<String>?

    /// Gathers evidence.
    ///
    /// - Parameters:
    ///   - boot: Identifies this run of the kernel.
    ///   - manager: Identifies this run of the user's service manager, if there is one.
    ///   - bus: Identifies this run of the session bus, unless it has ended.
    ///   - logins: The login sessions that go on, if anybody can tell.
    package init(boot: String, manager: String?, bus: String?, logins: Set<String>?) {
        self.boot = boot
        self.manager = manager
        self.bus = bus
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
        case (nil, _): return bus != nil && bus == earlier.bus
        }
    }

    /// The evidence to remember when this continues earlier evidence: what is not known now stays as it was.
    func remembering(_ earlier: SessionEvidence) -> SessionEvidence {
        SessionEvidence(
            boot: boot, manager: manager ?? earlier.manager, bus: bus ?? earlier.bus, logins: logins ?? earlier.logins)
    }
}
