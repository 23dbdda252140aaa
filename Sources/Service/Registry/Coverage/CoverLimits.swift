/// The limits of a question for faces that cover a text.
package enum CoverLimits {
    /// The most bytes of the text, as UTF-8; its distinct characters are enough, and no script has as many.
    package static let textBytes = 1 << 20
    /// The most distinct grapheme clusters of the text: about three times the ideographs of a large Chinese font.
    package static let clusters = 60_000
    /// The most scalars of one grapheme cluster, twice those of the longest that UAX #15 calls stream-safe; longer ones
    /// are divided.
    package static let clusterScalars = 64
    /// The most grapheme clusters of one list of an answer.
    package static let listedClusters = 1000
    /// The most faces of one list of an answer.
    package static let listedFaces = 1000
    /// The most families that are preferred.
    package static let families = 32
    /// The most candidates among which every set is tried: 4,096 sets.
    package static let exactCandidates = 12
}
