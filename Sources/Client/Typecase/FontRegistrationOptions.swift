/// How fonts are registered, besides their scope and state.
public struct FontRegistrationOptions: Sendable, Hashable {
    /// Which programs find the fonts.
    public enum Visibility: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// All of them: the fonts are published where every program looks.
        case everyone = "session"
        /// Those that the user has allowed to use installed fonts.
        case granted

        /// The word for it.
        public var description: String { rawValue }
    }

    /// Which programs find the fonts; `nil` leaves what is registered as it is, and lets everybody find what is not.
    public var visibility: Visibility?
    /// Whether the fonts take the place of the application's own of their names even where they are not newer.
    public var allowsDowngrade = false
    /// The application's own mark for the fonts, at most 1 KiB; `nil` leaves what is there.
    public var userInfo: String?
    /// Whether all of the fonts are registered or none; without it each succeeds or fails by itself.
    public var isAtomic = false
    /// How long the fonts are registered, where that is not to be the whole session.
    ///
    /// The scope has to be ``FontScope/session``, and each font succeeds or fails by itself.
    public var lease: FontLease?

    /// Registers each font by itself, for everybody.
    public init() {}
}
