internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// The packages of the distribution that decisions of the user are about, which are known by digests.
///
/// A note of lines with a digest and a name: a digest alone does not tell the name.
struct PackageNames: Sendable {
    private let note: SmallFile

    /// Names the note; nothing is read or written.
    init(path: String) { note = SmallFile(path: path) }

    /// The names by the digests; blocks.
    ///
    /// A name that has another digest is left out.
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

    /// Adds names, and forgets those that no decision is about any more; blocks.
    ///
    /// - Parameters:
    ///   - added: The names to add.
    ///   - decided: The digests that decisions are about.
    /// - Throws: What the system said.
    func note(_ added: [String], among decided: Set<FontDigest>) throws(Errno) {
        var names = read().filter { decided.contains($0.key) }
        let before = names
        for name in added { names[PackageInstallation.digest(of: name)] = name }
        guard names != before || !added.isEmpty else { return }
        let lines = names.sorted { $0.value < $1.value }.map { "\($0.key.hexadecimal) \($0.value)\n" }
        try note.replace(with: lines.joined())
    }
}
