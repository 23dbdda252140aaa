internal import LinuxSystem

extension FontManager {
    /// Registers fonts that come with an application, by their names in its manifest.
    ///
    /// See typecase-provider(5).
    ///
    /// This process reads the files. The call therefore also works if the service does not recognize the process as
    /// part of the application. If the service is to read the files, use
    /// ``registerFonts(withAssetNames:scope:enabled:)``. To remove the fonts, use any method that unregisters fonts,
    /// for example with descriptors that contain these names.
    ///
    /// - Parameters:
    ///   - names: Names from the `fonts` of the manifest: PostScript names of single faces, families of collections and
    ///     of variable fonts.
    ///   - applicationID: The application's id, such as `org.example.Foundry`.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether the fonts are enabled immediately; otherwise they stay disabled until
    ///     ``enableFonts(ids:)``.
    /// - Returns: The result for each name, in order. A name registers all fonts that have it, because styles may share
    ///   one name; if one of these fonts fails, those that this call newly registered are unregistered again. The error
    ///   is `assetNotFound` if no manifest is installed, the manifest has no font with the name, or the file is
    ///   missing; it is `corrupt` if the SHA-256 of the file differs from the one in the manifest.
    /// - Throws: ``FontManagerError``: `insufficientInfo` if the manifest cannot be read, or the error of the call if
    ///   the whole call failed; `CancellationError`.
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
