internal import FontModel
internal import LinuxSystem
internal import ProviderManifests
internal import Registry
internal import Synchronization

/// Records which rights the manifests of sandboxed applications grant, and when a new version changes them.
///
/// Only a manifest that the administrator installed grants rights. A manifest that has not changed since it was read is
/// not read again. If it cannot be parsed, its rights stay recorded as they are.
final class ManifestRights: Sendable {
    private let registry: Registry
    private let manifests: ManifestSearch
    private let administrators: Set<UInt32>
    /// The manifests that were read, by provider.
    private let places = Mutex<[ProviderIdentifier: ManifestPlace]>([:])

    /// What was found in the deployed applications.
    private struct Findings: Sendable {
        /// The manifests that were read now or before.
        var places: [ProviderIdentifier: ManifestPlace] = [:]
        /// The rights that new and changed manifests grant.
        var granted: [ProviderIdentifier: Set<Right>] = [:]
        /// The applications that are not there any more.
        var gone: [ProviderIdentifier] = []
    }

    /// Creates an object that has read no manifest.
    ///
    /// - Parameters:
    ///   - registry: The rights that were granted before.
    ///   - manifests: The manifests on the machine.
    ///   - administrators: The users who install for all users: root, except in tests.
    init(registry: Registry, manifests: ManifestSearch, administrators: Set<UInt32> = [0]) {
        self.registry = registry
        self.manifests = manifests
        self.administrators = administrators
    }

    /// Records the rights that manifests grant now.
    ///
    /// - Parameters:
    ///   - providers: The providers with registrations, whose rights stay recorded even if they are uninstalled.
    ///   - threads: The threads that read files.
    /// - Returns: Whether anything has changed since the last time.
    /// - Throws: The error that prevented reading or changing the registry.
    func note(
        keeping providers: Set<ProviderIdentifier>, on threads: BlockingThreads
    ) async throws(FontError) -> Bool {
        let records = try await FontError.mapping { () throws(RegistryError) in try await registry.manifestRights() }
        let known = Dictionary(grouping: records, by: \.provider)
        let before = places.withLock { $0 }
        let found = try? await threads.run { [self] in look(known: Set(known.keys), before) }
        guard let found else { throw FontError(.busy, "The directories of providers are not responding.") }
        let time = WallClock.secondsSince1970
        var mutations: [RegistryMutation] = []
        for (provider, granted) in found.granted {
            for record in Self.changes(of: provider, known[provider], granted, at: time) {
                mutations.append(.setManifestRight(record))
            }
        }
        for provider in found.gone where !providers.contains(provider) {
            mutations.append(.deleteManifestRights(provider))
        }
        if !mutations.isEmpty {
            let changes = mutations
            _ = try await FontError.mapping { () throws(RegistryError) in try await registry.commit(changes) }
        }
        places.withLock { $0 = found.places }
        return !mutations.isEmpty
    }

    /// Reads the manifests that are new or have changed.
    ///
    /// Blocks.
    private func look(
        known: Set<ProviderIdentifier>, _ before: [ProviderIdentifier: ManifestPlace]
    ) -> Findings {
        var found = Findings()
        let places = manifests.deployedPlaces()
        for (provider, place) in places {
            if before[provider] != place {
                let manifest = try? manifests.manifest(of: provider, from: .flatpak, administrators: administrators)
                guard let manifest, let content = manifest.reading.manifest else { continue }
                found.granted[provider] = manifest.isAdministrators ? content.rights : []
            }
            found.places[provider] = place
        }
        for provider in known where places[provider] == nil {
            if manifests.isDeployed(provider) {
                found.granted[provider] = []
            } else {
                found.gone.append(provider)
            }
        }
        return found
    }

    /// Returns the records that differ from the known ones.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - known: Its known records; `nil` if its manifest was never read, so that there is no earlier version.
    ///   - granted: The rights that its manifest grants now.
    ///   - time: The time of the change.
    /// - Returns: The records. A change that reverts an earlier one, which the user has not acknowledged, is none.
    static func changes(
        of provider: ProviderIdentifier, _ known: [ManifestRightRecord]?, _ granted: Set<Right>, at time: Int64
    ) -> [ManifestRightRecord] {
        Right.allCases.compactMap { right -> ManifestRightRecord? in
            var record = ManifestRightRecord(provider: provider, right: right, isGranted: granted.contains(right))
            guard let known else { return record }
            let earlier = known.first { $0.right == right }
            guard (earlier?.isGranted ?? false) != record.isGranted else { return nil }
            if earlier?.changeTime == nil { record.changeTime = time }
            return record
        }
    }
}
