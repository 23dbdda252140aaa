/// Why and when a registration was set aside.
///
/// The registration is kept with its bytes, and no program sees the font until it is brought back.
package struct Departure: Sendable, Hashable {
    /// The reason for setting it aside; the raw value is stored, and is its name on the bus.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The provider was uninstalled.
        case gone
        /// The provider is on a medium that cannot be reached.
        case unmounted
        /// The user removed the provider's fonts.
        case user

        /// Whether the registration ends after it has been set aside for ``lifetime``.
        package var expires: Bool { self != .unmounted }
    }

    /// The time for which a registration can be brought back after its departure, in seconds: 30 days.
    package static let lifetime: Int64 = 30 * 24 * 60 * 60

    /// The reason for setting it aside.
    package var reason: Reason
    /// The time when the registration was set aside for that reason, in seconds since 1970.
    package var time: Int64
    /// Whether programs saw the font before.
    package var wasEnabled: Bool

    /// Creates a departure.
    package init(_ reason: Reason, time: Int64, wasEnabled: Bool) {
        self.reason = reason
        self.time = time
        self.wasEnabled = wasEnabled
    }
}
