/// Evidence on the machine that a provider is installed.
package struct InstallationEvidence: Sendable, Hashable {
    /// The kind of evidence; the raw value is stored, and is its name on the bus.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A manifest of the provider.
        case manifest
        /// A desktop entry, and the program that it starts.
        case application
        /// A Flatpak deployment.
        case flatpak
        /// A snap that is in use.
        case snap
        /// An application in one file.
        case appImage = "appimage"
        /// A system package, by its list of files and one of its programs.
        case package
    }

    /// A file that must exist, and the medium that it is on.
    package struct File: Sendable, Hashable {
        /// The absolute path.
        package var path: String
        /// The mount point of the file's file system, as far as the path shows; `/` if there is no other.
        package var mountPoint: String
        /// The identity of the file system, as reported by `statfs` in `f_fsid`.
        package var fileSystem: UInt64

        /// Creates a file.
        package init(path: String, mountPoint: String, fileSystem: UInt64) {
            self.path = path
            self.mountPoint = mountPoint
            self.fileSystem = fileSystem
        }
    }

    /// The kind of evidence.
    package var kind: Kind
    /// The files, all of which must exist, in the order of their paths.
    package private(set) var files: [File]

    /// Creates evidence.
    package init(_ kind: Kind, files: [File]) {
        self.kind = kind
        self.files = files.sorted { $0.path < $1.path }
    }
}
