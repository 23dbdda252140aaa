package import FontModel

/// Determines which paths the service manager must watch, so that it starts the daemon when a provider is removed.
///
/// For most providers, these are the paths that it always watches: package managers, Flatpak, and snapd change them
/// whenever they install or remove anything. An AppImage, however, is wherever its user has put it, and only dpkg knows
/// about a package without a manifest.
package struct ProviderBells: Sendable {
    /// The paths that the service manager watches for `typecase-providers.path`; `%h` is the home directory.
    package static let usual: Set<String> = [
        "/var/lib/typecase/providers.stamp", "/var/lib/flatpak/.changed", "%h/.local/share/flatpak/.changed",
        "/usr/share/typecase/providers", "/usr/local/share/typecase/providers", "/usr/share/applications",
        "/usr/local/share/applications", "%h/.local/share/applications", "/var/lib/snapd/desktop/applications",
        "/snap", "/var/lib/snapd/snaps",
    ]

    private let rung: Set<String>
    private let installations: [String]

    /// Creates a value for an environment.
    ///
    /// - Parameters:
    ///   - variables: The environment.
    ///   - installations: The directories of Flatpak's installations.
    package init(environment variables: [String: String], installations: [String]) {
        let home = variables["HOME"]
        rung = Set(
            Self.usual.compactMap { path in
                path.hasPrefix("%h") ? home.map { $0 + path.dropFirst(2) } : path
            })
        self.installations = installations
    }

    /// The additional paths that must be watched: if one of them changes, some of the evidence may be gone.
    ///
    /// - Parameter evidence: The evidence that providers are installed.
    /// - Returns: Absolute paths of files and directories, which need not exist.
    package func needed(for evidence: some Sequence<InstallationEvidence>) -> Set<String> {
        Set(evidence.flatMap(paths)).subtracting(rung)
    }

    private func paths(of evidence: InstallationEvidence) -> [String] {
        let files = evidence.files.map(\.path)
        switch evidence.kind {
        case .appImage: return files
        // Wherever snaps are mounted, snapd keeps their files in a single place, which is watched.
        case .snap: return []
        // dpkg writes the list of all packages once at the end. In contrast, it changes the directory with the files of
        // each package many times while it runs.
        case .package:
            return files.filter { $0.hasSuffix(".list") }.map { "\(Self.directory(Self.directory($0)))/status" }
        case .manifest: return files.map(Self.directory)
        case .flatpak: return files.compactMap(flatpakBell)
        case .application:
            return files.compactMap { file in
                if file.hasSuffix(".desktop") { return flatpakBell(of: file) ?? Self.directory(file) }
                // A user who removes a program by hand may leave its desktop entry.
                return Self.isPackaged(file) || flatpakBell(of: file) != nil ? nil : file
            }
        }
    }

    /// The file that Flatpak touches when it changes the installation that contains a file; `nil` if no installation
    /// does.
    private func flatpakBell(of file: String) -> String? {
        installations.first { file.hasPrefix("\($0)/") }.map { "\($0)/.changed" }
    }

    /// Whether only package managers install files at this location; they signal every removal.
    private static func isPackaged(_ path: String) -> Bool {
        ["/usr/", "/opt/", "/bin/", "/sbin/", "/snap/", "/var/lib/"].contains(where: path.hasPrefix)
            && !path.hasPrefix("/usr/local/")
    }

    private static func directory(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
