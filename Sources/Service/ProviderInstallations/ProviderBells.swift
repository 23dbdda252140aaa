package import FontModel

/// Knows what the service manager has to watch for the daemon to be started when a provider goes.
///
/// For most providers that is what it always watches: what package managers, Flatpak and snapd change whenever they
/// install or remove anything. An AppImage is wherever its user has put it, and of a package without a manifest dpkg
/// alone knows.
package struct ProviderBells: Sendable {
    /// What `typecase-providers.path` has the service manager watch; `%h` is the home.
    package static let usual: Set<String> = [
        "/var/lib/typecase/providers.stamp", "/var/lib/flatpak/.changed", "%h/.local/share/flatpak/.changed",
        "/usr/share/typecase/providers", "/usr/local/share/typecase/providers", "/usr/share/applications",
        "/usr/local/share/applications", "%h/.local/share/applications", "/var/lib/snapd/desktop/applications",
        "/snap", "/var/lib/snapd/snaps",
    ]

    private let rung: Set<String>
    private let installations: [String]

    /// Says where to look.
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

    /// The paths that have to be watched besides: when one of them changes, some of this may have gone.
    ///
    /// - Parameter evidence: What shows that providers are installed.
    /// - Returns: Absolute paths of files and directories, which need not be there.
    package func needed(for evidence: some Sequence<InstallationEvidence>) -> Set<String> {
        Set(evidence.flatMap(paths)).subtracting(rung)
    }

    private func paths(of evidence: InstallationEvidence) -> [String] {
        let files = evidence.files.map(\.path)
        switch evidence.kind {
        case .appImage: return files
        // Wherever snaps are mounted, snapd has their files in the one place that is watched.
        case .snap: return []
        // dpkg writes the list of all packages once it has done what it was told, whereas it changes the directory with
        // the files of each again and again meanwhile.
        case .package:
            return files.filter { $0.hasSuffix(".list") }.map { "\(Self.directory(Self.directory($0)))/status" }
        case .manifest: return files.map(Self.directory)
        case .flatpak: return files.compactMap(flatpakBell)
        case .application:
            return files.compactMap { file in
                if file.hasSuffix(".desktop") { return flatpakBell(of: file) ?? Self.directory(file) }
                // Who removes a program by hand may leave its entry.
                return Self.isPackaged(file) || flatpakBell(of: file) != nil ? nil : file
            }
        }
    }

    /// What Flatpak touches when it changes the installation that a file is in; `nil` for one that is in none.
    private func flatpakBell(of file: String) -> String? {
        installations.first { file.hasPrefix("\($0)/") }.map { "\($0)/.changed" }
    }

    /// Whether nothing is where a file is but what package managers put there, who ring for all that they remove.
    private static func isPackaged(_ path: String) -> Bool {
        ["/usr/", "/opt/", "/bin/", "/sbin/", "/snap/", "/var/lib/"].contains(where: path.hasPrefix)
            && !path.hasPrefix("/usr/local/")
    }

    private static func directory(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
