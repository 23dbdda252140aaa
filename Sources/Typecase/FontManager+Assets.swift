internal import LinuxSystem

extension FontManager {
    /// Registers fonts that come with an application, by their names in its manifest; see typecase-provider(5).
    ///
    /// They are unregistered as any others are, such as by descriptors with these names.
    ///
    /// - Parameters:
    ///   - names: The names of the `fonts` of the manifest: PostScript names of single faces, families of collections
    ///     and of variable fonts.
    ///   - applicationID: The application's id, such as `org.example.Foundry`.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once; otherwise they wait for ``setEnabled(_:ids:)``.
    /// - Returns: What came of each name, in order; `assetNotFound` where the manifest has no font of the name.
    /// - Throws: ``FontManagerError``: `insufficientInfo` where the manifest cannot be read, and where the call failed
    ///   as a whole; `CancellationError`.
    public func registerFonts(
        withAssetNames names: [String], of applicationID: String, scope: FontScope = .persistent, enabled: Bool = true
    ) async throws -> [Result<RegisteredFont, FontManagerError>] {
        let manifest = try await files.run { try ApplicationManifest.read(of: applicationID) }
        let paths = names.map { manifest?.font(named: $0) }
        var fonts = try await registerFonts(at: paths.compactMap(\.self), scope: scope, enabled: enabled)[...]
        return zip(names, paths).map { name, path in
            guard path != nil, let font = fonts.popFirst() else {
                return .failure(
                    FontManagerError(
                        .assetNotFound, "The manifest of \(applicationID) has no font of this name.",
                        item: .asset(name)))
            }
            return font.mapError { $0.about(.asset(name)) }
        }
    }
}
