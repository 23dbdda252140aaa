internal import FontModel
internal import Registry

/// The user's decisions on fonts that their providers have removed since.
///
/// If a program removes a font and registers it again, or another version of it, this must not enable a font that the
/// user disabled.
///
/// A decision is stored either in a registration or here. It applies to a name rather than to bytes, because people
/// know fonts by their names, and a single additional byte makes the bytes different. If several styles share the name,
/// and the user left another one enabled, the decision applies only to the one style.
struct RememberedDecisions {
    /// The names of removed fonts that the user had disabled, before the round.
    private let initial: DisabledNames
    /// The current names.
    private(set) var names: DisabledNames

    /// Creates the decisions from those in the registry.
    init(_ names: DisabledNames) {
        initial = names
        self.names = names
    }

    /// Returns whether the user disabled a font with one of this content's names, and the provider then removed that
    /// font.
    func contains(_ entry: PlannedLibrary.Entry, of provider: ProviderIdentifier) -> Bool {
        guard let names = names[provider] else { return false }
        return entry.decisionKeys.contains { names.contains($0) }
    }

    /// Forgets the user's decisions on a content's names, because they are stored in a registration again or were
    /// revoked.
    mutating func forget(on entry: PlannedLibrary.Entry, of provider: ProviderIdentifier) {
        names[provider]?.subtract(entry.decisionKeys)
    }

    /// Records the user's decision on a registration that is removed, unless the user removes it.
    ///
    /// - Parameters:
    ///   - entry: The content without the registration.
    ///   - registration: The registration.
    ///   - digest: The content's digest.
    ///   - requester: The requester that removes it.
    ///   - library: The library before the removal.
    mutating func note(
        on entry: PlannedLibrary.Entry, leaving registration: RegistrationRecord, _ digest: FontDigest,
        _ requester: Requester,
        in library: PlannedLibrary
    ) {
        let provider = registration.provider
        if requester == .user { return forget(on: entry, of: provider) }
        // Installing a font by hand is the user's decision each time.
        guard registration.isDisabledByUser, provider != .user else { return }
        let keys = entry.faces.compactMap { face -> String? in
            let key = face.postscriptName.fontNameKey
            let others = (library.names[key] ?? []).filter { owner in
                if case .font(let other, provider) = owner { other != digest } else { false }
            }
            if others.isEmpty { return key }
            // If the user left another font of the same name enabled, the decision is not about the name.
            return others.allSatisfy { library.isWelcome(face, beside: $0, for: provider) } ? face.decisionKey : nil
        }
        names[provider, default: []].formUnion(Set(keys).subtracting([""]))
    }

    /// The registry's changes for names to remember or to forget after the round.
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
    /// The keys under which decisions on the faces may be stored: their PostScript names, and the styles with these
    /// names.
    fileprivate var decisionKeys: Set<String> {
        Set(postscriptNames.map(\.fontNameKey)).subtracting([""]).union(faces.compactMap(\.decisionKey))
    }
}
