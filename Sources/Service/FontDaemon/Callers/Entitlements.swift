internal import FontModel
internal import LinuxSystem
internal import ProviderInstallations
internal import ProviderManifests
internal import SystemPackage

/// Reads what the manifest of a caller declares.
struct Entitlements: Sendable {
    /// The search for installed applications.
    let installations: InstallationSearch
    /// The users who install for all users: root, which tests replace.
    var administrators: Set<UInt32> = [0]

    /// Sets what the manifest of a sandboxed caller declares, as found where the caller was started from.
    ///
    /// Blocks. A manifest that is missing or invalid declares nothing. A manifest that the administrator installed
    /// grants the rights that it requests. Its declared fonts apply in any case, because the caller cannot change it.
    /// If a Flatpak was upgraded while it runs, the manifest of the new version applies. An unchanged manifest is not
    /// read again.
    func add(to caller: inout CallerIdentity) {
        guard caller.kind == .flatpak else { return }
        guard let directory = caller.applicationDirectory else {
            caller.isUninstalled = caller.isUninstalled || hasGone(caller)
            return
        }
        let found = Self.deployment(of: caller.provider, startedFrom: directory)
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
        guard let found,
            let manifest = try? ManifestSearch.manifest(
                of: caller.provider, deployedAt: found, administrators: administrators),
            let content = manifest.reading.manifest
        else { return }
        if manifest.isAdministrators { caller.entitlements = content.rights }
        caller.quotaWish = content.quota
        caller.declaredFonts = Set(content.fonts.map(\.sha256))
    }

    /// Whether a caller without a known deployment was uninstalled: it was installed at the last check and is not now.
    ///
    /// Flatpak reports the deployment of every application. A caller without one is a runtime that runs without an
    /// application, or a sandbox that only looks like Flatpak's.
    private func hasGone(_ caller: CallerIdentity) -> Bool {
        let known = caller.installation.filter { $0.kind == .flatpak }
        return !known.isEmpty && installations.standing(of: caller.provider, known: known) == .gone
    }

    /// The deployment of a running Flatpak; `nil` if it certainly has been uninstalled.
    ///
    /// When Flatpak uninstalls or upgrades an application, it removes the deployment from which the application was
    /// started, while the application continues to run.
    private static func deployment(of application: ProviderIdentifier, startedFrom directory: String) -> String? {
        guard isGone(directory) else { return directory }
        // `INSTALLATION/app/ID/ARCHITECTURE/BRANCH/COMMIT/files`; an application at another path was built locally, and
        // runs without being installed.
        guard let end = directory.firstRange(of: "/app/\(application)/")?.upperBound else { return nil }
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
