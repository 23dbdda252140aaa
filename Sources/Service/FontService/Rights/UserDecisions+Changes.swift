package import FontModel
internal import LinuxSystem
internal import Logging
package import Registry
internal import SystemPackage

extension UserDecisions {
    /// The most providers for which the user can make decisions.
    package static let maximumProviders = 1000

    /// The most decisions about rights and fonts that the user can make.
    private static let maximumGrants = 20_000

    /// The most single fonts of a provider about which the user is asked.
    ///
    /// This is the number of fonts that the provider may register if no policy sets another limit.
    static let maximumDecidedFonts = FontLimits.fontsPerProvider

    /// Allows or denies a right to a provider, on behalf of the user.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - font: The only affected font; `nil` for all fonts.
    ///   - provider: The provider.
    ///   - isAllowed: The user's decision.
    /// - Throws: An error if the decision could not be recorded; nothing has then changed.
    package func set(
        _ right: Right, for font: FontDigest? = nil, of provider: ProviderIdentifier, isAllowed: Bool
    ) async throws(FontError) {
        guard let font else {
            // This decision replaces those about single fonts.
            return try await record(ConsentNeed(rights: [right]), of: provider, isAllowed: isAllowed) { known in
                known.filter { $0.provider == provider && $0.right == right && $0.font != nil }
                    .map { .deleteGrant(provider, right, font: $0.font) }
            }
        }
        try await record(ConsentNeed(), of: provider, isAllowed: isAllowed) { known throws(FontError) in
            try Self.checkRoom(for: font, right, of: provider, isAllowed: isAllowed, among: known)
            let time = WallClock.secondsSince1970
            return [
                .setGrant(
                    GrantRecord(provider: provider, right: right, font: font, isAllowed: isAllowed, time: time))
            ]
        }
    }

    /// Returns whether ``set(_:for:of:isAllowed:)`` would change anything, without changing it.
    ///
    /// - Throws: An error if the limit of decisions is reached.
    package func wouldChange(
        _ right: Right, for font: FontDigest?, of provider: ProviderIdentifier, isAllowed: Bool
    ) async throws(FontError) -> Bool {
        let all = try await grants()
        if let font { try Self.checkRoom(for: font, right, of: provider, isAllowed: isAllowed, among: all) }
        let known = all.filter { $0.provider == provider && $0.right == right }
        let isSo = known.contains { $0.font == font && $0.isAllowed == isAllowed }
        // A decision about the whole right replaces those about single fonts.
        return !isSo || font == nil && known.contains { $0.font != nil }
    }

    /// Ensures that a provider can find each of the single fonts that it may use: the number of such fonts is limited.
    private static func checkRoom(
        for font: FontDigest, _ right: Right, of provider: ProviderIdentifier, isAllowed: Bool,
        among known: [GrantRecord]
    ) throws(FontError) {
        guard isAllowed, right == .useInstalledFonts else { return }
        let others = known.count { grant in
            grant.provider == provider && grant.right == right && grant.isAllowed
                && grant.font.map { $0 != font } ?? false
        }
        guard others < FaceAudience.maximumFonts else {
            throw FontError(
                .exceededResourceLimit,
                "You allow \(provider) to use \(others) single fonts, as many as can be. Allow it to use all, with "
                    + "typecase grants set \(provider) \(right.rawValue) allow, or deny it some of them first.")
        }
    }

    /// Records that the user allows or denies a provider what it needs.
    ///
    /// - Parameters:
    ///   - need: The provider's needs.
    ///   - provider: The provider.
    ///   - isAllowed: The user's decision.
    ///   - others: Creates further mutations to record with it, from all earlier decisions.
    /// - Throws: An error if the decision could not be recorded; nothing has then changed.
    func record(
        _ need: ConsentNeed, of provider: ProviderIdentifier, isAllowed: Bool,
        and others: ([GrantRecord]) throws(FontError) -> [RegistryMutation] = { _ in [] }
    ) async throws(FontError) {
        try await write { known throws(FontError) in
            let mutations = try Self.mutations(
                saying: isAllowed, of: need, provider, besides: try others(known), after: known)
            try checkSize(of: known, after: mutations)
            return mutations
        }
        await notePackages(of: need.requests)
    }

    private static func mutations(
        saying isAllowed: Bool, of need: ConsentNeed, _ provider: ProviderIdentifier,
        besides others: [RegistryMutation], after known: [GrantRecord]
    ) throws(FontError) -> [RegistryMutation] {
        var mutations = others
        func say(of right: Right, _ font: FontDigest?) {
            mutations.append(
                .setGrant(
                    GrantRecord(
                        provider: provider, right: right, font: font, isAllowed: isAllowed,
                        time: WallClock.secondsSince1970)))
        }
        for right in need.rights { say(of: right, nil) }
        for offer in need.requests { say(of: .requestFonts, offer.digest) }
        let single = known.filter { $0.provider == provider && $0.right == .installUndeclaredFonts && $0.font != nil }
        if hasRoom(for: need, besides: Set(single.compactMap(\.font))) {
            for font in need.fonts { say(of: .installUndeclaredFonts, font.digest) }
        } else if isAllowed {
            throw tooManyFonts(of: provider)
        } else {
            // A denial is kept, whatever its subject: if fonts were denied one by one, they are denied together.
            for grant in single where !grant.isAllowed {
                mutations.append(.deleteGrant(provider, grant.right, font: grant.font))
            }
            say(of: .installUndeclaredFonts, nil)
        }
        return mutations
    }

