/// A change to a font of the session or of this process.
public struct FontChange: Sendable, Hashable {
    /// The kind of a change, as seen by programs that use fonts.
    ///
    /// A newer service may use kinds that are not listed here.
    public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name on the bus.
        public let rawValue: String

        /// Creates a value from its name on the bus.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name on the bus.
        public var description: String { rawValue }

        /// Programs find a new font.
        public static let added = Kind(rawValue: "added")
        /// The font was removed.
        public static let removed = Kind(rawValue: "removed")
        /// Programs find the font again.
        public static let enabled = Kind(rawValue: "enabled")
        /// The font is registered, but programs do not find it.
        public static let disabled = Kind(rawValue: "disabled")
        /// The font was taken out of use.
        public static let quarantined = Kind(rawValue: "quarantined")
    }

    /// The cause of the change.
    ///
    /// A newer service may use causes that are not listed here.
    public struct Cause: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name on the bus.
        public let rawValue: String

        /// Creates a value from its name on the bus.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name on the bus.
        public var description: String { rawValue }

        /// The provider requested the change.
        public static let provider = Cause(rawValue: "provider")
        /// The user requested the change.
        public static let user = Cause(rawValue: "user")
        /// The file was changed by hand.
        public static let file = Cause(rawValue: "file")
        /// The service noticed the change when it started.
        public static let recovery = Cause(rawValue: "recovery")
        /// The font was checked again.
        public static let check = Cause(rawValue: "check")
        /// A list of denied fonts now denies the font, or no longer does.
        public static let policy = Cause(rawValue: "policy")
        /// The provider was uninstalled, or installed again.
        public static let installation = Cause(rawValue: "installation")
    }

    /// The generation in which the change happened; 0 in process scope, which has no generations.
    public var generation: UInt64
    /// The kind of the change.
    public var kind: Kind
    /// The id of the registration.
    public var id: String
    /// The provider that owns or owned the font; `nil` in process scope.
    public var provider: String?
    /// The cause of the change.
    public var cause: Cause
    /// The reason why the font is out of use, in English; `nil` if ``kind`` and ``cause`` explain it.
    public var reason: String?
}

/// The changes since the previous change set.
public struct FontChangeSet: Sendable, Hashable {
    /// The generation after these changes; pass it to ``FontManager/changes(since:)`` to continue from here later.
    public var generation: UInt64
    /// The changes, oldest first.
    public var changes: [FontChange]
    /// Whether ``changes`` is complete; if not, read the fonts again.
    public var isComplete: Bool
}
