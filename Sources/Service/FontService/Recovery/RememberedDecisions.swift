internal import FontModel
internal import Registry

/// What the user decided of fonts that their providers have removed since: a program that takes a font back and gives it
/// again, or another version of it, must not bring into use what the user took out of it.
///
/// A decision is either on a registration or remembered. It is about a name rather than about bytes, as people know
/// fonts by their names, and as one byte more makes other bytes. Where several styles have the name, and the user left
/// another one in use, it is about the one style.
struct RememberedDecisions {
    /// The names of removed fonts that the user took out of use, as they were before.
    private let initial: DisabledNames
    /// The names as they are now.
    private(set) var names: DisabledNames

    /// Starts with what the registry knows.
    init(_ names: DisabledNames) {
        initial = names
        self.names = names
    }

    /// Whether the user took a font of a name of this one's out of use that the provider then removed.
    func contains(_ entry: PlannedLibrary.Entry, of provider: ProviderIdentifier) -> Bool {
        guard let names = names[provider] else { return false }
        return entry.decisionKeys.contains { names.contains($0) }
    }

    /// Forgets what the user decided of fonts of a content's names: it is on a registration again, or taken back.
    mutating func forget(on entry: PlannedLibrary.Entry, of provider: ProviderIdentifier) {
        names[provider]?.subtract(entry.decisionKeys)
    }

    /// Keeps what the user decided of a registration that goes, unless it is the user who removes it.
    ///
    /// - Parameters:
    ///   - entry: The content without the registration.
    ///   - registration: The registration.
    ///   - digest: The content's digest.
    ///   - requester: Who removes it.
    ///   - library: The library as it was before.
    mutating func note(
        on entry: PlannedLibrary.Entry, leaving registration: RegistrationRecord, _ digest: FontDigest,
        _ requester: Requester,
        in library: PlannedLibrary
    ) {
        let provider = registration.provider
        if requester == .user { return forget(on: entry, of: provider) }
        // What the user installs by hand is the user's decision each time.
        guard registration.isDisabledByUser, provider != .user else { return }
        let keys = entry.faces.compactMap { face -> String? in
            let key = face.postscriptName.fontNameKey
            let others = (library.names[key] ?? []).filter { owner in
                if case .font(let other, provider) = owner { other != digest } else { false }
            }
            if others.isEmpty { return key }
            // Of two fonts of one name the user left the other one in use; then it is not the name that is unwanted.
            return others.allSatisfy { library.isWelcome(face, beside: $0, for: provider) } ? face.decisionKey : nil
        }
        names[provider, default: []].formUnion(Set(keys).subtracting([""]))
    }

    /// What the registry has to keep in mind or to forget after the round.
    var mutations: [RegistryMutation] {
        let providers = Set(initial.keys).union(names.keys)
        return providers.sorted { $0.rawValue < $1.rawValue }.flatMap { provider -> [RegistryMutation] in
            let (before, after) = (initial[provider] ?? [], names[provider] ?? [])
            let (forgotten, remembered) = (before.subtracting(after).sorted(), after.subtracting(before).sorted())
            return (forgotten.isEmpty ? [] : [.forgetDisabled(provider, keys: forgotten)])
                + (remembered.isEmpty ? [] : [.rememberDisabled(provider, keys: remembered)])
        }
    }
}

extension PlannedLibrary.Entry {
    /// What decisions on the faces may be remembered by: their PostScript names, and the styles that these are of.
    fileprivate var decisionKeys: Set<String> {
        Set(postscriptNames.map(\.fontNameKey)).subtracting([""]).union(faces.compactMap(\.decisionKey))
    }
}
