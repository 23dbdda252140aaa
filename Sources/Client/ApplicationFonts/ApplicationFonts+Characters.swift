internal import CFontconfig

extension ApplicationFonts {
    /// Counts the characters for which the faces of a file have no glyphs, without adding the faces; blocks.
    ///
    /// - Parameters:
    ///   - characters: The characters.
    ///   - path: The absolute path.
    /// - Returns: The number of characters that each face lacks, by the index of the face.
    /// - Throws: ``Failure/noFace``.
    package static func countMissing(
        of characters: Set<Unicode.Scalar>, inFileAt path: String
    ) throws(Failure) -> [Int: Int] {
        try ScannedFont(path: path).withPatterns { set in
            var counts: [Int: Int] = [:]
            for pattern in patterns(set) {
                let index = Int(integer(pattern, FC_INDEX) ?? 0)
                // The upper half of the index is the number of a named instance, which has the characters of the face.
                guard index >> 16 == 0, counts[index] == nil else { continue }
                var covered: OpaquePointer?
                guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &covered) == FcResultMatch, let covered else {
                    counts[index] = characters.count
                    continue
                }
                counts[index] = characters.count { FcCharSetHasChar(covered, $0.value) == 0 }
            }
            return counts
        }
    }
}
