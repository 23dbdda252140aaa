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
            let result = manifest.result(of: assets, named: name, fonts.prefix(assets.count))
            fonts = fonts.dropFirst(assets.count)
            if !result.unwanted.isEmpty { _ = try await unregisterFonts(ids: result.unwanted) }
            results.append(result.fonts)
        }
        return results
    }
}
