internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// Where a user's fonts lie, as the environment of a program has it.
///
/// Source: XDG Base Directory Specification 0.8; a base directory that is not an absolute path is ignored.
package struct UserPlaces: Sendable, Equatable {
    /// `$HOME`.
    package let home: String
    /// `$XDG_DATA_HOME`, or `.local/share` in the home.
    package let dataHome: String
    /// `$XDG_STATE_HOME`, or `.local/state` in the home.
    package let stateHome: String

    /// Reads an environment.
    ///
    /// - Parameter variables: The environment.
    /// - Throws: That `HOME` names no directory.
    package init(_ variables: [String: String]) throws(CommandFailure) {
        guard let home = Self.absolute(variables["HOME"]) else {
            throw CommandFailure(.failure, code: .invalidFilePath, localized("HOME is not set to an absolute path."))
        }
        self.home = home
        dataHome = Self.absolute(variables["XDG_DATA_HOME"]) ?? Self.joined(home, ".local/share")
        stateHome = Self.absolute(variables["XDG_STATE_HOME"]) ?? Self.joined(home, ".local/state")
    }

    /// The directory that fonts belong into, and that Flatpak shows to sandboxes.
    package var fonts: String { Self.joined(dataHome, "fonts") }

    /// The directory that older programs put fonts into: Flatpak shows it only where the other does not exist.
    package var oldFonts: String { Self.joined(home, ".fonts") }

    /// The places that our own published fonts can be in; nothing in them is loose.
    package var publishedRoots: [String] { [fonts, oldFonts].map { Self.joined($0, "typecase") } }

    /// Where the service puts what others leave among the published fonts, each entry in a directory of its own: in the
    /// store or, where that is on another file system, beside the published fonts.
    package var setAside: [String] {
        [Self.joined(dataHome, "typecase/store/foreign")] + publishedRoots.map { Self.joined($0, ".foreign") }
    }

    /// Where loose fonts go when they are taken under management.
    package var adopted: String { Self.joined(dataHome, "typecase/adopted") }

    /// The registry's file.
    package var registry: String { Self.joined(stateHome, "typecase/registry.sqlite") }

    /// A path without slashes at its end, `nil` where it is not absolute.
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

    /// Whether a path is a directory or lies below it.
    static func contains(_ directory: String, _ path: String) -> Bool {
        path == directory || path.hasPrefix(joined(directory, ""))
    }

    /// Whether a path leads to a directory.
    static func isDirectory(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLinks: true))?.kind == .directory
    }
}
