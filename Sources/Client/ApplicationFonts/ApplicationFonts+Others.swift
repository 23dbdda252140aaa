internal import CFontconfig

/// Access to the application fonts that other code in the process has added.
///
/// The other code calls fontconfig directly, or is another copy of this library.
extension ApplicationFonts {
    /// Describes the faces of the application fonts of some files.
    ///
    /// - Parameter isWanted: Returns whether the faces of a file are wanted, by its path.
    /// - Returns: The faces by the path of their file, in fontconfig's order. There are none in a configuration with
    ///   another root, to which paths are relative.
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

    /// A number that changes with the application fonts, regardless of which code adds or removes them.
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
