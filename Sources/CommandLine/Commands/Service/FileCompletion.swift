internal import LinuxSystem

/// Completes files on a command line that also accepts names of fonts.
///
/// A shell that gets names as candidates no longer completes files itself.
enum FileCompletion {
    /// The directories, and the files with names of font files, whose paths begin with a prefix.
    ///
    /// - Parameter prefix: The beginning of the path, with a slash.
    /// - Returns: The sorted paths that a shell uses unchanged; those of directories end with a slash.
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
