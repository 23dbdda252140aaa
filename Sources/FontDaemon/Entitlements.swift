internal import FontModel
internal import ProviderManifests

/// What the manifest of a caller says of it.
enum Entitlements {
    /// Adds what the manifest of a sandboxed caller says, as it is where the caller was started from.
    ///
    /// Blocks. A manifest that is missing or faulty gives nothing. One that the administrator installed gives the rights
    /// that it asks for; which fonts it declares counts in any case, as the caller cannot change it.
    static func add(to caller: inout CallerIdentity) {
        guard caller.kind == .flatpak, let directory = caller.applicationDirectory,
            let found = try? ManifestSearch.manifest(of: caller.provider, deployedAt: directory),
            let manifest = found.reading.manifest
        else { return }
        if found.isAdministrators { caller.entitlements = manifest.rights }
        caller.declaredFonts = Set(manifest.fonts.map(\.sha256))
    }
}
