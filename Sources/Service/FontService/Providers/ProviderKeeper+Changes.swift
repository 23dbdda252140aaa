internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import ProviderInstallations
internal import Registry
internal import Systemd

extension ProviderKeeper {
    /// Sets aside the fonts of a provider at the user's request.
    ///
    /// Only ``restore(_:)`` brings them back, whatever happens to the provider.
    ///
    /// - Parameter provider: The provider.
    /// - Returns: The number of registrations set aside.
    /// - Throws: `notRegistered` if the provider has no registrations to set aside, or the error that prevented the
    ///   change.
    package func remove(_ provider: ProviderIdentifier) async throws(FontError) -> Int {
        try await inTurn(within: Self.patience) { () throws(FontError) in
            try await change(.change(removable(of: provider), .setAside(.user)), by: .user)
        }
    }

    /// Reports what ``remove(_:)`` would do, without changing anything.
    package func planRemoval(
        of provider: ProviderIdentifier
    ) async throws(FontError) -> (ids: [FontIdentifier], outcomes: [ItemOutcome]) {
        let ids = try await removable(of: provider)
        return (ids, try await publisher.plan(LibraryRequest(.change(ids, .setAside(.user)), by: .user)).outcomes)
    }

    private func removable(of provider: ProviderIdentifier) async throws(FontError) -> [FontIdentifier] {
        guard provider != .user else {
            throw FontError(
                .notRegistered,
                """
                The fonts that you installed cannot be removed all at once. To remove individual fonts, run 'typecase \
                uninstall'.
                """
            )
        }
        let ids = try await registrations(of: provider, setAsideFor: [nil, .gone, .unmounted])
        guard !ids.isEmpty else { throw Self.unknown(provider, "has no fonts") }
        return ids
    }

    /// Restores the fonts of a provider that are set aside, for whatever reason.
    ///
    /// If the provider is not installed, its fonts stay from then on, as if the user had installed them.
    ///
    /// - Parameter provider: The provider.
    /// - Returns: The number of restored registrations.
    /// - Throws: `notRegistered` if nothing is set aside, or the error that prevented the restoration.
    package func restore(_ provider: ProviderIdentifier) async throws(FontError) -> Int {
        try await inTurn(within: Self.patience) { () throws(FontError) in try await restoreNow(provider) }
    }

    /// Reports what ``restore(_:)`` would do, without changing anything.
    package func planRestoration(
        of provider: ProviderIdentifier
    ) async throws(FontError) -> (ids: [FontIdentifier], outcomes: [ItemOutcome]) {
        let ids = try await restorable(of: provider)
        return (ids, try await publisher.plan(LibraryRequest(.change(ids, .bringBack), by: .user)).outcomes)
    }

    private func restorable(of provider: ProviderIdentifier) async throws(FontError) -> [FontIdentifier] {
        let ids = try await registrations(of: provider, setAsideFor: Set(Departure.Reason.allCases))
        guard !ids.isEmpty else { throw Self.unknown(provider, "has no fonts that were removed") }
        return ids
    }

    private func restoreNow(_ provider: ProviderIdentifier) async throws(FontError) -> Int {
        let ids = try await restorable(of: provider)
        let evidence = try? await threads.run { [search] in search.evidence(of: provider) }
        var forgetting: [RegistryMutation] = [.setInstallation(provider, evidence ?? [])]
        // If the provider is not installed, its processed manifest is forgotten, so that the restored fonts are not
        // removed with it.
        if evidence?.isEmpty != false { forgetting.append(.deleteAssetManifest(provider)) }
        // This is committed before the fonts are restored, so that they are not set aside again at once.
        let mutations = forgetting
        _ = try await FontError.mapping { () throws(RegistryError) in try await registry.commit(mutations) }
        return try await change(.change(ids, .bringBack), by: .user)
    }

