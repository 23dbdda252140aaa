/// Something on the machine that shows that a provider is installed.
package struct InstallationEvidence: Sendable, Hashable {
    /// What it is; the raw value is stored, and what it is called on the bus.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A manifest of the provider's.
        case manifest
        /// A desktop entry, and the program that it starts.
        case application
        /// A deployment of Flatpak's.
        case flatpak
        /// A snap that is in use.
        case snap
        /// An application in one file.
        case appImage = "appimage"
        /// A package of the system, by its list of files and one of its programs.
        case package
    }

    /// A file that has to be there, and the medium that it is on.
    package struct File: Sendable, Hashable {
        /// The absolute path.
        package var path: String
        /// Where the file system that has it is mounted, as far as the path tells; `/` where it is nowhere else.
        package var mountPoint: String
        /// What the file system says of its identity, as `statfs` has it in `f_fsid`.
        package var fileSystem: UInt64

        /// Creates a file.
        package init(path: String, mountPoint: String, fileSystem: UInt64) {
            self.path = path
            self.mountPoint = mountPoint
            self.fileSystem = fileSystem
        }
    }

    /// What it is.
    package var kind: Kind
    /// The files, all of which have to be there, in the order of their paths.
    package private(set) var files: [File]

    /// Creates evidence.
    package init(_ kind: Kind, files: [File]) {
        self.kind = kind
        self.files = files.sorted { $0.path < $1.path }
    }
}
