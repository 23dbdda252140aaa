internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Finds the font files that the arguments of `install` and `validate` stand for.
package struct FontFileSearch: Sendable {
    /// The extensions, in lower case, that a file in a directory must have to be tried.
    package static let extensions: Set<String> = ["ttf", "otf", "ttc", "otc"]

    /// The extensions of web fonts, which are not tried but on request.
    package static let webFontExtensions: Set<String> = ["woff", "woff2"]

    /// The extensions of fonts that are of other kinds, which nothing can be installed of.
    package static let otherExtensions: Set<String> = [
        "eot", "pfa", "pfb", "t1", "dfont", "suit", "otb", "bdf", "pcf", "bdf.gz", "pcf.gz", "fon", "pfr", "cff",
    ]

    /// Which files in directories are tried.
    package enum Selection: Sendable {
        /// Those that are called like a font that can be installed.
        case installable
        /// Those, and those that are called like a web font.
        case installableOnceExpanded
        /// All that are called like a font of whatever kind, or begin like one.
        case anyFont
    }

    /// How deep directories are searched: a bound for trees that do not end, such as some file systems make up.
    package static let maximumDepth = 64

    /// The files, in the order of the arguments, sorted within a directory.
    package private(set) var files: [String] = []
    /// What was passed over and should not have been there.
    package private(set) var failures: [CommandFailure] = []

    /// How many files in directories are none of those that are tried.
    package private(set) var otherFiles = 0

    private let selection: Selection
    private let extensions: Set<String>

    /// Searches.
    ///
    /// - Parameters:
    ///   - arguments: Files, taken whatever their names are, and directories, searched with what is in them.
    ///   - selection: Which files in directories are tried.
    package init(_ arguments: [String], selection: Selection = .installable) {
        self.selection = selection
        extensions =
            switch selection {
            case .installable: Self.extensions
            case .installableOnceExpanded: Self.extensions.union(Self.webFontExtensions)
            case .anyFont: Self.extensions.union(Self.webFontExtensions).union(Self.otherExtensions)
            }
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
            default: if isTried(name, path) { files.append(path) } else { otherFiles += 1 }
            }
        }
    }

    private func isTried(_ name: String, _ path: String) -> Bool {
        if Self.hasExtension(name, of: extensions) { return true }
        guard case .anyFont = selection else { return false }
        return FontSignature.isFontForSure(path)
    }

    /// Whether a name ends like a font's.
    static func hasFontExtension(_ name: String) -> Bool { hasExtension(name, of: extensions) }

    private static func hasExtension(_ name: String, of extensions: Set<String>) -> Bool {
        // Of two parts at most, as those of files that are compressed.
        var end = name.endIndex
        for _ in 0..<2 {
            guard let dot = name[..<end].lastIndex(of: "."), dot != name.startIndex else { return false }
            if extensions.contains(name[name.index(after: dot)...].lowercased()) { return true }
            end = dot
        }
        return false
    }

    private static func kind(of path: String) -> FileStatus.Kind? {
        var status = stat()
        guard (try? retryingInterrupts { lstat(path, &status) }) != nil else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR ? .directory : .unknown
    }
}
