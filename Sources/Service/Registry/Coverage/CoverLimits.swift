/// The limits of questions about the faces that cover a text.
package enum CoverLimits {
    /// The maximum number of bytes of the text, as UTF-8.
    ///
    /// Its distinct characters are enough for a question, and no script has so many of them.
    package static let textBytes = 1 << 20
    /// The maximum number of distinct grapheme clusters: about three times the ideographs of a large Chinese font.
    package static let clusters = 60_000
    /// The maximum number of scalars of a grapheme cluster; longer clusters are divided.
    ///
    /// It is twice the maximum of the stream-safe format in UAX #15.
    package static let clusterScalars = 64
    /// The maximum number of grapheme clusters in one list of an answer.
    package static let listedClusters = 1000
    /// The maximum number of faces in one list of an answer.
    package static let listedFaces = 1000
    /// The maximum number of preferred families.
    package static let families = 32
    /// The maximum number of candidates for which every set is tried: 4,096 sets.
    package static let exactCandidates = 12
}
