package import FontModel
package import LinuxSystem
package import ProviderManifests
package import Registry
internal import FontLibrary
internal import SystemPackage

/// The fonts that come with installed providers, as declared in their manifests.
///
/// A font is registered under its provider for as long as a program that requested it is connected.
package actor AssetSource: RequestSource {
    private let registry: Registry
    private let rights: RightsService
    private let manifests: ManifestSearch
    private let resources: ResourceService
    private let threads: BlockingThreads
    /// The last reading of each manifest.
    private var known: [ProviderIdentifier: Reading] = [:]

    private struct Reading: Sendable {
        let place: ManifestPlace
        let manifest: InstalledManifest
    }

    /// A font of an installed manifest.
    struct Asset: Sendable {
        let asset: FontAsset
        let directory: String
        let provider: ProviderRecord
    }

    package nonisolated var name: String { "asset" }

    /// Creates the source.
    ///
    /// - Parameters:
    ///   - registry: The registered fonts.
    ///   - rights: Which providers may register fonts.
    ///   - manifests: The manifests on the machine.
    ///   - resources: Downloads the assets for which manifests name an address.
    ///   - threads: The thread pool that reads files.
    package init(
        registry: Registry, rights: RightsService, manifests: ManifestSearch, resources: ResourceService,
        threads: BlockingThreads
    ) {
        self.registry = registry
        self.rights = rights
        self.manifests = manifests
        self.resources = resources
        self.threads = threads
    }

    // MARK: Looking

    package func look(for requests: [FontRequest], by caller: RequestCaller) async -> [RequestFinding] {
        let isAllowed = caller.mayUseInstalledFonts(by: rights)
        let askers = requests.filter { $0.text == nil && !$0.names.isEmpty && $0.descriptor.source != .system }
        guard !askers.isEmpty else { return requests.map { _ in .nothing } }
        do throws(FontError) {
            let assets = try await named(isAllowed ? nil : caller.identity.provider)
            var registered: [ProviderIdentifier: Registered] = [:]
            var findings: [RequestFinding] = []
            for request in requests {
                // An asset has one name. Whether the font also has the other names is known only once it is registered.
                let found = request.names.lazy.map(\.fontNameKey).compactMap { assets[$0] }.first
                guard request.text == nil, request.descriptor.userInfo == nil, request.descriptor.source != .system,
                    let found,
                    let provider = found.first(where: { $0.provider.id == caller.identity.provider })?.provider.id
                        ?? found.first?.provider.id
                else {
                    findings.append(.nothing)
                    continue
                }
                if registered[provider] == nil { registered[provider] = try await self.registered(by: provider) }
                let own = found.filter { $0.provider.id == provider }
                findings.append(
                    await finding(own, of: provider, besides: registered[provider] ?? Registered(), by: caller.identity)
                )
            }
            return findings
        } catch {
            return requests.map { _ in .failure(RequestFailure(error)) }
        }
    }

    private func finding(
        _ assets: [Asset], of provider: ProviderIdentifier, besides registered: Registered, by caller: CallerIdentity
    ) async -> RequestFinding {
        do throws(FontError) {
            try rights.checkPolicy(on: nil, from: .asset, for: provider)
        } catch {
            return .failure(RequestFailure(error, of: provider))
        }
        let store = resources.store
        // As for resources, a downloaded file takes precedence over one that comes with the provider.
        let sizes = try? await threads.run {
            assets.map { item in
                Result { () throws(Errno) in
                    let entries = ProviderResource(item.asset, of: provider).entries
                    let place = AssetPlace(directory: item.directory, file: item.asset.file)
                    if let stored = entries.lazy.compactMap(store.open).first {
                        return try FileStatus(of: stored).stamp.size
                    }
                    return try FileStatus(of: place.open()).stamp.size
                }
            }
        }
        guard let sizes else {
            return .failure(RequestFailure(.notFound, "The directory of assets is not responding.", provider: provider))
        }
        var offers: [FontOffer] = []
        for (item, found) in zip(assets, sizes) {
            let (asset, owner) = (item.asset, item.provider)
            // If a font was registered on installation and is missing now, the user removed it.
            let isRemoved = asset.registration == .onInstall && registered.onInstallation.contains(asset.sha256)
            let removal = registered.contents[asset.sha256]
            if removal?.reason != nil, removal?.reason != .user { continue }
            let isUsersDecision = isRemoved || removal?.reason == .user
            let size: Int
            var (isRemote, isSizeKnown) = (false, true)
            switch found {
            case .success(let bytes): size = Int(clamping: bytes)
            case .failure where asset.address != nil:
                (size, isRemote, isSizeKnown) = (asset.size ?? 0, true, asset.size != nil)
            default:
                return .failure(
                    RequestFailure(
                        .notFound, "The manifest of \(provider) declares \(asset.file), which cannot be read.",
                        provider: provider))
            }
            offers.append(
                FontOffer(
                    digest: asset.sha256, name: asset.name ?? asset.file.text, provider: provider,
                    size: size, owner: isUsersDecision ? .requested : owner,
                    isUsersDecision: isUsersDecision, isOwn: provider == caller.provider,
                    isRemote: isRemote, isSizeKnown: isSizeKnown, hasAddress: asset.address != nil,
                    key: AssetPlace(directory: item.directory, file: asset.file).text))
        }
        return offers.isEmpty ? .nothing : .offers(offers)
    }

    /// The registrations of a provider that affect its assets.
    private struct Registered {
        /// The reason why each font is set aside, by its digest.
        ///
        /// A font that is registered but not set aside is not offered as an asset, because an earlier source has it.
        var contents: [FontDigest: (id: FontIdentifier, reason: Departure.Reason?)] = [:]
        /// The fonts that were registered when the provider was installed.
        var onInstallation: Set<FontDigest> = []
    }

    private func registered(by provider: ProviderIdentifier) async throws(FontError) -> Registered {
        try await FontError.mapping { () throws(RegistryError) in
            let all: Set<Departure.Reason?> = Set(Departure.Reason.allCases.map(Optional.some) + [nil])
            let ids = try await registry.registrations.identifiers(of: provider, setAsideFor: all)
            return Registered(
                contents: Dictionary(
                    try await registry.registrations.records(ids).map { ($0.digest, ($0.id, $0.departure?.reason)) },
                    uniquingKeysWith: { first, _ in first }),
                onInstallation: Set(try await registry.assetManifests()[provider]?.digests ?? []))
        }
    }

    /// The assets of one provider, or of all providers that may register fonts, by their names as keys.
    private func named(_ provider: ProviderIdentifier?) async throws(FontError) -> [String: [Asset]] {
        try await readManifests()
        var assets: [String: [Asset]] = [:]
        for reading in known.values.sorted(by: { $0.place.provider.rawValue < $1.place.provider.rawValue }) {
            let place = reading.place
            guard provider == nil || place.provider == provider, let content = reading.manifest.reading.manifest,
                rights.standing(.installFonts, of: place.caller(with: reading.manifest)) == .granted
            else { continue }
            for asset in Self.assets(of: reading.manifest, content, place) {
                guard let key = asset.asset.name?.fontNameKey, !key.isEmpty else { continue }
                assets[key, default: []].append(asset)
            }
        }
        return assets
    }

    private static func assets(
        of manifest: InstalledManifest, _ content: ProviderManifest, _ place: ManifestPlace
    ) -> [Asset] {
        var record = ProviderRecord(
            id: place.provider, kind: place.caller.kind.rawValue, displayName: content.name)
        record.quotaWish = content.quota
        return content.fonts.map { Asset(asset: $0, directory: manifest.assetDirectory, provider: record) }
    }

    /// Reads the manifests that are new or have changed since the last call.
    private func readManifests() async throws(FontError) {
        let before = known.mapValues(\.place.stamp)
        let found = try? await threads.run { [manifests] in
            manifests.places().map { place -> (ManifestPlace, InstalledManifest?) in
                guard before[place.provider] != place.stamp else { return (place, nil) }
                return (place, try? manifests.manifest(of: place.provider, from: place.origin))
            }
        }
        guard let found else { throw FontError(.busy, "The directories of providers are not responding.") }
        var now: [ProviderIdentifier: Reading] = [:]
        for (place, manifest) in found {
            if let manifest {
                now[place.provider] = Reading(place: place, manifest: manifest)
            } else if let reading = known[place.provider], reading.place.stamp == place.stamp {
                now[place.provider] = reading
            }
        }
        known = now
    }

    // MARK: The caller's own

    /// Opens the files of the caller's own assets that have the given names.
    ///
    /// - Parameters:
    ///   - names: The names: PostScript names of single faces, families of collections and variable fonts.
    ///   - caller: The calling program.
    ///   - onProgress: Receives the number of bytes downloaded so far.
    /// - Returns: The files for each name, in order. The result is `assetNotFound` if the manifest lacks the name or a
    ///   file is missing, or the reason why a file cannot be downloaded.
    /// - Throws: `assetNotFound` if the caller has no manifest or it cannot be parsed; the error that prevented reading
    ///   it.
    package func files(
        ofAssets names: [String], by caller: CallerIdentity,
        onProgress: @escaping @Sendable (_ bytes: Int) -> Void = { _ in }
    ) async throws(FontError) -> [Result<[AssetFile], FontError>] {
        let manifest = try await manifest(of: caller)
        guard let content = manifest.reading.manifest else {
            throw FontError(
                .assetNotFound,
                "The manifest \(manifest.path) is not valid. To see why, run 'typecase manifest check "
                    + "\(manifest.path)'."
            )
        }
        let assets = Dictionary(
            grouping: content.fonts.filter { $0.name != nil }, by: { ($0.name ?? "").fontNameKey })
        let directory = manifest.assetDirectory
        // A file that several names refer to is downloaded once.
        let wanted = Set(names.map(\.fontNameKey)).flatMap { $0.isEmpty ? [] : assets[$0] ?? [] }
        let digests = Set(wanted.filter { $0.address != nil }.map(\.sha256)).sorted { $0.hexadecimal < $1.hexadecimal }
        let fetched =
            digests.isEmpty
            ? [:]
            : Dictionary(
                uniqueKeysWithValues: zip(
                    digests, await resources.files(digests, of: caller, onProgress: onProgress)))
        let answer = try? await threads.run {
            names.map { name -> Result<[AssetFile], FontError> in
                guard let found = assets[name.fontNameKey], !name.fontNameKey.isEmpty else {
                    return .failure(
                        FontError(.assetNotFound, "\(manifest.path) gives the name '\(name)' to no font."))
                }
                return Result { () throws(FontError) in
                    let files = try found.map { asset throws(FontError) in
                        guard let file = fetched[asset.sha256] else { return try AssetFile(asset, in: directory) }
                        return AssetFile(asset, try file.get())
                    }
                    // If several files are requested, one may contain the bytes of another.
                    if names.count > 1 || files.count > 1 {
                        for file in files { try file.check() }
                    }
                    return files
                }
            }
        }
        guard let answer else { throw FontError(.busy, "The directory of assets is not responding.") }
        return answer
    }

    private func manifest(of caller: CallerIdentity) async throws(FontError) -> InstalledManifest {
        let (manifests, provider) = (manifests, caller.provider)
        let (isFlatpak, path) = (caller.kind == .flatpak, caller.manifest?.path)
        let found = try? await threads.run { () -> [InstalledManifest] in
            guard isFlatpak else {
                return [try? manifests.manifest(of: provider, from: .dataDirectory)].compactMap { $0 ?? nil }
            }
            // The deployed version of the running application.
            guard let path, let file = try? OwnedFileDescriptor.reading(path) else { return [] }
            return [try? InstalledManifest(file, path: path, origin: .flatpak)].compactMap(\.self)
        }
        guard let found else { throw FontError(.busy, "The directories of providers are not responding.") }
        guard let manifest = found.first else {
            if provider.rawValue.hasPrefix("session.") {
                throw FontError(
                    .assetNotFound,
                    """
                    This program is known as \(provider), which is no installed application and has no manifest. Name the \
                    application, or start the program from its desktop entry; see typecase-provider(5).
                    """)
            }
            throw FontError(
                .assetNotFound,
                """
                No manifest of \(provider) is installed. Install it as share/typecase/providers/\(provider).json; see \
                typecase-provider(5).
                """)
        }
        return manifest
    }

    // MARK: Opening

    package func open(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ bytes: Int) -> Void
    ) async -> [Result<OwnedFileDescriptor, RequestFailure>] {
        let remote = await fetch(offers.filter(\.hasAddress), onProgress: onProgress)
        let files = try? await threads.run {
            offers.map { offer -> Result<OwnedFileDescriptor, RequestFailure> in
                if let file = remote[offer] { return file }
                do throws(Errno) {
                    guard let place = AssetPlace(offer.key) else { throw .invalidArgument }
                    return .success(try place.open())
                } catch {
                    return .failure(
                        RequestFailure(
                            .notFound, "An asset of \(offer.provider) cannot be read: \(error).",
                            provider: offer.provider))
                }
            }
        }
        return files
            ?? offers.map {
                .failure(RequestFailure(.notFound, "The directory of assets is not responding.", provider: $0.provider))
            }
    }

    /// Opens the assets for which manifests name an address, downloading those that are missing.
    private func fetch(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ bytes: Int) -> Void
    ) async -> [FontOffer: Result<OwnedFileDescriptor, RequestFailure>] {
        var files: [FontOffer: Result<OwnedFileDescriptor, RequestFailure>] = [:]
        var fetched = 0
        for (provider, group) in Dictionary(grouping: offers, by: \.provider) {
            // A provider that has been uninstalled no longer has a manifest.
            guard let caller = known[provider]?.place.caller else { continue }
            let done = fetched
            let found = await resources.files(group.map(\.digest), of: caller) { onProgress(done + $0) }
            for (offer, file) in zip(group, found) {
                files[offer] = file.mapError { RequestFailure($0, of: provider) }
            }
            fetched += group.reduce(0) { $0 + $1.size }
        }
        return files
    }
}

