internal import FontModel
package import LinuxSystem
internal import SystemPackage

/// The contents of font directories as fontconfig finds them: names that begin with a dot are ignored.
package struct FontDirectorySurvey: Sendable {
    /// The depth to which directories are searched: a limit for endless trees, which some file systems generate.
    package static let maximumDepth = 64

    /// An entry of a directory.
    package struct Entry: Sendable, Equatable {
        /// The path, spelled as the root was.
        package var path: String
        /// The result of `lstat`.
        package var status: FileStatus
    }

    /// The directories, including the roots, each before its contents.
    package private(set) var directories: [Entry] = []
    /// The regular files.
    package private(set) var files: [Entry] = []
    /// The symbolic links, which are not followed.
    package private(set) var links: [Entry] = []
    /// The directories that could not be read or are too deep, and all other entries that could not be examined.
    package private(set) var unreadable: [String] = []

    private let excluded: [String]
    private var seen: Set<String> = []

    /// Surveys directories, sorted by name; a directory that is reached twice is surveyed once.
    ///
    /// - Parameters:
    ///   - roots: Absolute paths. A root that is a symbolic link is followed; a missing root is ignored.
    ///   - excluded: Directories to leave out with everything in them, as the roots spell them.
    package init(_ roots: [String], excluding excluded: [String] = []) {
        self.excluded = excluded
        for root in roots {
            guard let status = try? FileStatus(path: root, followsLinks: true), status.kind == .directory else {
                continue
            }
            visit(Entry(path: root, status: status), depth: 0)
        }
    }

    private mutating func visit(_ directory: Entry, depth: Int) {
        guard !excluded.contains(directory.path),
            seen.insert("\(directory.status.device):\(directory.status.stamp.inode)").inserted
        else { return }
        directories.append(directory)
        guard depth < Self.maximumDepth,
            let names = try? FileSystem.names(in: directory.path).sorted()
        else {
            unreadable.append(directory.path)
            return
        }
        for name in names where !name.hasPrefix(".") {
            let path = UserPlaces.joined(directory.path, name)
            let entry: Entry
            do throws(Errno) {
                entry = Entry(path: path, status: try FileStatus(path: path))
            } catch {
                // An entry that has been removed meanwhile does not count as unreadable.
                if error != .noSuchFileOrDirectory { unreadable.append(path) }
                continue
            }
            switch entry.status.kind {
            case .directory: visit(entry, depth: depth + 1)
            case .regular: files.append(entry)
            case .symbolicLink: links.append(entry)
            // fontconfig ignores these as well.
            case .fifo, .socket, .characterDevice, .blockDevice, .unknown: break
            }
        }
    }
}