    /// Records the packages that answers are about.
    private func notePackages(of offers: [RequestedOffer]) async {
        let names = offers.filter { !$0.packages.isEmpty }.compactMap(\.packages.first)
        guard let packageNames, !names.isEmpty else { return }
        // The writes run one after another, because each rewrites the note that the previous one wrote.
        let result = await writing.withShare(1, of: .user) { () async -> Result<Void, Errno>? in
            guard let decided = try? await Set(grants().compactMap(\.font)) else { return nil }
            return try? await threads.run {
                Result { () throws(Errno) in try packageNames.note(names, among: decided) }
            }
        }
        // The decision remains valid; it is shown without the name.
        if case .success? = result { return }
        log.warning("The names of packages that the user decided about were not noted")
    }

    /// Returns the names of packages about which the user decided, by the digests in the decisions.
    package func decidedPackages() async -> [FontDigest: String] {
        guard let packageNames else { return [:] }
        return (try? await threads.run { packageNames.read() }) ?? [:]
    }

    /// Ensures, before the user is asked, that decisions about fonts can still be recorded.
    ///
    /// - Parameters:
    ///   - need: The needs about which the user will be asked.
    ///   - provider: The provider.
    /// - Throws: `exceededResourceLimit`, which says how all fonts can be allowed.
    func checkRoom(for need: ConsentNeed, of provider: ProviderIdentifier) throws(FontError) {
        guard Self.hasRoom(for: need, besides: decidedFonts(of: provider)) else {
            throw Self.tooManyFonts(of: provider)
        }
    }

    private static func hasRoom(for need: ConsentNeed, besides decided: Set<FontDigest>) -> Bool {
        let new = need.fonts.count { !decided.contains($0.digest) }
        return new == 0 || decided.count + new <= maximumDecidedFonts
    }

    private static func tooManyFonts(of provider: ProviderIdentifier) -> FontError {
        FontError(
            .exceededResourceLimit,
            "The user is not asked about more than \(maximumDecidedFonts) single fonts of a provider. "
                + RightsService.remedy(.installUndeclaredFonts, of: provider))
    }

    /// Ensures that the number of decisions stays within what is read at each change; it may always decrease.
    private func checkSize(of known: [GrantRecord], after mutations: [RegistryMutation]) throws(FontError) {
        struct Subject: Hashable {
            var provider: ProviderIdentifier
            var right: Right
            var font: FontDigest?
        }
        let before = Set(known.map { Subject(provider: $0.provider, right: $0.right, font: $0.font) })
        var after = before
        for mutation in mutations {
            switch mutation {
            case .setGrant(let grant):
                after.insert(Subject(provider: grant.provider, right: grant.right, font: grant.font))
            case .deleteGrant(let provider, let right, let font):
                after.remove(Subject(provider: provider, right: right, font: font))
            default: break
            }
        }
        guard after.count <= max(before.count, Self.maximumGrants) else {
            throw FontError(
                .exceededResourceLimit,
                "You have made \(before.count) decisions about permissions and fonts, which is "
                    + "the limit. Revoke some first.")
        }
        let (providers, others) = (Set(after.map(\.provider)), Set(before.map(\.provider)))
        guard providers.count <= max(others.count, Self.maximumProviders) else {
            throw FontError(
                .exceededResourceLimit,
                "More than \(Self.maximumProviders) providers would have permissions. Revoke some first.")
        }
    }

    /// Removes the user's decision about one right, for all fonts or for a single one.
    func forget(
        _ right: Right, for font: FontDigest?, of provider: ProviderIdentifier
    ) async throws(FontError) { try await write { _ in [.deleteGrant(provider, right, font: font)] } }

    /// Returns the rights that new versions of manifests changed since the user last decided about them.
    package func changesOfManifests() async throws(FontError) -> [ManifestRightRecord] {
        try await FontError.mapping { () throws(RegistryError) in try await registry.manifestRights() }
            .filter { $0.changeTime != nil }
    }

    /// Removes the user's decisions about a provider.
    ///
    /// If there is no single font, this also acknowledges that the provider's manifest has changed the rights.
    ///
    /// - Parameters:
    ///   - rights: The rights.
    ///   - font: The only affected font; `nil` for all decisions about the rights.
    ///   - provider: The provider.
    /// - Returns: The number of removed decisions.
    /// - Throws: An error if the change could not be recorded; nothing has then changed.
    package func revoke(
        _ rights: [Right], for font: FontDigest? = nil, of provider: ProviderIdentifier
    ) async throws(FontError) -> Int {
        var count = 0
        let changes = try await font == nil ? changesOfManifests() : []
        let acknowledged = changes.filter { $0.provider == provider && rights.contains($0.right) }
        try await write { known in
            let found = known.filter { grant in
                grant.provider == provider && rights.contains(grant.right) && (font == nil || grant.font == font)
            }
            count = found.count
            return found.map { RegistryMutation.deleteGrant($0.provider, $0.right, font: $0.font) }
                + acknowledged.map { RegistryMutation.acknowledgeManifestRight(provider, $0.right) }
        }
        return count
    }
}
