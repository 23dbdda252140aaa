package import ArgumentParser
internal import LinuxSystem

/// What may stand on the command line of `adopt`: the runs that can be undone after `--undo`, and files otherwise.
///
/// Shells know files better, but each argument is completed by them or by this program alone.
package enum AdoptionCompletion {
    /// The variable in which a shell's script says which shell it is for.
    private static let shellVariable = "SAP_SHELL"

    /// How the argument parser has a shell ask for the candidates.
    package static var kind: CompletionKind {
        .custom { words, _, prefix in candidates(for: prefix, after: words, ProcessEnvironment.variables) }
    }

    /// The candidates that begin with a text.
    ///
    /// - Parameters:
    ///   - prefix: What there is of the word; a quotation mark before it is passed over.
    ///   - words: All words of the command line.
    ///   - variables: The environment.
    /// - Returns: The candidates in order; without what the shell might take for something else.
    package static func candidates(
        for prefix: String, after words: [String], _ variables: [String: String]
    ) -> [String] {
        let prefix = String(prefix.drop { $0 == "\"" || $0 == "'" })
        guard let places = try? UserPlaces(variables) else { return [] }
        let all = words.contains("--undo") ? AdoptionStore.runs(in: places.adopted) : files(prefix, places)
        let fitting = all.filter { $0.hasPrefix(prefix) && !$0.contains("\n") }
        return variables[shellVariable] == "bash" ? fitting.map(quoted) : fitting.filter(isHarmless)
    }

    /// What lies in the directory that a path is about, hidden files only where the path names one.
    private static func files(_ prefix: String, _ places: UserPlaces) -> [String] {
        let directory = prefix.lastIndex(of: "/").map { prefix[...$0] } ?? ""
        let path =
            directory.hasPrefix("~/")
            ? UserPlaces.joined(places.home, String(directory.dropFirst(2))) : String(directory)
        let names = (try? FileSystem.names(in: path.isEmpty ? "." : path)) ?? []
        let isAboutHidden = prefix.dropFirst(directory.count).hasPrefix(".")
        return names.sorted().filter { isAboutHidden || !$0.hasPrefix(".") }.map { directory + $0 }
    }

    /// A candidate for bash, which expands what it is given to complete with, and takes off such quotation marks.
    private static func quoted(_ candidate: String) -> String {
        candidate.reduce(into: "") { text, character in
            if !character.isLetter, !character.isNumber { text.append("\\") }
            text.append(character)
        }
    }

    /// Whether a shell takes a path for what it is; see ``ServiceCompletion/isHarmless(_:)``.
    private static func isHarmless(_ path: String) -> Bool {
        let relative = path.hasPrefix("~/") ? path.dropFirst(2) : path[...]
        return relative.split(separator: "/").allSatisfy { ServiceCompletion.isHarmless(String($0)) }
    }
}
