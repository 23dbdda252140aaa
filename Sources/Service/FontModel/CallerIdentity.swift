/// Who is at the other end of a bus connection, as the kernel and the service manager tell it, never the caller.
///
/// Sandboxed callers are held to their identity. Unsandboxed processes of one user can pose as each other, so for them
/// it is bookkeeping.
package struct CallerIdentity: Sendable, Equatable {
    /// How the caller was identified.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A Flatpak application, by the `.flatpak-info` of its sandbox.
        case flatpak
        /// A snap, by its security label or by the unit that snapd started it in.
        case snap
        /// An unsandboxed application that is installed, by the systemd unit or scope it was started in.
        case application
        /// An unsandboxed application in one file, an AppImage, by the mount that its program runs from.
        case appImage = "appimage"
        /// An unsandboxed program that a package of the system owns.
        case package
        /// A systemd user unit that is no application.
        case unit
        /// Any other process of the user.
        case process
    }

    /// How the caller was identified.
    package var kind: Kind
    /// The application id, where the caller has one.
    package var applicationID: String?
    /// A name to show to people.
    package var displayName: String
    /// The provider that the caller's registrations belong to.
    package var provider: ProviderIdentifier
    /// The process that was asked about; for a Flatpak that is its bus proxy.
    package var processID: Int32
    /// Whether the caller is confined, so that its identity is a boundary.
    package var isSandboxed: Bool
    /// Whether the caller is known to reach the network by itself.
    package var hasNetwork: Bool
    /// The AppImage, or the program of a package, that the caller runs, an absolute path; `nil` for any other caller.
    package var program: String?
    /// Where the files of the application are: of a Flatpak those that are deployed, as Flatpak says, of an AppImage its
    /// mount, which is there for as long as the process is; `nil` for any other caller.
    package var applicationDirectory: String?
    /// Whether the caller is a Flatpak application that runs, and has been uninstalled.
    package var isUninstalled = false
    /// Which file the caller's manifest was read from, and what tells it from another in its place; `nil` where none was.
    package var manifest: Manifest?
    /// The rights that the caller's manifest asks for, where the administrator put the manifest there.
    package var entitlements: Set<Right> = []
    /// What shows that the caller is installed; empty where nothing does.
    package var installation: [InstallationEvidence] = []
    /// The fonts that the caller's manifest declares, whoever put the manifest there.
    package var declaredFonts: Set<FontDigest> = []

    /// How much the caller's manifest wishes to be allowed to register.
    package var quotaWish = FontQuota()

    /// The file of a manifest.
    package struct Manifest: Sendable, Equatable {
        /// The absolute path.
        package var path: String
        /// What tells the file from another one in its place.
        package var stamp: FileStamp

        /// Names a file.
        package init(path: String, stamp: FileStamp) {
            self.path = path
            self.stamp = stamp
        }
    }

    /// Creates an identity.
    ///
    /// - Parameters:
    ///   - kind: How the caller was identified.
    ///   - applicationID: The application id, where the caller has one.
    ///   - displayName: A name to show to people.
    ///   - provider: The provider that the caller's registrations belong to.
    ///   - processID: The process that was asked about.
    ///   - isSandboxed: Whether the caller is confined; `nil` for what its kind usually is.
    package init(
        kind: Kind, applicationID: String?, displayName: String, provider: ProviderIdentifier, processID: Int32,
        isSandboxed: Bool? = nil
    ) {
        self.kind = kind
        self.applicationID = applicationID
        self.displayName = displayName
        self.provider = provider
        self.processID = processID
        self.isSandboxed = isSandboxed ?? (kind == .flatpak || kind == .snap)
        hasNetwork = !self.isSandboxed
    }
}
