internal import FontModel
internal import LinuxSystem
internal import Localization

/// Finds the font files that the arguments of `install` and `validate` stand for.
package struct FontFileSearch: Sendable {
    /// The extensions, in lower case, that a file in a directory must have to be tried.
    ///
    /// A font suitcase (dfont) is never installed; it is tried so that people learn why.
    package static let extensions: Set<String> = ["ttf", "otf", "ttc", "otc", "otb", "dfont"]

    /// The extensions of web fonts, which are not tried but on request.
    package static let webFontExtensions: Set<String> = ["woff", "woff2"]

    /// The extensions of files that shells offer: fonts of the kinds that can be installed, and archives.
    static let completedExtensions =
        (extensions.union(webFontExtensions).sorted() + ArchiveSignature.extensions).flatMap { [$0, $0.uppercased()] }

    /// The extensions of fonts that are of other kinds, which nothing can be installed of.
    package static let otherExtensions: Set<String> = [
        "eot", "pfa", "pfb", "t1", "suit", "bdf", "pcf", "bdf.gz", "pcf.gz", "fon", "pfr", "cff",
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

    /// The fonts in directories that are not tried, as nobody asked for it or nobody can install them.
    package private(set) var passedOver: [PassedOver] = []

    /// How many files in directories are none of those that are tried.
    package private(set) var otherFiles = 0

    private let selection: Selection
    private let extensions: Set<String>
    private let seesArchives: Bool

    /// Searches.
    ///
    /// - Parameters:
    ///   - arguments: Files, taken whatever their names are, and directories, searched with what is in them; a
    ///     symbolic link stands for what it leads to.
    ///   - selection: Which files in directories are tried.
    ///   - seesArchives: Whether archives in directories are tried as well.
    package init(_ arguments: [String], selection: Selection = .installable, seesArchives: Bool = false) {
        self.seesArchives = seesArchives
        self.selection = selection
        extensions =
            switch selection {
            case .installable: Self.extensions
            case .installableOnceExpanded: Self.extensions.union(Self.webFontExtensions)
            case .anyFont: Self.extensions.union(Self.webFontExtensions).union(Self.otherExtensions)
            }
        for argument in arguments.map(PathText.text(ofNamed:)) {
            if UserPlaces.isDirectory(argument) {
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
                CommandFailure(.failure, code: .exceededResourceLimit, localized("Nested too deeply."), item: directory)
            )
            return
        }
        let names: [String]
        do {
            names = try FileSystem.names(in: directory).sorted()
        } catch {
            failures.append(
                CommandFailure(
                    .failure, code: .insufficientPermissions, localized("Cannot be searched."), item: directory))
            return
        }
        for name in names where !Self.isMacMetadata(name) {
            let path = UserPlaces.joined(directory, name)
            switch (try? FileStatus(path: path))?.kind {
            case .directory: search(path, depth: depth + 1)
            // A link in a directory may lead in circles or far away.
            case .symbolicLink:
                if Self.hasExtension(name, of: extensions) {
                    failures.append(
                        CommandFailure(
                            .failure, code: .insufficientPermissions,
                            localized(
                                "A symbolic link, which is not followed within a directory; name it to try its target."),
                            item: path))
                } else {
                    otherFiles += 1
                }
            // What else looks like a font, opening it will accept or tell why not.
            default:
                if isTried(name, path) {
                    files.append(path)
                } else {
                    otherFiles += 1
                    if let kind = PassedOver.Kind(ofFileNamed: name) {
                        passedOver.append(.init(path: path, kind: kind))
                    }
                }
            }
        }
    }

    /// Whether a name is one that macOS gives to metadata beside the files on foreign file systems and in archives.
    package static func isMacMetadata(_ name: String) -> Bool { name.hasPrefix("._") || name == "__MACOSX" }

    private func isTried(_ name: String, _ path: String) -> Bool {
        if Self.hasExtension(name, of: extensions) { return true }
        if seesArchives, ArchiveSignature.isNamedLikeArchive(name) { return true }
        guard case .anyFont = selection else { return false }
        return FontSignature.isFontForSure(path)
    }

    /// Whether a name ends like a font's.
    static func hasFontExtension(_ name: String) -> Bool { hasExtension(name, of: extensions) }

    static func hasExtension(_ name: String, of extensions: Set<String>) -> Bool {
        // Of two parts at most, as those of files that are compressed.
        var end = name.endIndex
        for _ in 0..<2 {
            guard let dot = name[..<end].lastIndex(of: "."), dot != name.startIndex else { return false }
            if extensions.contains(name[name.index(after: dot)...].lowercased()) { return true }
            end = dot
        }
        return false
    }
}
