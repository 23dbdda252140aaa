/// Options for registering fonts, in addition to their scope and state.
public struct FontRegistrationOptions: Sendable, Hashable {
    /// Which programs find the fonts.
    public enum Visibility: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// All programs. The fonts are published where every program searches for fonts.
        case everyone = "session"
        /// Only programs that the user has allowed to use installed fonts.
        case granted

        /// The value on D-Bus.
        public var description: String { rawValue }
    }

    /// Which programs find the fonts.
    ///
    /// If `nil`, fonts that are already registered keep their visibility, and all programs find the other fonts.
    public var visibility: Visibility?
    /// Whether the fonts replace the application's own fonts with the same names even if they are not newer.
    public var allowsDowngrade = false
    /// The application's own mark for the fonts, at most 1 KiB; `nil` keeps the existing one.
    public var userInfo: String?
    /// Whether all of the fonts are registered or none.
    ///
    /// If `false`, each font succeeds or fails by itself.
    public var isAtomic = false
    /// The lease, if the fonts are to be registered for less than the whole session.
    ///
    /// A lease requires the scope ``FontScope/session``. With a lease, each font succeeds or fails by itself.
    public var lease: FontLease?

    /// Creates options that register each font separately, for all programs.
    public init() {}
}
