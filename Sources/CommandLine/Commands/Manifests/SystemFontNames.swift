internal import FontModel
internal import LinuxSystem

/// The names of the fonts of this system, as fontconfig's own `fc-list` lists them.
package struct SystemFontNames: Sendable {
    /// The files, by the keys of the names.
    private let files: [String: String]

    /// Creates the names from the output of `fc-list`.
    ///
    /// Each line has a path, a PostScript name and full names, separated by tabs.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - roots: The directories of published fonts, which are not system fonts.
    package init(_ output: String, besides roots: [String]) {
        var files: [String: String] = [:]
        for line in output.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 3, !roots.contains(where: { UserPlaces.contains($0, fields[0]) }) else { continue }
            for name in [fields[1]] + fields[2].split(separator: ",").map(String.init) where !name.isEmpty {
                files[name.fontNameKey] = files[name.fontNameKey] ?? fields[0]
            }
        }
        self.files = files
    }

    /// Asks fontconfig.
    ///
    /// - Parameter variables: The environment of this process.
    /// - Returns: The names; `nil` if `fc-list` is not available.
    static func ask(_ variables: [String: String]) async -> SystemFontNames? {
        guard let roots = try? UserPlaces(variables).publishedRoots,
            let output = try? await FontconfigProgram.threads.run({
                try FontconfigProgram(name: "fc-list").run(
                    ["--format", "%{file}\\t%{postscriptname}\\t%{fullname}\\n"], setting: variables)
            })
        else { return nil }
        return SystemFontNames(output, besides: roots)
    }

    /// The first of some names that a system font has, with the font's file; `nil` if there is none.
    package func holder(of names: some Sequence<String>) -> (name: String, path: String)? {
        for name in names.sorted() {
            if let path = files[name.fontNameKey] { return (name, PathText.text(ofNamed: path)) }
        }
        return nil
    }
}
