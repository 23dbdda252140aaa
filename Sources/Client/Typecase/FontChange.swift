/// Something that happened to a font of the session, or to one of this process.
public struct FontChange: Sendable, Hashable {
    /// What happened, as those see it who use fonts.
    ///
    /// A newer service may know more kinds than are named here.
    public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name on the bus.
        public let rawValue: String

        /// Takes over a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The word that the service has for it.
        public var description: String { rawValue }

        /// Programs find a new font.
        public static let added = Kind(rawValue: "added")
        /// The font has gone.
        public static let removed = Kind(rawValue: "removed")
        /// Programs find the font again.
        public static let enabled = Kind(rawValue: "enabled")
        /// The font is registered, and programs do not find it.
        public static let disabled = Kind(rawValue: "disabled")
        /// The font was taken out of use.
        public static let quarantined = Kind(rawValue: "quarantined")
    }

    /// What made it happen.
    ///
    /// A newer service may know more causes than are named here.
    public struct Cause: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name on the bus.
        public let rawValue: String

        /// Takes over a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The word that the service has for it.
        public var description: String { rawValue }

        /// The provider asked for it.
        public static let provider = Cause(rawValue: "provider")
        /// The user asked for it.
        public static let user = Cause(rawValue: "user")
        /// The file was changed by hand.
        public static let file = Cause(rawValue: "file")
        /// The service noticed it at a start.
        public static let recovery = Cause(rawValue: "recovery")
        /// The font was judged anew.
        public static let check = Cause(rawValue: "check")
        /// A list of denied fonts says so, or does not any more.
        public static let policy = Cause(rawValue: "policy")
        /// The provider is not installed any more, or is again.
        public static let installation = Cause(rawValue: "installation")
    }

    /// The generation in which it happened; 0 in process scope, which has none.
    public var generation: UInt64
    /// What happened.
    public var kind: Kind
    /// The registration.
    public var id: String
    /// Whose it is or was; `nil` in process scope.
    public var provider: String?
    /// What made it happen.
    public var cause: Cause
    /// Why a font is out of use, in English; `nil` where kind and cause tell.
    public var reason: String?
}

/// What has happened since the last one of these.
public struct FontChangeSet: Sendable, Hashable {
    /// The generation that it leads to: with it, ``FontManager/changes(since:)`` goes on at this place another time.
    public var generation: UInt64
    /// The changes, oldest first.
    public var changes: [FontChange]
    /// Whether ``changes`` tells everything; if not, look at the fonts anew.
    public var isComplete: Bool
}
