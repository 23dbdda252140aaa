internal import FontModel
internal import Registry

/// Something that has to hold of a font before it is registered, or before programs see it.
protocol LibraryRule: Sendable {
    /// Checks a font.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - library: The library that it comes into.
    /// - Throws: Why it may not come.
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError)
}

/// The rules in the order in which they are checked: the first that does not hold is the answer.
enum LibraryRules {
    /// The rules for a font that is new to its provider, whether programs are to see it or not.
    static let ofArrival: [any LibraryRule] = [
        QuotaRule()
    ]

    /// The rules for a font that programs are to see.
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
    /// Checks a font by each rule.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - library: The library that it comes into.
    /// - Throws: What the first rule says that does not hold.
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        for rule in self { try rule.check(font, in: library) }
    }
}

/// A font as rules look at it.
struct RuledFont {
    /// How a font is registered that is new to its provider.
    struct Arrival {
        let candidate: FontCandidate
        let options: RegistrationOptions
        /// The sizes in bytes of the files that leave for it.
        let replacedSizes: [Int]
    }

    /// The content.
    let digest: FontDigest
    /// What is known of it.
    let entry: PlannedLibrary.Entry
    /// Whose registration of it is to be enabled.
    let provider: ProviderIdentifier
    /// Files of the user, as paths without symbolic links, that go for it.
    var replacedFiles: Set<String> = []
    /// The contents that it takes the place of.
    var predecessors: Set<FontDigest> = []
    /// How it is registered; `nil` for what the provider has already.
    var arrival: Arrival?

    /// The providers that programs see it of, which it is no stranger to.
    var ownProviders: Set<ProviderIdentifier> {
        Set(entry.registrations.filter(\.isEnabled).map(\.provider)).union([provider])
    }
}

extension PlannedLibrary {
    /// Checks that nobody else holds a name of a font.
    ///
    /// - Parameters:
    ///   - owners: Who holds it.
    ///   - subject: What the font has of it, up to "of".
    ///   - font: The font.
    ///   - isIgnored: Which of them may.
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
                    "\(subject) of another enabled font, of \(provider). Disable or remove that one first.",
                    owner: provider.rawValue)
            case .system(let path):
                if !isReplaced(path, by: font) { throw shadowing(path, subject) }
            }
        }
    }
}