/// The location of an asset's file.
private struct AssetPlace: Sendable {
    /// The directory of assets.
    let directory: String
    /// The path below that directory.
    let file: AssetPath

    init(directory: String, file: AssetPath) {
        self.directory = directory
        self.file = file
    }

    /// Creates a location from its ``text``.
    init?(_ text: String) {
        let parts = text.split(separator: "\0", maxSplits: 1).map(String.init)
        guard parts.count == 2, let file = AssetPath(parts[1]) else { return nil }
        self.init(directory: parts[0], file: file)
    }

    /// Both parts, separated by a character that no path contains.
    var text: String { "\(directory)\0\(file.text)" }

    /// Opens the file, following no symbolic links.
    func open() throws(Errno) -> OwnedFileDescriptor { try ConfinedDirectory(path: directory).file(file.parts) }
}

/// The opened file of an asset.
package struct AssetFile: Sendable {
    /// The manifest's declaration of the asset.
    package let asset: FontAsset
    /// The file.
    package let descriptor: OwnedFileDescriptor

    /// Creates an asset file from an open file.
    fileprivate init(_ asset: FontAsset, _ descriptor: OwnedFileDescriptor) {
        (self.asset, self.descriptor) = (asset, descriptor)
    }

    /// Creates an asset file by opening a file below a directory of assets.
    fileprivate init(_ asset: FontAsset, in directory: String) throws(FontError) {
        self.asset = asset
        do throws(Errno) {
            descriptor = try ConfinedDirectory(path: directory).file(asset.file.parts)
        } catch {
            throw FontError(.assetNotFound, "\(asset.file) of the manifest cannot be read: \(error).")
        }
    }

    /// Checks that the file is the one that the manifest declares under its name, and not another of its files.
    ///
    /// Blocks.
    ///
    /// - Throws: `corrupt` if the file contains other bytes.
    fileprivate func check() throws(FontError) {
        // Other problems of a file are found by the code that uses it.
        guard (try? FileStatus(of: descriptor))?.kind == .regular, let digest = try? FileDigest.of(descriptor),
            digest != asset.sha256
        else { return }
        throw FontError(
            .corrupt, "\(asset.file): The file has the SHA-256 \(digest). The manifest declares \(asset.sha256).")
    }
}
