internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// The places of a user's fonts, according to the environment of a program.
///
/// Source: XDG Base Directory Specification 0.8; a base directory that is not an absolute path is ignored.
package struct UserPlaces: Sendable, Equatable {
    /// `$HOME`.
    package let home: String
    /// `$XDG_DATA_HOME`, or `.local/share` in the home directory.
    package let dataHome: String
    /// `$XDG_STATE_HOME`, or `.local/state` in the home.
    package let stateHome: String

    /// Creates the places from an environment.
    ///
    /// - Parameter variables: The environment.
    /// - Throws: An error if `HOME` is not an absolute path.
    package init(_ variables: [String: String]) throws(CommandFailure) {
        guard let home = Self.absolute(variables["HOME"]) else {
            throw CommandFailure(.failure, code: .invalidFilePath, localized("HOME is not set to an absolute path."))
        }
        self.home = home
        dataHome = Self.absolute(variables["XDG_DATA_HOME"]) ?? Self.joined(home, ".local/share")
        stateHome = Self.absolute(variables["XDG_STATE_HOME"]) ?? Self.joined(home, ".local/state")
    }

    /// The directory for fonts, which Flatpak shows to sandboxes.
    package var fonts: String { Self.joined(dataHome, "fonts") }

    /// The directory in which older programs put fonts; Flatpak shows it only if ``fonts`` does not exist.
    package var oldFonts: String { Self.joined(home, ".fonts") }

    /// The directories in which the service may publish fonts; no font in them counts as loose.
    package var publishedRoots: [String] { [fonts, oldFonts].map { Self.joined($0, "typecase") } }

    /// The directories to which the service moves foreign files that it finds among the published fonts.
    ///
    /// Each foreign entry gets a directory of its own: in the store or, if the store is on another file system, beside
    /// the published fonts.
    package var setAside: [String] {
        [Self.joined(dataHome, "typecase/store/foreign")] + publishedRoots.map { Self.joined($0, ".foreign") }
    }

    /// The directory to which loose fonts are moved when they are adopted.
    package var adopted: String { Self.joined(dataHome, "typecase/adopted") }

    /// The registry's file.
    package var registry: String { Self.joined(stateHome, "typecase/registry.sqlite") }

    /// A path without trailing slashes; `nil` if it is not absolute.
    static func absolute(_ path: String?) -> String? {
        guard var path, path.utf8.first == UInt8(ascii: "/") else { return nil }
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }

    /// The path of something in a directory.
    static func joined(_ directory: String, _ name: String) -> String {
        directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }

    /// The directory that something is in.
    package static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "/"
    }

    /// Whether a path is a directory itself or lies below it.
    static func contains(_ directory: String, _ path: String) -> Bool {
        path == directory || path.hasPrefix(joined(directory, ""))
    }

    /// Whether a path leads to a directory.
    static func isDirectory(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLinks: true))?.kind == .directory
    }
}
