package import FontModel

/// What one change of the history did to one font, to one right, to one family of the system, or to one collection.
package struct HistoryItem: Sendable, Equatable {
    /// What was done; the raw value is stored, and what it is called on the bus.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A font was registered.
        case installed
        /// A font left as another version of it came.
        case replaced
        /// A font was removed, and is kept for a time.
        case removed
        /// A font was removed, and nothing of it is kept.
        case deleted
        case enabled
        case disabled
        /// A font was removed with its provider.
        case setAside = "set-aside"
        /// A font came back with its provider.
        case broughtBack = "brought-back"
        /// A font was taken out of use, as it did not pass.
        case quarantined
        /// The user allowed a right.
        case allowed
        /// The user denied a right.
        case denied
        /// The user took back what was said of a right.
        case forgotten
        /// The user hid a family of the system.
        case hidden
        /// The user had a hidden family of the system shown again.
        case shown
        /// The user added a font to a collection.
        case collected
        /// The user took a font out of a collection.
        case uncollected
        /// The user made a collection.
        case collectionCreated = "collection-created"
        /// The user removed a collection.
        case collectionDeleted = "collection-deleted"

        /// Whether it is about a right, not a font.
        package var isGrant: Bool { self == .allowed || self == .denied || self == .forgotten }

        /// Whether it is about a collection, whatever the font.
        package var isCollection: Bool {
            [.collected, .uncollected, .collectionCreated, .collectionDeleted].contains(self)
        }

        /// What the kind is where the change log alone tells.
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

    /// What was done.
    package var kind: Kind
    /// The registration, the right, the family of the system, or the collection.
    package var subject: String
    /// The font; `nil` for a right that is about all.
    package var digest: FontDigest?
    /// Whose registration or right it is.
    package var provider: ProviderIdentifier
    /// The family of the font's first face; empty for a right.
    package var family: String
    /// The style of the font's first face; empty for a right, and where it was not kept yet.
    package var style: String
    /// The PostScript name of the font's first face; empty for a right.
    package var postscriptName: String
    /// `head.fontRevision` of the first face, a 16.16 fixed-point number.
    package var revision: Int32
    /// What was said of the right before: `allow` or `deny`; `nil` where nothing was.
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

    /// The revision as people read versions: `1.250`.
    package var version: String { Self.version(of: revision) }

    /// A revision, a 16.16 fixed-point number, as people read versions.
    package static func version(of revision: Int32) -> String {
        let thousandths = (Int64(max(revision, 0)) * 1000 + 32_768) >> 16
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    }
}
