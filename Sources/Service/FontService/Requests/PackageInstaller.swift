internal import FontModel
internal import LinuxSystem

/// Installs packages of the distribution.
package protocol PackageInstaller: Sendable {
    /// Determines what the installation of packages includes, without changing anything.
    ///
    /// - Parameter packages: The names of packages, each once.
    /// - Returns: The installation of each package, or the reason why it cannot be installed; `nil` for all if nothing
    ///   on this machine installs packages.
    func installations(of packages: [String]) async -> [String: Result<PackageInstallation, RequestFailure>]?

    /// Installs all of the packages or none.
    ///
    /// If the task is cancelled, the installation is cancelled as long as the package manager allows it.
    ///
    /// - Parameters:
    ///   - installations: What to install.
    ///   - onProgress: Receives the percentage that is done.
    /// - Throws: The reason why nothing was installed.
    func install(
        _ installations: [PackageInstallation], onProgress: @escaping @Sendable (_ percentage: Int) -> Void
    ) async throws(RequestFailure)
}

/// A package that can be installed.
package struct PackageInstallation: Sendable, Hashable {
    /// The name of the package.
    package var name: String
    /// The package manager's identifier of the package, with its version.
    package var id: String
    /// The names of all packages that are installed for it, including itself as the first.
    package var packages: [String]
    /// The number of bytes to download; a minimum if not all sizes are known.
    package var size: Int
    /// Whether the package manager knows the size of the download.
    package var isSizeKnown: Bool

    /// Creates an installation.
    package init(name: String, id: String, packages: [String], size: Int, isSizeKnown: Bool = true) {
        self.name = name
        self.id = id
        self.packages = packages
        self.size = size
        self.isSizeKnown = isSizeKnown
    }

    /// The key under which the user's answer about the package is stored, in place of the SHA-256 of a font.
    ///
    /// The bytes of a package's fonts are not known before it is installed.
    var digest: FontDigest { Self.digest(of: name) }

    /// The key under which the answer about a package with a given name is stored.
    static func digest(of name: String) -> FontDigest {
        // No font is this short, so this digest never equals that of a font.
        FileDigest.of(Array("package \(name)".utf8))
    }
}
