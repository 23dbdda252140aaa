internal import FontModel
internal import Glibc
internal import ProviderManifests

/// The fonts that an application's manifest wants in use before its first text.
enum LaunchFonts {
    /// The paths of their files.
    ///
    /// Blocks.
    ///
    /// - Parameter id: The application.
    /// - Returns: Absolute paths, in the order of the manifest; none where there is no manifest.
    /// - Throws: `FontManagerError` where the manifest cannot be read, or says what it may not.
    static func paths(of id: String) throws -> [String] {
        guard let provider = ProviderIdentifier(applicationID: id) else {
            throw FontManagerError(.insufficientInfo, "'\(id)' is not the id of an application.")
        }
        var environment: [String: String] = [:]
        for name in ["XDG_DATA_DIRS", "XDG_DATA_HOME", "HOME", "FLATPAK_USER_DIR", "FLATPAK_SYSTEM_DIR"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        let search = ManifestSearch(environment: environment)
        let installed: InstalledManifest?
        do throws(ManifestSearch.Failure) {
            // Within the sandbox of a Flatpak its own manifest is in a directory of data.
            installed = try search.manifest(of: provider, from: .dataDirectory)
        } catch {
            throw FontManagerError(.insufficientInfo, error.message, item: .file(error.path))
        }
        guard let installed else { return [] }
        guard let manifest = installed.reading.manifest else {
            throw FontManagerError(
                .insufficientInfo, "The manifest is not sound; `typecase manifest check` tells what is wrong.",
                item: .file(installed.path))
        }
        return manifest.launchFonts.map { "\(installed.assetDirectory)/\($0.text)" }
    }
}
