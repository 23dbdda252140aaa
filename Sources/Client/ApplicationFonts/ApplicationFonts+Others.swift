internal import CFontconfig

/// The application fonts that others have added: calls of fontconfig, and other copies of this library in the process.
extension ApplicationFonts {
    /// Describes the faces of the application fonts of some files.
    ///
    /// - Parameter isWanted: Whether a file is one of them, by its path.
    /// - Returns: The faces by the path of their file, in the order in which fontconfig lists them; none below another
    ///   root, where paths begin.
    package static func faces(ofFiles isWanted: (String) -> Bool) -> [(path: String, faces: [ApplicationFace])] {
        let found = try? withConfiguration { configuration, _ -> [(path: String, faces: [ApplicationFace])] in
            guard FcConfigGetSysRoot(configuration) == nil else { return [] }
            let patterns = ApplicationFontSet(of: configuration)?.patterns ?? []
            var known: Set<String> = []
            let paths = patterns.compactMap { file(of: $0) }.filter { isWanted($0) && known.insert($0).inserted }
            return paths.map { ($0, faces(patterns, of: $0)) }
        }
        return found ?? []
    }

    /// A number that changes with the application fonts, whoever adds or removes them.
    package static var fingerprint: Int {
        let fingerprint = try? withConfiguration { configuration, _ -> Int in
            var hasher = Hasher()
            for pattern in ApplicationFontSet(of: configuration)?.patterns ?? [] {
                hasher.combine(pattern)
                hasher.combine(file(of: pattern))
            }
            return hasher.finalize()
        }
        return fingerprint ?? 0
    }
}
