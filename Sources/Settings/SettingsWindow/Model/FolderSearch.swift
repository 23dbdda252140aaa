internal import LinuxSystem

/// Finds the font files in a folder, as the command line does.
enum FolderSearch {
    /// The extensions, in lower case, of files that are tried.
    private static let extensions: Set<String> = ["ttf", "otf", "ttc", "otc", "otb", "dfont"]
    /// The maximum depth, because some file systems have endless trees.
    private static let maximumDepth = 64
    /// The maximum number of files, which is more than one change can contain.
    private static let maximumCount = 20_000

    /// Searches outside the main thread.
    ///
    /// - Parameter folder: The path of the folder.
    /// - Returns: The paths of the files, sorted; `nil` if the folder cannot be read.
    @concurrent
    static func files(in folder: String) async -> [String]? {
        guard (try? FileSystem.names(in: folder)) != nil else { return nil }
        var found: [String] = []
        search(folder, depth: 0, &found)
        return found
    }

    private static func search(_ folder: String, depth: Int, _ found: inout [String]) {
        guard depth < maximumDepth, !Task.isCancelled, let names = try? FileSystem.names(in: folder) else { return }
        // On other file systems, macOS stores metadata in files with such names.
        for name in names.sorted() where !name.hasPrefix("._") && name != "__MACOSX" && found.count < maximumCount {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            switch (try? FileStatus(path: path))?.kind {
            case .directory: search(path, depth: depth + 1, &found)
            // A link in a folder may lead back to the folder, or to another disk.
            case .symbolicLink, nil: continue
            default: if hasFontExtension(name) { found.append(path) }
            }
        }
    }

    private static func hasFontExtension(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
}
