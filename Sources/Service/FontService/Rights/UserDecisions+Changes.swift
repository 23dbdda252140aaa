package import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import SystemPackage

extension UserDecisions {
    /// The most providers that the user can say something of.
    package static let maximumProviders = 1000

    /// The most rights and fonts that the user can say something of.
    private static let maximumGrants = 20_000

    /// The most single fonts of a provider that the user is asked about: as many as it may register where no policy says
    /// otherwise.
    static let maximumDecidedFonts = FontLimits.fontsPerProvider

    /// Allows or denies a provider a right, in the user's name.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - font: The font that alone it is about; `nil` for all.
    ///   - provider: The provider.
    ///   - isAllowed: What the user says.
    /// - Throws: What kept it from being written down; then nothing has changed.
    package func set(
        _ right: Right, for font: FontDigest? = nil, of provider: ProviderIdentifier, isAllowed: Bool
    ) async throws(FontError) {
        guard let font else {
            // It takes the place of decisions on single fonts.
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

    /// Tells whether ``set(_:for:of:isAllowed:)`` would change anything; nothing changes.
    ///
    /// - Throws: Why there is no room for it.
    package func wouldChange(
        _ right: Right, for font: FontDigest?, of provider: ProviderIdentifier, isAllowed: Bool
    ) async throws(FontError) -> Bool {
        let all = try await grants()
        if let font { try Self.checkRoom(for: font, right, of: provider, isAllowed: isAllowed, among: all) }
        let known = all.filter { $0.provider == provider && $0.right == right }
        let isSo = known.contains { $0.font == font && $0.isAllowed == isAllowed }
        // The whole right takes the place of decisions on single fonts.
        return !isSo || font == nil && known.contains { $0.font != nil }
    }

    /// Makes sure that a provider finds each of the single fonts that it may use: of more than so many it would not.
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

    /// Writes down that the user allows or denies a provider what it needs.
    ///
    /// - Parameters:
    ///   - need: What it needs.
    ///   - provider: The provider.
    ///   - isAllowed: What the user said.
    ///   - others: Makes what is written down with it, of all decisions before.
    /// - Throws: What kept it from being written down; then nothing has changed.
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
            // A no is kept, whatever it is about: what was denied one by one is denied together.
            for grant in single where !grant.isAllowed {
                mutations.append(.deleteGrant(provider, grant.right, font: grant.font))
            }
            say(of: .installUndeclaredFonts, nil)
        }
        return mutations
    }

    /// Notes which packages answers are about.
    private func notePackages(of offers: [RequestedOffer]) async {
        let names = offers.filter { !$0.packages.isEmpty }.compactMap(\.packages.first)
        guard let packageNames, !names.isEmpty else { return }
        // One after the other, as each writes down what the one before it did.
        let result = await writing.withShare(1, of: .user) { () async -> Result<Void, Errno>? in
            guard let decided = try? await Set(grants().compactMap(\.font)) else { return nil }
            return try? await threads.run {
                Result { () throws(Errno) in try packageNames.note(names, among: decided) }
            }
        }
        // The decision holds; it is shown without the name.
        if case .success? = result { return }
        log.warning("The names of packages that the user decided about were not noted")
    }

    /// The names of packages that the user decided about, by what the decisions are about.
    package func decidedPackages() async -> [FontDigest: String] {
        guard let packageNames else { return [:] }
        return (try? await threads.run { packageNames.read() }) ?? [:]
    }

    /// Makes sure that there is room for what the user may say of fonts, before they are asked.
    ///
    /// - Parameters:
    ///   - need: What the user is to be asked for.
    ///   - provider: The provider.
    /// - Throws: `exceededResourceLimit`, which tells how all fonts can be allowed.
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

    /// Makes sure that what the user says stays within what is read at each change of it; it may always become less.
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
                .exceededResourceLimit, "You have decided of \(before.count) rights and fonts. Revoke some first.")
        }
        let (providers, others) = (Set(after.map(\.provider)), Set(before.map(\.provider)))
        guard providers.count <= max(others.count, Self.maximumProviders) else {
            throw FontError(
                .exceededResourceLimit, "More than \(Self.maximumProviders) providers have rights. Revoke some first.")
        }
    }

    /// Forgets what the user said of one right, of all it is about or of a single font.
    func forget(
        _ right: Right, for font: FontDigest?, of provider: ProviderIdentifier
    ) async throws(FontError) { try await write { _ in [.deleteGrant(provider, right, font: font)] } }

    /// Forgets what the user said of a provider.
    ///
    /// - Parameters:
    ///   - rights: The rights.
    ///   - font: The font that alone it is about; `nil` for all that was said of the rights.
    ///   - provider: The provider.
    /// - Returns: How many decisions are forgotten.
    /// - Throws: What kept it from being written down; then nothing has changed.
    package func revoke(
        _ rights: [Right], for font: FontDigest? = nil, of provider: ProviderIdentifier
    ) async throws(FontError) -> Int {
        var count = 0
        try await write { known in
            let found = known.filter { grant in
                grant.provider == provider && rights.contains(grant.right) && (font == nil || grant.font == font)
            }
            count = found.count
            return found.map { .deleteGrant($0.provider, $0.right, font: $0.font) }
        }
        return count
    }
}
