internal import FontModel
internal import LinuxSystem

/// Installs packages of the distribution.
package protocol PackageInstaller: Sendable {
    /// Finds out what the installation of packages brings along; nothing changes.
    ///
    /// - Parameter packages: The names of packages, each once.
    /// - Returns: The installation of each, or why it cannot be installed; `nil` for all where nothing on this machine
    ///   installs packages.
    func installations(of packages: [String]) async -> [String: Result<PackageInstallation, RequestFailure>]?

    /// Installs packages, all of them or none; cancelled with the task as long as the package manager allows it.
    ///
    /// - Parameters:
    ///   - installations: What to install.
    ///   - onProgress: Takes the percentage that is done.
    /// - Throws: Why nothing was installed.
    func install(
        _ installations: [PackageInstallation], onProgress: @escaping @Sendable (_ percentage: Int) -> Void
    ) async throws(RequestFailure)
}

/// A package that can be installed.
package struct PackageInstallation: Sendable, Hashable {
    /// The name of the package.
    package var name: String
    /// The package manager's id of it, with its version.
    package var id: String
    /// The names of all packages that are installed for it, itself first.
    package var packages: [String]
    /// How many bytes are downloaded for it; at least where not all sizes are known.
    package var size: Int
    /// Whether the package manager knows how many bytes that are.
    package var isSizeKnown: Bool

    /// Describes an installation.
    package init(name: String, id: String, packages: [String], size: Int, isSizeKnown: Bool = true) {
        self.name = name
        self.id = id
        self.packages = packages
        self.size = size
        self.isSizeKnown = isSizeKnown
    }

    /// What the user's answer about the package is remembered by, in the place of the SHA-256 of a font: the bytes of a
    /// package's fonts are not known before it is installed.
    var digest: FontDigest { Self.digest(of: name) }

    /// What an answer about a package of a name is remembered by.
    static func digest(of name: String) -> FontDigest {
        // No font is this short, so that the two never meet.
        FileDigest.of(Array("package \(name)".utf8))
    }
}
