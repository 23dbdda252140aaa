internal import FontModel
internal import LinuxSystem
internal import Localization

/// Finds the font files for the arguments of `install` and `validate`.
package struct FontFileSearch: Sendable {
    /// The extensions, in lower case, of the files in directories that are tried.
    ///
    /// A font suitcase (dfont) is never installed; it is tried so that a message gives people the reason.
    package static let extensions: Set<String> = ["ttf", "otf", "ttc", "otc", "otb", "dfont"]

    /// The extensions of web fonts, which are tried only on request.
    package static let webFontExtensions: Set<String> = ["woff", "woff2"]

    /// The extensions of files that shells offer: fonts in formats that can be installed, and archives.
    static let completedExtensions =
        (extensions.union(webFontExtensions).sorted() + ArchiveSignature.extensions).flatMap { [$0, $0.uppercased()] }

    /// The extensions of fonts in other formats, which cannot be installed.
    package static let otherExtensions: Set<String> = [
        "eot", "pfa", "pfb", "t1", "suit", "bdf", "pcf", "bdf.gz", "pcf.gz", "fon", "pfr", "cff",
    ]

    /// The kind of files in directories that are tried.
    package enum Selection: Sendable {
        /// Files whose names end like those of fonts that can be installed.
        case installable
        /// These files, and files whose names end like those of web fonts.
        case installableOnceExpanded
        /// All files whose names end like those of fonts in any format, or whose contents begin like a font.
        case anyFont
    }

    /// The depth to which directories are searched: a limit for endless trees, which some file systems generate.
    package static let maximumDepth = 64

    /// The files, in the order of the arguments, sorted within a directory.
    package private(set) var files: [String] = []
    /// The failures to search directories or follow links.
    package private(set) var failures: [CommandFailure] = []

    /// The fonts in directories that are not tried, because no option asks for them or they cannot be installed.
    package private(set) var passedOver: [PassedOver] = []

    /// The number of files in directories that are not tried.
    package private(set) var otherFiles = 0

    private let selection: Selection
    private let extensions: Set<String>
    private let seesArchives: Bool

    /// Creates a search and finds the files.
    ///
    /// - Parameters:
    ///   - arguments: Files, which are tried regardless of their names, and directories, which are searched
    ///     recursively. Arguments that are symbolic links are followed.
    ///   - selection: The kind of files in directories that are tried.
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
                                """
                                Symbolic links in directories are not followed. To use the target, give the link as an \
                                argument.
                                """
                            ),
                            item: path))
                } else {
                    otherFiles += 1
                }
            // For all else that looks like a font, opening it succeeds or gives a reason.
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

    /// Whether macOS uses a name for metadata that it stores beside files on other file systems and in archives.
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
        // An extension has at most two parts, as with compressed files.
        var end = name.endIndex
        for _ in 0..<2 {
            guard let dot = name[..<end].lastIndex(of: "."), dot != name.startIndex else { return false }
            if extensions.contains(name[name.index(after: dot)...].lowercased()) { return true }
            end = dot
        }
        return false
    }
}
