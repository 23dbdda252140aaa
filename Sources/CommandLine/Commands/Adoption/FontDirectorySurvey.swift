internal import FontModel
package import LinuxSystem
internal import SystemPackage

/// What lies in directories of fonts, as fontconfig comes across it: whatever begins with a dot is passed over.
package struct FontDirectorySurvey: Sendable {
    /// How deep directories are searched: a bound for trees that do not end, such as some file systems make up.
    package static let maximumDepth = 64

    /// Something in a directory.
    package struct Entry: Sendable, Equatable {
        /// The path, spelled as the root was.
        package var path: String
        /// What `lstat` says of it.
        package var status: FileStatus
    }

    /// The directories, the roots among them, each before what is in it.
    package private(set) var directories: [Entry] = []
    /// The regular files.
    package private(set) var files: [Entry] = []
    /// The symbolic links, which are not followed.
    package private(set) var links: [Entry] = []
    /// The directories that could not be read, or lie too deep, and whatever else could not be looked at.
    package private(set) var unreadable: [String] = []

    private let excluded: [String]
    private var seen: Set<String> = []

    /// Surveys directories, sorted by name; one that is reached twice is surveyed once.
    ///
    /// - Parameters:
    ///   - roots: Absolute paths. A root that is a symbolic link is followed, a missing one passed over.
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
                // What has gone meanwhile is not there to be read.
                if error != .noSuchFileOrDirectory { unreadable.append(path) }
                continue
            }
            switch entry.status.kind {
            case .directory: visit(entry, depth: depth + 1)
            case .regular: files.append(entry)
            case .symbolicLink: links.append(entry)
            // fontconfig makes nothing of these either.
            case .fifo, .socket, .characterDevice, .blockDevice, .unknown: break
            }
        }
    }
}
