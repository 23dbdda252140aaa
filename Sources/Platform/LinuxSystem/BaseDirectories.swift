internal import SystemPackage

/// The directories that variables of the environment name.
///
/// Each is given in one spelling, without `//` and without `/` at its end, as environments have both: what Flatpak adds to
/// `$XDG_DATA_DIRS` is followed by `/usr/local/share/:/usr/share/`.
///
/// Source: XDG Base Directory Specification 0.8, "Environment variables".
package enum BaseDirectories {
    /// The directory that a variable names.
    ///
    /// - Parameter text: The value of the variable.
    /// - Returns: An absolute path; `nil` where the variable names none, or a relative one, which the specification has
    ///   ignored.
    package static func directory(_ text: String?) -> String? {
        guard let text, text.hasPrefix("/") else { return nil }
        return FilePath(text).string
    }

    /// The directories that a variable lists.
    ///
    /// - Parameters:
    ///   - text: The value of the variable.
    ///   - usual: The list that counts where the variable is missing or empty.
    /// - Returns: Absolute paths, the most important first, each once.
    package static func list(_ text: String?, otherwise usual: String) -> [String] {
        let listed = text.flatMap { $0.isEmpty ? nil : $0 } ?? usual
        var seen: Set<String> = []
        return listed.split(separator: ":").compactMap { directory(String($0)) }.filter { seen.insert($0).inserted }
    }
}
