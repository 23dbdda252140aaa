internal import FontModel
internal import Registry

/// A condition that a font must meet before it is registered, or before programs see it.
protocol LibraryRule: Sendable {
    /// Checks a font.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - library: The library to which the font is added.
    /// - Throws: An error if the font breaks the rule.
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError)
}

/// The rules, in the order in which they are checked.
///
/// The first broken rule determines the error.
enum LibraryRules {
    /// The rules for a font that is new to its provider, whether or not programs will see it.
    static let ofArrival: [any LibraryRule] = [
        QuotaRule()
    ]

    /// The rules for a font that programs will see.
    static let ofSight: [any LibraryRule] = [
        DuplicateRule(),
        NameRule(),
        InstanceNameRule(),
        FamilyRule(),
        ShadowingRule(),
        FullNameRule(),
    ]
}

extension [any LibraryRule] {
    /// Checks a font against each rule.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - library: The library to which the font is added.
    /// - Throws: The error of the first broken rule.
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        for rule in self { try rule.check(font, in: library) }
    }
}

/// A font in the form that rules check.
struct RuledFont {
    /// The registration of a font that is new to its provider.
    struct Arrival {
        let candidate: FontCandidate
        let options: RegistrationOptions
        /// The sizes in bytes of the files that the font replaces.
        let replacedSizes: [Int]
    }

    /// The content.
    let digest: FontDigest
    /// The planned state of the content.
    let entry: PlannedLibrary.Entry
    /// The provider whose registration is to be enabled.
    let provider: ProviderIdentifier
    /// Files of the user, as paths without symbolic links, that the font replaces.
    var replacedFiles: Set<String> = []
    /// The contents that the font replaces.
    var predecessors: Set<FontDigest> = []
    /// The new registration; `nil` if the provider has registered the font already.
    var arrival: Arrival?

    /// The providers for which the font is enabled, and ``provider``.
    var ownProviders: Set<ProviderIdentifier> {
        Set(entry.registrations.filter(\.isEnabled).map(\.provider)).union([provider])
    }
}

extension PlannedLibrary {
    /// Checks that no other font has a name of a font.
    ///
    /// - Parameters:
    ///   - owners: The fonts that have the name.
    ///   - subject: The beginning of the error message, up to "of".
    ///   - font: The font.
    ///   - isIgnored: Returns whether an owner may share the name.
    /// - Throws: `Shadowed` or `DuplicatedName`.
    func checkOwners(
        _ owners: [NameOwner]?, _ subject: String, for font: RuledFont, ignoring isIgnored: (NameOwner) -> Bool
    ) throws(FontError) {
        for owner in owners ?? [] {
            switch owner {
            case .font(font.digest, _): continue
            case .font(let other, _) where font.predecessors.contains(other): continue
            case _ where isIgnored(owner): continue
            case .font(_, let provider):
                throw FontError(
                    .duplicatedName,
                    "\(subject) of another enabled font, provided by \(provider). Disable or remove that font first.",
                    owner: provider.rawValue)
            case .system(let path):
                if !isReplaced(path, by: font) { throw shadowing(path, subject) }
            }
        }
    }
}
