internal import FontModel
internal import Glibc
package import LinuxSystem
internal import Localization
internal import SystemPackage

/// Finds the loose fonts that the arguments of `adopt` stand for, and records what it skips.
package struct LooseFontSearch: Sendable {
    /// A file that may be a font.
    package struct Candidate: Sendable, Equatable {
        /// The absolute path, in which no directory is a link.
        package var path: String
        /// The result of `lstat` for the file.
        package var status: FileStatus
    }

    /// The files, in the order of the arguments, sorted within a directory; each once.
    package private(set) var candidates: [Candidate] = []
    /// The symbolic links, which stay where they are.
    package private(set) var links: [String] = []
    /// The number of files that are not fonts.
    package private(set) var others = 0
    /// The files and directories that could not be examined.
    package private(set) var failures: [CommandFailure] = []

    private let excluded: [String]
    private var seen: Set<String> = []

    /// Creates the results of a search.
    ///
    /// - Parameters:
    ///   - arguments: Files, which are accepted whatever they contain, and directories, which are searched for files
    ///     that begin like fonts.
    ///   - excluded: Typecase's own directories, which are never searched.
    package init(_ arguments: [String], excluding excluded: [String]) {
        self.excluded = excluded.compactMap { try? FileSystem.resolved($0) }
        for argument in arguments { search(argument) }
    }

    private mutating func search(_ argument: String) {
        let argument = PathText.text(ofNamed: argument)
        do throws(Errno) {
            // A link to a directory stands for the directory; a link to a file is treated as a link.
            let status = try FileStatus(path: argument)
            if UserPlaces.isDirectory(argument) {
                try search(directory: FileSystem.resolved(argument))
                return
            }
            let path = try Self.resolvedParent(of: argument)
            switch status.kind {
            case .regular: add(path, status, isNamed: true)
            case .symbolicLink: links.append(path)
            default:
                failures.append(
                    CommandFailure(
                        .failure, code: .insufficientPermissions, localized("Not a regular file."), item: argument))
            }
        } catch {
            let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
            failures.append(
                isMissing
                    ? CommandFailure(
                        .notFound, code: .fileNotFound, localized("There is no such file."), item: argument)
                    : CommandFailure(.failure, code: .insufficientPermissions, "\(error).", item: argument))
        }
    }

    private mutating func search(directory: String) {
        let survey = FontDirectorySurvey([directory], excluding: excluded)
        for file in survey.files { add(file.path, file.status, isNamed: false) }
        links += survey.links.map(\.path)
        failures += survey.unreadable.map {
            CommandFailure(.failure, code: .insufficientPermissions, localized("Cannot be searched."), item: $0)
        }
    }

    private mutating func add(_ path: String, _ status: FileStatus, isNamed: Bool) {
        guard !excluded.contains(where: { UserPlaces.contains($0, path) }) else {
            failures.append(
                CommandFailure(
                    .failure, code: .alreadyRegistered,
                    localized("Already managed by Typecase."), item: path))
            return
        }
        guard isNamed || FontSignature.isFont(path) else {
            others += 1
            return
        }
        if seen.insert(path).inserted { candidates.append(Candidate(path: path, status: status)) }
    }

    /// The path with the links in its directory resolved, but not a link at its end.
    private static func resolvedParent(of path: String) throws(Errno) -> String {
        guard let slash = path.lastIndex(of: "/") else { return UserPlaces.joined(try FileSystem.resolved("."), path) }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        return UserPlaces.joined(try FileSystem.resolved(directory), String(path[path.index(after: slash)...]))
    }
}
