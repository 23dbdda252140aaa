internal import FontModel
internal import LinuxSystem
internal import ProviderInstallations
internal import ProviderManifests
internal import SystemPackage

/// What the manifest of a caller says of it.
struct Entitlements: Sendable {
    /// What is installed.
    let installations: InstallationSearch
    /// Who installs what counts for all users: root, for whom tests have another.
    var administrators: Set<UInt32> = [0]

    /// Sets what the manifest of a sandboxed caller says, as it is where the caller was started from.
    ///
    /// Blocks. A manifest that is missing or faulty gives nothing. One that the administrator installed gives the rights
    /// that it asks for; which fonts it declares counts in any case, as the caller cannot change it. A Flatpak that was
    /// upgraded while it runs has what the manifest of the new version says. What is the same as before is not read again.
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

    /// Whether a caller has gone of which nobody said where it is deployed: an application that was installed when it was
    /// looked at before.
    ///
    /// Flatpak says it of every application; what says nothing is a runtime that runs without one, or a sandbox that
    /// only looks like Flatpak's.
    private func hasGone(_ caller: CallerIdentity) -> Bool {
        let known = caller.installation.filter { $0.kind == .flatpak }
        return !known.isEmpty && installations.standing(of: caller.provider, known: known) == .gone
    }

    /// Where a Flatpak is deployed that runs; `nil` where it certainly has been uninstalled.
    ///
    /// Flatpak takes the deployment away that an application was started from, whether it uninstalls or upgrades it, and
    /// what runs goes on.
    private static func deployment(of application: ProviderIdentifier, startedFrom directory: String) -> String? {
        guard isGone(directory) else { return directory }
        // `INSTALLATION/app/ID/ARCHITECTURE/BRANCH/COMMIT/files`; elsewhere it was built, and runs without being installed.
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
