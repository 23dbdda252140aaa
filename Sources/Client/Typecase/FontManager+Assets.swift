internal import LinuxSystem

extension FontManager {
    /// Registers fonts that come with an application, by their names in its manifest; see typecase-provider(5).
    ///
    /// This process reads the files, so that it works where the service does not take it for the application;
    /// ``registerFonts(withAssetNames:scope:enabled:)`` has the service read them. They are unregistered as any others
    /// are, such as by descriptors with these names.
    ///
    /// - Parameters:
    ///   - names: The names of the `fonts` of the manifest: PostScript names of single faces, families of collections
    ///     and of variable fonts.
    ///   - applicationID: The application's id, such as `org.example.Foundry`.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once; otherwise they wait for ``enableFonts(ids:)``.
    /// - Returns: What came of each name, in order: all fonts that have it, as styles may share one, or none of them;
    ///   `assetNotFound` where no manifest is installed, it has no font of the name, or the file is missing;
    ///   `corrupt` where the file has another SHA-256 than it declares.
    /// - Throws: ``FontManagerError``: `insufficientInfo` where the manifest cannot be read, and where the call failed
    ///   as a whole; `CancellationError`.
    public func registerFonts(
        withAssetNames names: [String], of applicationID: String, scope: FontScope = .session,
        enabled: Bool = true
    ) async throws -> [Result<[RegisteredFont], FontManagerError>] {
        let manifest = try await files.run { try ApplicationManifest.read(of: applicationID) }
        guard let manifest else {
            return names.map { name in
                .failure(
                    FontManagerError(
                        .assetNotFound,
                        """
                        No manifest of \(applicationID) is installed. Install it as \
                        share/typecase/providers/\(applicationID).json; see typecase-provider(5).
                        """, item: .asset(name)))
            }
        }
        let assets = try await files.run {
            names.map { name in
                Result<[ApplicationManifest.Asset], FontManagerError> { () throws(FontManagerError) in
                    try manifest.fonts(named: name)
                }
            }
        }
        let found = assets.flatMap { (try? $0.get()) ?? [] }.map(\.path)
        var fonts = try await registerFonts(at: found, scope: scope, enabled: enabled)[...]
        var results: [Result<[RegisteredFont], FontManagerError>] = []
        for (name, assets) in zip(names, assets) {
            guard case .success(let assets) = assets else {
                results.append(assets.map { _ in [] })
                continue
            }
            let result = Self.result(of: assets, named: name, in: manifest, fonts.prefix(assets.count))
            fonts = fonts.dropFirst(assets.count)
            if !result.unwanted.isEmpty { _ = try await unregisterFonts(ids: result.unwanted) }
            results.append(result.fonts)
        }
        return results
    }

    /// What came of a name: all of its fonts, or the first error; then those that were registered for it are unwanted.
    private static func result(
        of assets: [ApplicationManifest.Asset], named name: String, in manifest: ApplicationManifest,
        _ registered: ArraySlice<Result<RegisteredFont, FontManagerError>>
    ) -> (fonts: Result<[RegisteredFont], FontManagerError>, unwanted: [String]) {
        var fonts: [RegisteredFont] = []
        var failure: FontManagerError?
        for (asset, result) in zip(assets, registered) {
            switch result {
            case .success(let font):
                fonts.append(font)
                // An upgrade may have put another file there since its bytes were compared.
                if let sha256 = font.sha256, sha256 != asset.sha256, failure == nil {
                    failure = manifest.mismatch(of: asset.path, named: name)
                }
            case .failure(let error): failure = failure ?? error.about(.asset(name))
            }
        }
        if fonts.count < assets.count, failure == nil {
            failure = FontManagerError(.registrationFailed, "There is no result.", item: .asset(name))
        }
        guard let failure else { return (.success(fonts), []) }
        return (.failure(failure), fonts.filter { !$0.wasAlreadyRegistered }.map(\.id))
    }
}
