/// The identity of a bus caller, as reported by the kernel and the service manager, never by the caller.
///
/// For sandboxed callers, the identity is enforced. Unsandboxed processes of one user can impersonate each other, so
/// for them the identity is only bookkeeping.
package struct CallerIdentity: Sendable, Equatable {
    /// How the caller was identified.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A Flatpak application, by the `.flatpak-info` of its sandbox.
        case flatpak
        /// A snap, by its security label or by the unit that snapd started it in.
        case snap
        /// An unsandboxed installed application, by the systemd unit or scope it was started in.
        case application
        /// An unsandboxed application in one file (an AppImage), by the mount that its program runs from.
        case appImage = "appimage"
        /// An unsandboxed program that belongs to a system package.
        case package
        /// A systemd user unit that is not an application.
        case unit
        /// Any other process of the user.
        case process
    }

    /// How the caller was identified.
    package var kind: Kind
    /// The application id, if the caller has one.
    package var applicationID: String?
    /// The display name.
    package var displayName: String
    /// The provider that the caller's registrations belong to.
    package var provider: ProviderIdentifier
    /// The identified process; for a Flatpak, this is its bus proxy.
    package var processID: Int32
    /// Whether the caller is confined, which makes its identity a security boundary.
    package var isSandboxed: Bool
    /// Whether the caller is known to have network access of its own.
    package var hasNetwork: Bool
    /// The absolute path of the AppImage, or of the packaged program, that the caller runs; `nil` for any other caller.
    package var program: String?
    /// The directory of the application's files; `nil` for callers other than Flatpaks and AppImages.
    ///
    /// For a Flatpak, it is the deployment that Flatpak reports. For an AppImage, it is its mount, which exists as long
    /// as the process.
    package var applicationDirectory: String?
    /// Whether the caller is a running Flatpak application that has been uninstalled.
    package var isUninstalled = false
    /// The file that the caller's manifest was read from, with a stamp that detects its replacement; `nil` if there was
    /// no manifest.
    package var manifest: Manifest?
    /// The rights that the caller's manifest requests, if the administrator installed the manifest.
    package var entitlements: Set<Right> = []
    /// Evidence that the caller is installed; empty if there is none.
    package var installation: [InstallationEvidence] = []
    /// The fonts that the caller's manifest declares, no matter who installed the manifest.
    package var declaredFonts: Set<FontDigest> = []

    /// The quota that the caller's manifest requests.
    package var quotaWish = FontQuota()

    /// The file of a manifest.
    package struct Manifest: Sendable, Equatable {
        /// The absolute path.
        package var path: String
        /// The stamp that distinguishes the file from another one in its place.
        package var stamp: FileStamp

        /// Creates a value from a path and a stamp.
        package init(path: String, stamp: FileStamp) {
            self.path = path
            self.stamp = stamp
        }
    }

    /// Creates an identity.
    ///
    /// - Parameters:
    ///   - kind: How the caller was identified.
    ///   - applicationID: The application id, if the caller has one.
    ///   - displayName: The display name.
    ///   - provider: The provider that the caller's registrations belong to.
    ///   - processID: The identified process.
    ///   - isSandboxed: Whether the caller is confined; `nil` for the usual value of its kind.
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
