/// What the OpenType Sanitizer makes of a font.
package struct SecondOpinion: Sendable, Hashable {
    /// Its judgement.
    package enum Verdict: Sendable, Hashable {
        /// It finds nothing that makes the font unfit for use.
        case accepted
        /// It would not let the font pass, for this reason; empty where it gives none.
        case rejected(reason: String)
        /// It was not asked, for this reason.
        case unheard(String)
    }

    /// The judgement.
    package var verdict: Verdict
    /// The sanitizer's version; empty where it is not known.
    package var version: String

    /// Creates an opinion.
    package init(_ verdict: Verdict, version: String) {
        self.verdict = verdict
        self.version = version
    }
}
