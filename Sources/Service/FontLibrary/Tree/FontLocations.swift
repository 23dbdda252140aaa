internal import CLinux
package import FontModel
internal import Glibc

/// Where everything lies, as the XDG base directory specification and the user's home have it.
///
/// The user manager's own `StateDirectory=` means different directories in different releases of systemd, so the paths
/// are worked out here. Source: XDG Base Directory Specification 0.8.
package struct FontLocations: Sendable, Hashable {
    /// The user's home, where the environment names one.
    package let home: String?
    /// `$XDG_DATA_HOME`, or `.local/share` in the home.
    package let dataHome: String
    /// `$XDG_STATE_HOME`, or `.local/state` in the home.
    package let stateHome: String
    /// `$XDG_CACHE_HOME`, or `.cache` in the home.
    package let cacheHome: String
    /// The directory of our sockets, `typecase` in `$XDG_RUNTIME_DIR`; `nil` where there is no runtime directory.
    package let runtimeDirectory: String?

    /// Whether fonts may be published below `~/.fonts`; `nil` as long as nobody has looked.
    private var usesOldDirectory: Bool?

    /// Reads the environment.
    ///
    /// A base directory that is not an absolute path is ignored, as the specification demands.
    ///
    /// - Parameter environment: The process' environment.
    /// - Throws: ``FontModel/FontError/Code/readOnly`` where a directory has to be in the home and there is none. The
    ///   home itself is never made.
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
                    .readOnly, "There is no place for fonts: neither \(variable) nor HOME is set to an absolute path.")
            }
            guard Self.isDirectory(home) else {
                throw FontError(.readOnly, "There is no place for fonts: the home \(home) is not a directory.")
            }
            return home == "/" ? "/\(relative)" : "\(home)/\(relative)"
        }
        self.home = home
        dataHome = try base("XDG_DATA_HOME", orInHome: ".local/share")
        stateHome = try base("XDG_STATE_HOME", orInHome: ".local/state")
        cacheHome = try base("XDG_CACHE_HOME", orInHome: ".cache")
        runtimeDirectory = absolute("XDG_RUNTIME_DIR").map { "\($0)/typecase" }
    }

    /// The directory of the bytes that are not published, and of all sidecars.
    package var store: String { "\(dataDirectory)/store" }

    /// The directory of the files that were fetched for providers.
    package var assetStore: String { "\(dataDirectory)/assets" }

    /// The directory of the store.
    package var dataDirectory: String { "\(dataHome)/typecase" }

    /// The directory of the registry.
    package var stateDirectory: String { "\(stateHome)/typecase" }

    /// The registry's file.
    package var registry: String { "\(stateDirectory)/registry.sqlite" }

    /// The directories that whoever changes the fonts must have alone, in the order in which they are taken.
    ///
    /// The environment can put each of them elsewhere: two sessions may share the one and not the other. `~/.fonts` they
    /// share wherever these are, so who publishes there has the usual directory of data in the home as well. A lock
    /// beside the fonts would have every program scan `~/.fonts` anew.
    package var claimedDirectories: [String] {
        var directories = [stateDirectory, dataDirectory]
        if usesOldDirectory == true, let home {
            let usual = "\(home == "/" ? "" : home)/.local/share/typecase"
            if usual != dataDirectory { directories.append(usual) }
        }
        return directories
    }

    /// The same locations for good: what is looked at once decides whether fonts may be published below `~/.fonts`.
    ///
    /// Whoever claims ``claimedDirectories`` does it with this, so that the root does not move there later without what
    /// keeps others off it.
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

    /// The note of the login session that session-scoped fonts are of.
    package var sessionNote: String { "\(stateDirectory)/session" }

    /// The note of which packages the user decided about.
    package var packageNote: String { "\(stateDirectory)/packages" }

    /// The note of who has fonts on lease.
    package var leaseNote: String { "\(stateDirectory)/leases" }

    /// The note of what the last daemon has left behind, where a login has nothing to do as long as it is so.
    package var restNote: String { "\(stateDirectory)/rest" }

    /// The two directories that published fonts can be in, the usual one first.
    package var publishedRootCandidates: [String] {
        var candidates = ["\(dataHome)/fonts/typecase"]
        if let home { candidates.append("\(home)/.fonts/typecase") }
        return candidates
    }

    /// The directories that people put fonts into by hand, which those of published fonts are in.
    package var userFontDirectories: [String] { ["\(dataHome)/fonts"] + (home.map { ["\($0)/.fonts"] } ?? []) }

    /// The directory of published fonts as things stand; looks at the file system.
    ///
    /// A root that exists is kept. The first root goes below `~/.fonts` where that exists and `$XDG_DATA_HOME/fonts`
    /// does not: Flatpak shows sandboxes only one of the two, so making the latter would hide the former.
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

    /// Whether there is anything under a name, be it a dangling symbolic link.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
