/// Why a registration is set aside: it is kept with its bytes, and no program sees the font until it is brought back.
package struct Departure: Sendable, Hashable {
    /// What set it aside; the raw value is stored, and what it is called on the bus.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The provider was installed, and is not any more.
        case gone
        /// The provider is on a medium that cannot be reached.
        case unmounted
        /// The user removed the provider's fonts.
        case user

        /// Whether the registration comes to its end when it has been set aside for long enough.
        package var expires: Bool { self != .unmounted }
    }

    /// How long after its departure a registration can be brought back, in seconds: 30 days.
    package static let lifetime: Int64 = 30 * 24 * 60 * 60

    /// What set it aside.
    package var reason: Reason
    /// Since when it has been set aside for that, in seconds since 1970.
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
