internal import CLinux
package import FontModel
internal import Glibc

/// The locations of all files, according to the XDG Base Directory Specification and the user's home.
///
/// The paths are computed here, because the user manager's own `StateDirectory=` means different directories in
/// different releases of systemd. Source: XDG Base Directory Specification 0.8.
package struct FontLocations: Sendable, Hashable {
    /// The user's home, if the environment names one.
    package let home: String?
    /// `$XDG_DATA_HOME`, or `.local/share` in the home directory.
    package let dataHome: String
    /// `$XDG_STATE_HOME`, or `.local/state` in the home.
    package let stateHome: String
    /// `$XDG_CACHE_HOME`, or `.cache` in the home.
    package let cacheHome: String
    /// The directory of our sockets, `typecase` in `$XDG_RUNTIME_DIR`; `nil` if there is no runtime directory.
    package let runtimeDirectory: String?

    /// Whether fonts may be published below `~/.fonts`; `nil` until this is checked.
    private var usesOldDirectory: Bool?

    /// Creates the locations from the environment.
    ///
    /// A base directory that is not an absolute path is ignored, as the specification requires.
    ///
    /// - Parameter environment: The process' environment.
    /// - Throws: ``FontModel/FontError/Code/readOnly`` if a directory must be in the home and there is no home. The
    ///   home itself is never created.
    package init(environment: [String: String]) throws(FontError) {
        func absolute(_ variable: String) -> String? {
            guard let value = environment[variable], value.utf8.first == UInt8(ascii: "/") else { return nil }
            var path = value
            while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
            return path
        }
        let home = absolute("HOME")
        func base(_ variable: String, orInHome relative: String) throws(FontError) -> String {
            if let path = absolute(variable) { return path }
            guard let home else {
                throw FontError(
                    .readOnly,
                    "There is no directory for fonts: neither \(variable) nor HOME is set to an absolute path.")
            }
            guard Self.isDirectory(home) else {
                throw FontError(
                    .readOnly, "There is no directory for fonts: the home directory \(home) is not a directory.")
            }
            return home == "/" ? "/\(relative)" : "\(home)/\(relative)"
        }
        self.home = home
        dataHome = try base("XDG_DATA_HOME", orInHome: ".local/share")
        stateHome = try base("XDG_STATE_HOME", orInHome: ".local/state")
        cacheHome = try base("XDG_CACHE_HOME", orInHome: ".cache")
        runtimeDirectory = absolute("XDG_RUNTIME_DIR").map { "\($0)/typecase" }
    }

    /// The directory of the unpublished bytes and of all sidecars.
    package var store: String { "\(dataDirectory)/store" }

    /// The directory of the files that were downloaded for providers.
    package var assetStore: String { "\(dataDirectory)/assets" }

    /// The directory that contains the store.
    package var dataDirectory: String { "\(dataHome)/typecase" }

    /// The directory that contains the registry.
    package var stateDirectory: String { "\(stateHome)/typecase" }

    /// The registry's file.
    package var registry: String { "\(stateDirectory)/registry.sqlite" }

    /// The directories that a process must claim exclusively before it changes the fonts, in this order.
    ///
    /// The environment can move each of them, so two sessions may share one and not the other. Both sessions always
    /// share `~/.fonts`, so a process that publishes there also claims the usual data directory in the home. A lock
    /// beside the fonts would cause every program to scan `~/.fonts` again.
    package var claimedDirectories: [String] {
        var directories = [stateDirectory, dataDirectory]
        if usesOldDirectory == true, let home {
            let usual = "\(home == "/" ? "" : home)/.local/share/typecase"
            if usual != dataDirectory { directories.append(usual) }
        }
        return directories
    }

    /// Returns the same locations with a final decision on whether fonts may be published below `~/.fonts`.
    ///
    /// The file system is checked once. Claim ``claimedDirectories`` of the result, so that the root cannot later move
    /// to `~/.fonts` without the lock that protects it.
    package func settled() -> FontLocations {
        var locations = self
        let candidates = publishedRootCandidates
        locations.usesOldDirectory = candidates.count > 1 && publishedRoot() == candidates.last
        return locations
    }

    /// The files that ``InstanceLock`` locks, one in each of ``claimedDirectories``.
    package var locks: [String] { claimedDirectories.map { "\($0)/lock" } }

    /// The files that ``HomeLease`` keeps, one in each of ``claimedDirectories``.
    package var leases: [String] { claimedDirectories.map { "\($0)/lease" } }

    /// The note of the login session to which session-scoped fonts belong.
    package var sessionNote: String { "\(stateDirectory)/session" }

    /// The note of the packages about which the user decided.
    package var packageNote: String { "\(stateDirectory)/packages" }

    /// The note of the programs that lease fonts.
    package var leaseNote: String { "\(stateDirectory)/leases" }

    /// The note that a registry was deleted, which stays until the user removes it.
    package var lostRegistryNote: String { "\(stateDirectory)/registry-lost" }

    /// The note of the state that the last daemon left behind.
    ///
    /// While that state is unchanged, a login has nothing to do.
    package var restNote: String { "\(stateDirectory)/rest" }

    /// The two directories that can contain published fonts, the usual one first.
    package var publishedRootCandidates: [String] {
        var candidates = ["\(dataHome)/fonts/typecase"]
        if let home { candidates.append("\(home)/.fonts/typecase") }
        return candidates
    }

    /// The directories into which people put fonts by hand; they contain the directories of published fonts.
    package var userFontDirectories: [String] { ["\(dataHome)/fonts"] + (home.map { ["\($0)/.fonts"] } ?? []) }

    /// The current directory of published fonts; checks the file system.
    ///
    /// An existing root is kept. The first root is created below `~/.fonts` if that exists and `$XDG_DATA_HOME/fonts`
    /// does not. Flatpak shows sandboxes only one of the two, so creating the latter would hide the former.
    package func publishedRoot() -> String {
        let candidates = publishedRootCandidates
        if usesOldDirectory == false { return candidates[0] }
        if let existing = candidates.first(where: Self.exists) { return existing }
        if let home, !Self.exists("\(dataHome)/fonts"), Self.isDirectory("\(home)/.fonts"),
            let fallback = candidates.last
        {
            return fallback
        }
        return candidates[0]
    }

    /// Whether anything exists at a path, even a dangling symbolic link.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
