package import FontModel

/// The effect of one change on one font, one right, one family of the system, or one collection.
package struct HistoryItem: Sendable, Equatable {
    /// The kind of effect; the raw value is stored, and is its name on the bus.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A font was registered.
        case installed
        /// A font was removed because another version of it was registered.
        case replaced
        /// A font was removed, and is kept for some time.
        case removed
        /// A font was removed, and nothing of it was kept.
        case deleted
        case enabled
        case disabled
        /// A font was removed together with its provider.
        case setAside = "set-aside"
        /// A font was restored together with its provider.
        case broughtBack = "brought-back"
        /// A font was taken out of use because it failed validation.
        case quarantined
        /// The user granted a right.
        case allowed
        /// The user denied a right.
        case denied
        /// The user deleted the decision on a right.
        case forgotten
        /// The user hid a family of the system.
        case hidden
        /// The user made a hidden family of the system visible again.
        case shown
        /// The user added a font to a collection.
        case collected
        /// The user removed a font from a collection.
        case uncollected
        /// The user created a collection.
        case collectionCreated = "collection-created"
        /// The user removed a collection.
        case collectionDeleted = "collection-deleted"

        /// Whether the item is about a right rather than a font.
        package var isGrant: Bool { self == .allowed || self == .denied || self == .forgotten }

        /// Whether the item is about a collection, with or without a font.
        package var isCollection: Bool {
            [.collected, .uncollected, .collectionCreated, .collectionDeleted].contains(self)
        }

        /// Creates the kind from an entry of the change log, if there is no other information.
        package init(_ change: ChangeLogEntry.Kind) {
            self =
                switch change {
                case .added: .installed
                case .removed, .evicted: .removed
                case .enabled: .enabled
                case .disabled: .disabled
                case .quarantined: .quarantined
                }
        }
    }

    /// The kind of effect.
    package var kind: Kind
    /// The registration, right, family of the system, or collection.
    package var subject: String
    /// The font; `nil` for a right that covers all fonts.
    package var digest: FontDigest?
    /// The provider that has the registration or the right.
    package var provider: ProviderIdentifier
    /// The family of the font's first face; empty for a right.
    package var family: String
    /// The style of the font's first face; empty for a right, and for items from before styles were stored.
    package var style: String
    /// The PostScript name of the font's first face; empty for a right.
    package var postscriptName: String
    /// `head.fontRevision` of the first face, a 16.16 fixed-point number.
    package var revision: Int32
    /// The earlier decision on the right, `allow` or `deny`; `nil` if there was none.
    package var before: String?

    /// Creates an item.
    package init(
        _ kind: Kind, subject: String, digest: FontDigest?, provider: ProviderIdentifier, family: String = "",
        style: String = "", postscriptName: String = "", revision: Int32 = 0, before: String? = nil
    ) {
        self.kind = kind
        self.subject = subject
        self.digest = digest
        self.provider = provider
        self.family = family
        self.style = style
        self.postscriptName = postscriptName
        self.revision = revision
        self.before = before
    }

    /// The revision in the usual form of versions, such as `1.250`.
    package var version: String { Self.version(of: revision) }

    /// Formats a revision, a 16.16 fixed-point number, in the usual form of versions.
    package static func version(of revision: Int32) -> String {
        let thousandths = (Int64(max(revision, 0)) * 1000 + 32_768) >> 16
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    }
}
