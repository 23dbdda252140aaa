internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Finds the font files that the arguments of `install` stand for.
package struct FontFileSearch: Sendable {
    /// The extensions, in lower case, that a file in a directory must have to be tried.
    package static let extensions: Set<String> = ["ttf", "otf", "ttc", "otc"]

    /// The extensions of web fonts, which are not tried but on request.
    package static let webFontExtensions: Set<String> = ["woff", "woff2"]

    /// How deep directories are searched: a bound for trees that do not end, such as some file systems make up.
    package static let maximumDepth = 64

    /// The files, in the order of the arguments, sorted within a directory.
    package private(set) var files: [String] = []
    /// What was passed over and should not have been there.
    package private(set) var failures: [CommandFailure] = []

    private let extensions: Set<String>

    /// Searches.
    ///
    /// - Parameters:
    ///   - arguments: Files, taken whatever their names are, and directories, searched with what is in them.
    ///   - includingWebFonts: Whether web fonts in directories are tried.
    package init(_ arguments: [String], includingWebFonts: Bool = false) {
        extensions = includingWebFonts ? Self.extensions.union(Self.webFontExtensions) : Self.extensions
        for argument in arguments {
            if Self.kind(of: argument) == .directory {
                search(argument, depth: 0)
            } else {
                files.append(argument)
            }
        }
    }

    private mutating func search(_ directory: String, depth: Int) {
        if Task.isCancelled { return }
        guard depth < Self.maximumDepth else {
            failures.append(
                CommandFailure(.failure, code: "ExceededResourceLimit", "Nested too deeply.", item: directory))
            return
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        } catch {
            failures.append(
                CommandFailure(.failure, code: "InsufficientPermissions", "Cannot be searched.", item: directory))
            return
        }
        for name in names {
            let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
            switch Self.kind(of: path) {
            // A link to a directory is passed over: it may lead in circles or far away.
            case .directory: search(path, depth: depth + 1)
            // What else looks like a font, opening it will accept or tell why not.
            default: if Self.hasExtension(name, of: extensions) { files.append(path) }
            }
        }
    }

    /// Whether a name ends like a font's.
    static func hasFontExtension(_ name: String) -> Bool { hasExtension(name, of: extensions) }

    private static func hasExtension(_ name: String, of extensions: Set<String>) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }

    private static func kind(of path: String) -> FileStatus.Kind? {
        var status = stat()
        guard (try? retryingInterrupts { lstat(path, &status) }) != nil else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR ? .directory : .unknown
    }
}
