/// The opinion of the OpenType Sanitizer on a font.
package struct SecondOpinion: Sendable, Hashable {
    /// The verdict of the sanitizer.
    package enum Verdict: Sendable, Hashable {
        /// The sanitizer finds nothing that makes the font unfit for use.
        case accepted
        /// The sanitizer rejects the font for this reason; empty if it gives none.
        case rejected(reason: String)
        /// The sanitizer was not asked, for this reason.
        case unheard(String)
    }

    /// The verdict.
    package var verdict: Verdict
    /// The version of the sanitizer; empty if it is not known.
    package var version: String

    /// Creates an opinion.
    package init(_ verdict: Verdict, version: String) {
        self.verdict = verdict
        self.version = version
    }
}
