package import ArgumentParser
internal import LinuxSystem

/// Completes the arguments of `adopt`: with the runs that can be undone after `--undo`, otherwise with files.
///
/// Shells complete files better, but an argument is completed either by the shell or by this program.
package enum AdoptionCompletion {
    /// The variable in which a completion script names its shell.
    private static let shellVariable = "SAP_SHELL"

    /// The completion kind through which shells ask this program for the candidates.
    package static var kind: CompletionKind {
        .custom { words, _, prefix in candidates(for: prefix, after: words, ProcessEnvironment.variables) }
    }

    /// The candidates that begin with a text.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the word; a quotation mark before it is ignored.
    ///   - words: All words of the command line.
    ///   - variables: The environment.
    /// - Returns: The candidates in order, without those that the shell might misinterpret.
    package static func candidates(
        for prefix: String, after words: [String], _ variables: [String: String]
    ) -> [String] {
        let prefix = String(prefix.drop { $0 == "\"" || $0 == "'" })
        guard let places = try? UserPlaces(variables) else { return [] }
        let all = words.contains("--undo") ? AdoptionStore.runs(in: places.adopted) : files(prefix, places)
        let fitting = all.filter { $0.hasPrefix(prefix) && !$0.contains("\n") }
        return variables[shellVariable] == "bash" ? fitting.map(quoted) : fitting.filter(isHarmless)
    }

    /// The entries of the directory that a path is in.
    ///
    /// Hidden files are included only if the last part of the path begins with a dot.
    private static func files(_ prefix: String, _ places: UserPlaces) -> [String] {
        let directory = prefix.lastIndex(of: "/").map { prefix[...$0] } ?? ""
        let path =
            directory.hasPrefix("~/")
            ? UserPlaces.joined(places.home, String(directory.dropFirst(2))) : String(directory)
        let names = (try? FileSystem.names(in: path.isEmpty ? "." : path)) ?? []
        let isAboutHidden = prefix.dropFirst(directory.count).hasPrefix(".")
        return names.sorted().filter { isAboutHidden || !$0.hasPrefix(".") }.map { directory + $0 }
    }

    /// A candidate quoted for bash, which expands the candidates and removes such quotation marks.
    private static func quoted(_ candidate: String) -> String {
        candidate.reduce(into: "") { text, character in
            if !character.isLetter, !character.isNumber { text.append("\\") }
            text.append(character)
        }
    }

    /// Whether a shell takes a path literally; see ``ServiceCompletion/isHarmless(_:)``.
    private static func isHarmless(_ path: String) -> Bool {
        let relative = path.hasPrefix("~/") ? path.dropFirst(2) : path[...]
        return relative.split(separator: "/").allSatisfy { ServiceCompletion.isHarmless(String($0)) }
    }
}
