package import FontLibrary
package import FontModel
internal import LinuxSystem
package import Logging
internal import ProviderInstallations
package import ProviderManifests
package import Registry
internal import Systemd

/// Registers the fonts that manifests want registered on installation; the provider need not contain any code.
///
/// A manifest that has not changed since it was processed is not read again. Fonts that a new manifest no longer
/// contains are removed. Changed fonts replace the old ones in one step.
package struct AssetRegistrar: Sendable {
    let registry: Registry
    private let registrations: RegistrationService
    private let rights: RightsService
    private let manifests: ManifestSearch
    private let store: AssetStore
    private let log: Logger
    private let complaints = ManifestComplaints()
    private let denied = DeniedProviders()
    private let manifestRights: ManifestRights

    /// Creates the registrar.
    ///
    /// - Parameters:
    ///   - registry: The manifests that were processed.
    ///   - registrations: Registers fonts.
    ///   - rights: Decides which providers may register fonts.
    ///   - manifests: The manifests on the machine.
    ///   - store: The files that were downloaded for providers.
    ///   - log: The log for fonts that could not be registered.
    package init(
        registry: Registry, registrations: RegistrationService, rights: RightsService, manifests: ManifestSearch,
        store: AssetStore, log: Logger
    ) {
        self.registry = registry
        self.registrations = registrations
        self.rights = rights
        self.manifests = manifests
        self.store = store
        self.log = log
        manifestRights = ManifestRights(registry: registry, manifests: manifests)
    }

    /// Records which rights manifests grant now, so that the user learns which of them an update changed.
    ///
    /// - Parameters:
    ///   - presences: The providers that have registered fonts.
    ///   - keeper: Checks which providers are installed.
    func noteRights(_ presences: [ProviderPresence], for keeper: isolated ProviderKeeper) async {
        let providers = Set(presences.map(\.provider.id))
        do throws(FontError) {
            guard try await manifestRights.note(keeping: providers, on: keeper.threads) else { return }
        } catch {
            // Fonts do not depend on it.
            return log.warning(
                "The rights that manifests grant were not recorded", metadata: ["error": "\(error)"])
        }
        // This also announces the change.
        await rights.decisions.refresh()
    }

    /// A task for one provider.
    enum Work: Sendable {
        /// Its manifest is new or has changed, or its permission has changed.
        case read(ManifestPlace, InstalledManifest?, AssetManifestRecord?, [InstallationEvidence])
        /// It no longer has a manifest.
        case take(AssetManifestRecord)
        /// It may not register fonts, for this reason.
        case deny(AssetManifestRecord, FontError)
        /// Nothing of it is left.
        case forget(AssetManifestRecord)
    }

    /// Finds the manifests for which there is something to do.
    ///
    /// - Parameters:
    ///   - presences: The providers that have registered fonts.
    ///   - keeper: Checks which providers are installed.
    /// - Returns: The tasks, in the order of the providers.
    /// - Throws: The error that prevented reading the registry.
    func work(
        _ presences: [ProviderPresence], for keeper: isolated ProviderKeeper
    ) async throws(FontError) -> [Work] {
        let known = try await FontError.mapping { () throws(RegistryError) in try await registry.assetManifests() }
        let search = keeper.search
        let found = try? await keeper.threads.run { [self] in
            let places = manifests.places()
            let refusals = Dictionary(
                places.compactMap { place in refusal(of: place.caller).map { (place.provider, $0) } },
                uniquingKeysWith: { first, _ in first })
            denied.set(refusals.keys.sorted { $0.rawValue < $1.rawValue })
            return places.compactMap { place -> Work? in
                let record = known[place.provider]
                if let refusal = refusals[place.provider] {
                    return record.flatMap { $0.digests.isEmpty ? nil : .deny($0, refusal) }
                }
                guard record?.stamp != place.stamp else { return nil }
                let manifest = try? manifests.manifest(of: place.provider, from: place.origin)
                return .read(place, manifest, record, search.evidence(of: place.provider))
            } + absent(known, presences, there: Set(places.map(\.provider)), search)
        }
        guard let found else { throw FontError(.busy, "The directories of providers are not responding.") }
        return found
    }

    /// The tasks for processed manifests that no longer exist.
    private func absent(
        _ known: [ProviderIdentifier: AssetManifestRecord], _ presences: [ProviderPresence],
        there: Set<ProviderIdentifier>, _ search: InstallationSearch
    ) -> [Work] {
        known.values.filter { !there.contains($0.provider) }.compactMap { record in
            // Fonts that are set aside come back with the provider.
            guard let presence = presences.first(where: { $0.provider.id == record.provider }) else {
                return .forget(record)
            }
            guard presence.presentCount > 0 else { return nil }
            // The provider may have been removed with its manifest since it was checked. In that case its fonts are set
            // aside, and not removed for good.
            switch search.standing(of: record.provider, known: presence.provider.installation) {
            case .gone, .unmounted: return nil
            // The manifest is outside the directories that this environment searches, or its directory could not be
            // listed.
            case .installed(let evidence) where evidence.contains { $0.kind == .manifest }: return nil
            // A manifest on an unavailable medium still applies.
            case .installed, nil:
                return search.isPartlyUnreachable(presence.provider.installation) ? nil : .take(record)
            }
        }
    }

    /// Performs a task for one provider.
    ///
    /// - Parameters:
    ///   - work: The task.
    ///   - removed: The providers whose fonts the user has removed; no new fonts of these are registered.
    ///   - keeper: Checks which providers are installed.
    /// - Throws: The error that prevented reading or changing the registry.
    func perform(
        _ work: Work, removed: Set<ProviderIdentifier>, for keeper: isolated ProviderKeeper
    ) async throws(FontError) {
        switch work {
        case .forget(let record): try await commit(.deleteAssetManifest(record.provider))
        case .take(let record):
            try await leave(Set(record.digests), of: record.provider)
            try await commit(.deleteAssetManifest(record.provider))
        case .deny(let record, let refusal):
            let count = try await leave(Set(record.digests), of: record.provider, by: .policy)
            try await commit(.deleteAssetManifest(record.provider))
            guard count > 0 else { return }
            log.report(
                .providerDenied, .notice, "A provider may not register fonts any more, and its fonts were removed",
                metadata: ["provider": "\(record.provider)", "fonts": "\(count)", "error": "\(refusal.message)"])
        case .read(let place, let manifest, let record, let evidence):
            guard let manifest, let content = manifest.reading.manifest else {
                // What the manifest declared before stays in effect until it can be parsed again.
                guard complaints.isNew("", of: place) else { return }
                return log.warning(
                    "A manifest cannot be understood: typecase manifest check tells why",
                    metadata: ["path": "\(place.path)"])
            }
            guard place.origin == .dataDirectory || mayRegister(place.caller(with: manifest)) else { return }
            let wanted = content.fonts.filter { $0.registration == .onInstall }
            var isWhole = true
            if !removed.contains(place.provider), !wanted.isEmpty {
                var provider = ProviderRecord(
                    id: place.provider, kind: place.caller.kind.rawValue, displayName: content.name,
                    installation: evidence)
                provider.quotaWish = content.quota
                isWhole = try await register(
                    wanted, of: provider, at: place, below: manifest.assetDirectory,
                    known: Set(record?.digests ?? []), keeper)
            }
            let digests = Set(wanted.map(\.sha256))
            let outdated = Set(record?.digests ?? []).subtracting(digests)
            // Until all new fonts are registered, the old ones stay available: a full disk is temporary.
            if isWhole { try await leave(outdated, of: place.provider) }
            // A font that could not be registered is not recorded: later, its absence would look like a removal by the
            // user.
            let present = try await self.digests(of: place.provider)
            let noted = digests.union(isWhole ? [] : outdated)
                .filter { present[$0] != nil || record?.digests.contains($0) == true }
            // Missing files may still arrive, so the manifest is processed again.
            try await commit(
                .setAssetManifest(
                    AssetManifestRecord(
                        provider: place.provider, stamp: isWhole ? place.stamp : nil,
                        digests: noted.sorted { $0.hexadecimal < $1.hexadecimal })))
        }
    }

    /// The providers that have a manifest and may not register fonts, in the order of their ids.
    package var deniedProviders: [ProviderIdentifier] { denied.all }

    private func mayRegister(_ caller: CallerIdentity) -> Bool {
        rights.standing(.installFonts, of: caller) == .granted
    }

    /// Why a caller may not register fonts; `nil` if it may.
    private func refusal(of caller: CallerIdentity) -> FontError? {
        do throws(FontError) {
            return try rights.missing([.installFonts], of: caller).isEmpty
                ? nil : RightsService.missing(.installFonts, of: caller.provider, because: "The user has to allow it.")
        } catch {
            return error
        }
    }

    /// Registers the fonts of a manifest that are not registered yet.
    ///
    /// - Returns: Whether no font is left that another attempt may register.
    private func register(
        _ assets: [FontAsset], of provider: ProviderRecord, at place: ManifestPlace, below directory: String,
        known: Set<FontDigest>, _ keeper: isolated ProviderKeeper
    ) async throws(FontError) -> Bool {
        let present = try await digests(of: provider.id)
        // A font that was registered before and is missing now was removed by the user.
        let missing = assets.filter { present[$0.sha256] == nil && !known.contains($0.sha256) }
        guard !missing.isEmpty else { return true }
        let files = try? await keeper.threads.run { [store] in
            Self.open(missing, of: provider.id, below: directory, or: store)
        }
        let found = zip(missing, files ?? []).compactMap { asset, file in file.map { (asset, $0) } }
        var isWhole = found.count == missing.count
        // A font with an address is downloaded, and the manifest is then processed again.
        for (asset, file) in zip(missing, files ?? []) where file == nil && asset.address == nil {
            report("\(asset.file): there is no such file that can be read", place)
        }
        let declared = Set(missing.map(\.sha256))
        let permission = InstallPermission(
            standing: { [rights] font in
                guard declared.contains(font.digest) else { return .denied(Self.otherBytesError) }
                do throws(FontError) {
                    try rights.checkPolicy(
                        on: font.format, from: .asset, for: provider.id, isBrowserSafe: font.browserConcern == nil)
                    return .granted
                } catch {
                    return .denied(error)
                }
            }, ask: { _ in nil })
        var request = RegistrationRequest(by: .provider(provider))
        request.permission = permission
        request.allowsDowngrade = true
        let answer = try await registrations.register(found.map(\.1), request)
        for (item, outcome) in zip(found, answer.outcomes) {
            guard case .failure(let error) = outcome else { continue }
            report("\(item.0.file): \(error)", place)
            if Self.passingErrors.contains(error.code) { isWhole = false }
        }
        return isWhole
    }

    /// Logs why a font could not be registered, once per version of the manifest.
    private func report(_ error: String, _ place: ManifestPlace) {
        guard complaints.isNew(error, of: place) else { return }
        log.warning(
            "A font that a manifest wants registered is not",
            metadata: ["provider": "\(place.provider)", "error": "\(error)"])
    }

    /// The errors that may not occur in the next attempt.
    ///
    /// A font is also reported as invalid if its inspection took too long on a busy machine. If it really is invalid,
    /// its previous version is better than none.
    private static let passingErrors: Set<FontError.Code> = [
        .busy, .storageFull, .readOnly, .corrupt, .invalidFontData,
    ]

    private static let otherBytesError = FontError(
        .corrupt, "The file does not have the SHA-256 that its manifest declares.")

    /// Opens files below a directory or, if they were downloaded, in the store; `nil` for a file that does not exist.
    private static func open(
        _ assets: [FontAsset], of provider: ProviderIdentifier, below directory: String, or store: AssetStore
    ) -> [OwnedFileDescriptor?] {
        let directory = try? ConfinedDirectory(path: directory)
        return assets.map { asset in
            (try? directory?.file(asset.file.parts))
                ?? ProviderResource(asset, of: provider).entries.lazy.compactMap(store.open).first
        }
    }

    /// Removes the fonts that a manifest no longer contains.
    ///
    /// - Returns: The number of removed registrations.
    @discardableResult
    private func leave(
        _ digests: Set<FontDigest>, of provider: ProviderIdentifier, by requester: Requester = .installation
    ) async throws(FontError) -> Int {
        guard !digests.isEmpty else { return 0 }
        let ids = try await self.digests(of: provider).filter { digests.contains($0.key) }.map(\.value)
        guard !ids.isEmpty else { return 0 }
        let answer = await registrations.publisher.submit(LibraryRequest(.unregister(ids), by: requester))
        return answer.outcomes.count { (try? $0.get()) != nil }
    }

    /// The registrations of a provider, by their contents.
    private func digests(of provider: ProviderIdentifier) async throws(FontError) -> [FontDigest: FontIdentifier] {
        try await FontError.mapping { () throws(RegistryError) in
            let all: Set<Departure.Reason?> = Set(Departure.Reason.allCases.map(Optional.some) + [nil])
            let ids = try await registry.registrations.identifiers(of: provider, setAsideFor: all)
            return Dictionary(
                try await registry.registrations.records(ids).map { ($0.digest, $0.id) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    private func commit(_ mutation: RegistryMutation) async throws(FontError) {
        _ = try await FontError.mapping { () throws(RegistryError) in try await registry.commit([mutation]) }
    }
}

extension ManifestPlace {
    /// The provider as a caller whose permissions can be checked.
    var caller: CallerIdentity {
        CallerIdentity(
            kind: origin == .flatpak ? .flatpak : .application, applicationID: provider.rawValue,
            displayName: provider.rawValue, provider: provider, processID: 0, isSandboxed: false)
    }

    /// The provider as a caller with the permissions in its manifest, to which it is limited if it is sandboxed.
    func caller(with manifest: InstalledManifest) -> CallerIdentity {
        var caller = CallerIdentity(
            kind: .flatpak, applicationID: provider.rawValue, displayName: provider.rawValue, provider: provider,
            processID: 0)
        if manifest.isAdministrators, let rights = manifest.reading.manifest?.rights { caller.entitlements = rights }
        return caller
    }
}
