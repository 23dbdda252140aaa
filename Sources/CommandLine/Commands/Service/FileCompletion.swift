internal import LinuxSystem

/// The files that may stand on a command line beside the names of fonts.
///
/// A shell that is given names to complete with completes no files any more.
enum FileCompletion {
    /// The directories, and the files called like fonts, that begin with a path.
    ///
    /// - Parameter prefix: What there is of the path, with a slash.
    /// - Returns: The paths that a shell takes for what they are, sorted; those of directories end with a slash.
    static func fonts(for prefix: String) -> [String] {
        guard let slash = prefix.lastIndex(of: "/") else { return [] }
        let directory = String(prefix[...slash])
        let start = prefix[prefix.index(after: slash)...]
        let names = (try? FileSystem.names(in: directory)) ?? []
        return names.filter { name in
            name.hasPrefix(start) && (!name.hasPrefix(".") || start.hasPrefix("."))
        }.sorted().compactMap { name in
            let path = directory + name
            let candidate =
                UserPlaces.isDirectory(path) ? path + "/" : FontFileSearch.hasFontExtension(name) ? path : ""
            return ServiceCompletion.isHarmless(candidate) ? candidate : nil
        }
    }
}