    /// Sets aside the fonts of a provider that is no longer available.
    func setAside(_ provider: ProviderIdentifier, for reason: Departure.Reason) async throws(FontError) {
        let others = Set(Departure.Reason.allCases).subtracting([reason, .user])
        let ids = try await registrations(
            of: provider, setAsideFor: Set(others.map(Optional.some) + [nil]))
        guard !ids.isEmpty else { return }
        let count = try await change(.change(ids, .setAside(reason)), by: .installation)
        let metadata: Logger.Metadata = ["provider": "\(provider)", "fonts": "\(count)"]
        if reason == .gone {
            log.report(.providerGone, .notice, "A provider was removed, and its fonts left with it", metadata: metadata)
        } else {
            log.report(
                .providerUnmounted, .notice, "A provider's medium is away, and its fonts with it", metadata: metadata)
        }
    }

    /// Restores the fonts of a provider that is available again.
    func bringBack(_ provider: ProviderIdentifier) async throws(FontError) {
        let ids = try await registrations(of: provider, setAsideFor: [.gone, .unmounted])
        guard !ids.isEmpty else { return }
        let count = try await change(.change(ids, .bringBack), by: .installation)
        log.report(
            .providerBack, .notice, "A provider is there again, and its fonts with it",
            metadata: ["provider": "\(provider)", "fonts": "\(count)"])
    }

    /// Permanently removes the fonts that have been set aside for long enough.
    func endExpired() async throws(FontError) {
        await publisher.context.limitRemovedFonts()
        let ids = try await FontError.mapping { () throws(RegistryError) in
            try await registry.registrations.identifiers(setAsideUntil: WallClock.secondsSince1970 - Departure.lifetime)
        }
        guard !ids.isEmpty else { return }
        let count = try await change(.unregister(ids), by: .installation)
        log.notice("Removed fonts whose providers have long been gone", metadata: ["fonts": "\(count)"])
    }

    /// Writes a note with the evidence that providers are installed beside the fonts, unless it is up to date.
    func noteInstallations() async {
        guard let presences = try? await registry.providers.presences() else { return }
        await noteInstallations(of: presences)
    }

    /// Writes a note with the evidence that providers are installed beside the fonts, unless it is up to date.
    ///
    /// - Parameter presences: All providers that have a registration.
    func noteInstallations(of presences: [ProviderPresence]) async {
        // An empty list may also come from a registry that is about to be rebuilt from this note.
        guard !presences.isEmpty else { return }
        let known = Dictionary(
            presences.map { ($0.provider.id, $0.provider.installation) }.filter { !$1.isEmpty },
            uniquingKeysWith: { first, _ in first })
        guard known != notedInstallations else { return }
        let isFirst = notedInstallations == nil
        do {
            try await threads.run { [tree = publisher.context.tree] in
                // Usually the note is as the previous service left it.
                if isFirst, (try? tree.notes.readInstallations()) == known { return }
                try tree.notes.writeInstallations(known)
            }
            notedInstallations = known
        } catch {
            // As long as the registry exists, this does no harm, and the next check tries again.
            log.debug("The note of installed providers is out of date", metadata: ["error": "\(error)"])
        }
    }

    private func registrations(
        of provider: ProviderIdentifier, setAsideFor reasons: Set<Departure.Reason?>
    ) async throws(FontError) -> [FontIdentifier] {
        try await FontError.mapping { () throws(RegistryError) in
            try await registry.registrations.identifiers(of: provider, setAsideFor: reasons)
        }
    }

    /// Changes the library.
    ///
    /// - Returns: The number of changed registrations.
    private func change(_ action: LibraryRequest.Action, by requester: Requester) async throws(FontError) -> Int {
        let answer = await publisher.submit(LibraryRequest(action, by: requester))
        var count = 0
        for outcome in answer.outcomes {
            do throws(FontError) {
                if try !outcome.get().wasAlreadySo { count += 1 }
            } catch  where error.code == .notRegistered {
                // The registration was removed meanwhile.
                continue
            }
        }
        return count
    }

    private static func unknown(_ provider: ProviderIdentifier, _ what: String) -> FontError {
        FontError(.notRegistered, "\(provider) \(what). typecase provider list tells who has.")
    }
}
