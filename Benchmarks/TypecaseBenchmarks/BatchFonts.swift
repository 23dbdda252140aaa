internal import FontModel
internal import LinuxSystem

/// The fonts that are registered together, by package, version, path and SHA-256, so that every run has the same.
struct BatchFonts {
    /// One line of the list.
    private struct Font {
        /// The package and its version, such as `fonts-noto-core=20201225-1`.
        var package: Substring
        /// Below the directory that the package is unpacked in, which has the package's name.
        var path: Substring
        var digest: Substring

        /// The end of the font's path on this machine.
        var location: String { "/\(package.prefix { $0 != "=" })/\(path)" }
    }

    private let list: String
    private let fonts: [Font]

    /// Reads a list.
    ///
    /// - Parameter list: The path of a file with a font in each line: `package=version path sha256`.
    /// - Throws: What is wrong with it.
    init(listedIn list: String) throws {
        self.list = list
        fonts = try String(decoding: try Files.read(list), as: UTF8.self).split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            guard words.count == 3, words[0].contains("=") else {
                throw BenchmarkFailure("\(list): no line of package=version, path and SHA-256: \(line)")
            }
            return Font(package: words[0], path: words[1], digest: words[2])
        }
        guard !fonts.isEmpty else { throw BenchmarkFailure("\(list) lists no font.") }
    }

    /// Takes the listed fonts out of others.
    ///
    /// - Parameter paths: All fonts.
    /// - Returns: The listed ones, in the order of the list, and all others.
    /// - Throws: Which one is missing or differs.
    func split(_ paths: [String]) throws -> (batch: [String], others: [String]) {
        var batch: [String] = []
        for font in fonts {
            guard let path = paths.first(where: { $0.hasSuffix(font.location) }) else {
                throw failure(font, "is missing")
            }
            let digest = try SealedMemory(copying: Files.open(path), limit: FontLimits.fileSize).digest.hexadecimal
            guard digest == font.digest else {
                throw failure(font, "differs: \(path) has the SHA-256 \(digest)")
            }
            batch.append(path)
        }
        let taken = Set(batch)
        return (batch, paths.filter { !taken.contains($0) })
    }

    private func failure(_ font: Font, _ problem: String) -> BenchmarkFailure {
        BenchmarkFailure(
            """
            The font \(font.path) of \(font.package), which \(list) lists, \(problem). Delete the directory of the package in \
            the benchmarks' cache, so that this version is downloaded again.
            """)
    }
}
