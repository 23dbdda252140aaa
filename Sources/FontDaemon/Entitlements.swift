internal import FontModel
internal import LinuxSystem
internal import ProviderManifests
internal import SystemPackage

/// What the manifest of a caller says of it.
enum Entitlements {
    /// Sets what the manifest of a sandboxed caller says, as it is where the caller was started from.
    ///
    /// Blocks. A manifest that is missing or faulty gives nothing. One that the administrator installed gives the rights
    /// that it asks for; which fonts it declares counts in any case, as the caller cannot change it. A Flatpak that was
    /// upgraded while it runs has what the manifest of the new version says. What is the same as before is not read again.
    static func add(to caller: inout CallerIdentity) {
        guard caller.kind == .flatpak, let directory = caller.applicationDirectory else { return }
        let found = deployment(of: caller.provider, startedFrom: directory)
        caller.isUninstalled = found == nil
        let file = found.flatMap { directory -> CallerIdentity.Manifest? in
            let path = ManifestSearch.path(of: caller.provider, deployedAt: directory)
            return (try? FileStatus(path: path)).map { CallerIdentity.Manifest(path: path, stamp: $0.stamp) }
        }
        guard file == nil || file != caller.manifest else { return }
        caller.manifest = file
        caller.entitlements = []
        caller.declaredFonts = []
        caller.quotaWish = FontQuota()
        guard let found, let manifest = try? ManifestSearch.manifest(of: caller.provider, deployedAt: found),
            let content = manifest.reading.manifest
        else { return }
        if manifest.isAdministrators { caller.entitlements = content.rights }
        caller.quotaWish = content.quota
        caller.declaredFonts = Set(content.fonts.map(\.sha256))
    }

    /// Where a Flatpak is deployed that runs; `nil` where it certainly has been uninstalled.
    ///
    /// Flatpak takes the deployment away that an application was started from, whether it uninstalls or upgrades it, and
    /// what runs goes on.
    private static func deployment(of application: ProviderIdentifier, startedFrom directory: String) -> String? {
        // `INSTALLATION/app/ID/ARCHITECTURE/BRANCH/COMMIT/files`
        guard isGone(directory) else { return directory }
        guard let end = directory.firstRange(of: "/app/\(application)/")?.upperBound else { return directory }
        let current = "\(directory[..<end])current/active/files"
        return isGone(current) ? nil : current
    }

    private static func isGone(_ directory: String) -> Bool {
        do throws(Errno) {
            _ = try FileStatus(path: directory, followsLinks: true)
            return false
        } catch {
            return [.noSuchFileOrDirectory, .notDirectory].contains(error)
        }
    }
}
