internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// The names of the packages about which the user has decided; the decisions identify them by digests.
///
/// It is a note with a digest and a name on each line, because the name cannot be derived from the digest.
struct PackageNames: Sendable {
    private let note: SmallFile

    /// Creates the object without reading or writing the note.
    init(path: String) { note = SmallFile(path: path) }

    /// Reads the names by digest; blocks.
    ///
    /// A name that does not match its digest is omitted.
    func read() -> [FontDigest: String] {
        var names: [FontDigest: String] = [:]
        for line in ((try? note.read()) ?? nil)?.split(separator: "\n") ?? [] {
            let words = line.split(separator: " ")
            guard words.count == 2, let digest = FontDigest(hexadecimal: String(words[0])),
                digest == PackageInstallation.digest(of: String(words[1]))
            else { continue }
            names[digest] = String(words[1])
        }
        return names
    }

    /// Adds names, and removes those without a decision; blocks.
    ///
    /// - Parameters:
    ///   - added: The names to add.
    ///   - decided: The digests for which there are decisions.
    /// - Throws: The system error.
    func note(_ added: [String], among decided: Set<FontDigest>) throws(Errno) {
        var names = read().filter { decided.contains($0.key) }
        let before = names
        for name in added { names[PackageInstallation.digest(of: name)] = name }
        guard names != before || !added.isEmpty else { return }
        let lines = names.sorted { $0.value < $1.value }.map { "\($0.key.hexadecimal) \($0.value)\n" }
        try note.replace(with: lines.joined())
    }
}
