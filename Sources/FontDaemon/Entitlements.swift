internal import FontModel
internal import ProviderManifests

/// The rights that the administrator has given a caller by installing its manifest.
enum Entitlements {
    /// Looks at the manifest of a sandboxed caller, as it is where the caller was started from.
    ///
    /// Blocks. A manifest that is missing, faulty or of the user's own asks, and gives nothing.
    static func of(_ caller: CallerIdentity) -> Set<Right> {
        guard caller.kind == .flatpak, let directory = caller.applicationDirectory,
            let found = try? ManifestSearch.manifest(of: caller.provider, deployedAt: directory),
            found.isAdministrators, let manifest = found.reading.manifest
        else { return [] }
        return manifest.rights
    }
}
