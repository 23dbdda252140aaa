internal import FontModel
internal import Glibc
internal import ProviderManifests

/// The declarations in an application's manifest about the fonts that come with it.
struct ApplicationManifest: Sendable {
    private let id: String
    private let manifest: ProviderManifest
    /// The absolute path of the directory that contains the fonts.
    private let directory: String

    /// Reads the manifest of an application; blocks.
    ///
    /// - Parameter id: The id of the application.
    /// - Returns: The manifest; `nil` if none is installed.
    /// - Throws: `FontManagerError` if the manifest cannot be read or is not valid.
    static func read(of id: String) throws(FontManagerError) -> ApplicationManifest? {
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
            // Inside the sandbox of a Flatpak, the application's own manifest is in a data directory.
            installed = try search.manifest(of: provider, from: .dataDirectory)
        } catch {
            throw FontManagerError(.insufficientInfo, error.message, item: .file(error.path))
        }
        guard let installed else { return nil }
        guard let manifest = installed.reading.manifest else {
            throw FontManagerError(
                .insufficientInfo, "The manifest is not sound; `typecase manifest check` tells what is wrong.",
                item: .file(installed.path))
        }
        return ApplicationManifest(id: id, manifest: manifest, directory: installed.assetDirectory)
    }

    /// The paths of the fonts that must be in use before the first text, in the order of the manifest.
    var launchFonts: [String] { manifest.launchFonts.map(path) }

    /// A font of the application.
    struct Asset: Sendable {
        /// The absolute path.
        var path: String
        /// The SHA-256 of the file, as hexadecimal digits, which is the one that the manifest declares.
        var sha256: String
    }

    /// Returns the fonts that have a name; blocks while their bytes are compared with the manifest.
    ///
    /// There may be several fonts: the styles of some families share one name.
    ///
    /// - Parameter name: The PostScript name of a single face, or the family of a collection or a variable font, in any
    ///   case.
    /// - Returns: The fonts, in the order of the manifest.
    /// - Throws: `assetNotFound` if the manifest gives the name to no font, or if a file is missing; `corrupt` if the
    ///   SHA-256 of a file differs from the one in the manifest.
    func fonts(named name: String) throws(FontManagerError) -> [Asset] {
        let fonts = manifest.fonts.filter { $0.name?.fontNameKey == name.fontNameKey }
        guard !fonts.isEmpty else {
            throw FontManagerError(
                .assetNotFound,
                "The manifest of \(id) has no font \(name). `typecase manifest check` lists what it declares.",
                item: .asset(name))
        }
        var assets: [Asset] = []
        for font in fonts { assets.append(try asset(font, named: name)) }
        return assets
    }

    private func asset(_ font: FontAsset, named name: String) throws(FontManagerError) -> Asset {
        let item = FontManagerError.Item.asset(name)
        let path = path(font.file)
        switch FontBytes.digest(ofFileAt: path) {
        case .success(font.sha256.hexadecimal): return Asset(path: path, sha256: font.sha256.hexadecimal)
        case .success: throw mismatch(of: path, named: name)
        case .failure(let error) where error.code == .fileNotFound:
            throw FontManagerError(
                .assetNotFound,
                "The manifest of \(id) names \(path) for \(name), and there is no such file. Install the application again.",
                item: item)
        case .failure(let error):
            throw FontManagerError(error.code, "\(path): \(error.message)", item: item)
        }
    }

    /// Returns the error for a file whose bytes differ from those that the manifest declares.
    func mismatch(of path: String, named name: String) -> FontManagerError {
        FontManagerError(
            .corrupt,
            """
            \(path) has another SHA-256 than the manifest of \(id) declares for \(name). Install the application \
            again, or correct the manifest: `typecase manifest check --assets` shows the files that differ.
            """, item: .asset(name))
    }

    private func path(_ file: AssetPath) -> String { "\(directory)/\(file.text)" }
}
