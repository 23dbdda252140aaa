internal import SystemPackage

/// The directories that environment variables name.
///
/// Each path is normalised to one spelling, without `//` and without a trailing `/`, because environments contain both
/// spellings: what Flatpak adds to `$XDG_DATA_DIRS` is followed by `/usr/local/share/:/usr/share/`.
///
/// Source: XDG Base Directory Specification 0.8, "Environment variables".
package enum BaseDirectories {
    /// The directory that a variable names.
    ///
    /// - Parameter text: The value of the variable.
    /// - Returns: An absolute path; `nil` if the variable names no path or a relative one, which the specification says
    ///   to ignore.
    package static func directory(_ text: String?) -> String? {
        guard let text, text.hasPrefix("/") else { return nil }
        return FilePath(text).string
    }

    /// The directories that a variable lists.
    ///
    /// - Parameters:
    ///   - text: The value of the variable.
    ///   - usual: The list to use if the variable is not set or empty.
    /// - Returns: Absolute paths without duplicates, the most important first.
    package static func list(_ text: String?, otherwise usual: String) -> [String] {
        let listed = text.flatMap { $0.isEmpty ? nil : $0 } ?? usual
        var seen: Set<String> = []
        return listed.split(separator: ":").compactMap { directory(String($0)) }.filter { seen.insert($0).inserted }
    }
}
