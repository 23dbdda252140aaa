/// The information about the user's login sessions at one moment.
///
/// logind is the most reliable source. Without logind, the session lasts as long as its bus, which desktops without
/// logind start and end with the session. Overlapping buses, such as a nested one, are one session, as overlapping
/// logins are.
package struct SessionEvidence: Sendable, Hashable {
    /// Identifies this run of the kernel.
    package var boot: String
    /// Identifies this run of the user's service manager; `nil` if there is none, or none is visible.
    package var manager: String?
    /// The session bus, unless it has ended, and the earlier buses that still exist.
    package var buses: Set<SessionBus>
    /// The user's open login sessions, with identifiers that are unique while the machine runs; `nil` if unknown.
    package var logins: Set<String>?

    /// Creates evidence.
    ///
    /// - Parameters:
    ///   - boot: Identifies this run of the kernel.
    ///   - manager: Identifies this run of the user's service manager, if there is one.
    ///   - buses: The session bus, unless it has ended, and the earlier buses that still exist.
    ///   - logins: The open login sessions, if they are known.
    package init(boot: String, manager: String?, buses: Set<SessionBus>, logins: Set<String>?) {
        self.boot = boot
        self.manager = manager
        self.buses = buses
        self.logins = logins
    }

    /// Whether the session of earlier evidence is still open.
    ///
    /// A later login is part of the same session if it began before the earlier logins ended. In that case it was seen
    /// together with one of them, because every login and logout causes a check.
    ///
    /// - Parameter earlier: The evidence of the last check of the session.
    /// - Returns: `false` only if the session has certainly ended.
    package func continues(_ earlier: SessionEvidence) -> Bool {
        guard boot == earlier.boot else { return false }
        if let manager, let before = earlier.manager, manager != before { return false }
        switch (earlier.logins, logins) {
        case (let before?, let now?): return !before.isDisjoint(with: now)
        // If logind knew the logins and does not answer now, the session has not ended.
        case (.some, nil): return true
        case (nil, _): return buses.contains { bus in earlier.buses.contains { $0.identifier == bus.identifier } }
        }
    }

    /// The evidence to remember if this continues earlier evidence.
    ///
    /// Values that are unknown now keep their earlier state.
    func remembering(_ earlier: SessionEvidence) -> SessionEvidence {
        SessionEvidence(
            boot: boot, manager: manager ?? earlier.manager, buses: buses.isEmpty ? earlier.buses : buses,
            logins: logins ?? earlier.logins)
    }
}
