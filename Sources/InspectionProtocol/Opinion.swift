/// One judge of a font, and whether it was heard.
package struct Opinion: Sendable, Hashable {
    /// Who looks at fonts.
    package enum Judge: String, Sendable, Hashable, CaseIterable {
        /// The library that programs draw with.
        case freetype
        /// The library that programs shape text with.
        case harfbuzz
        /// The library that programs find fonts with.
        case fontconfig
        /// The OpenType Sanitizer, which browsers hold fonts against.
        case ots
    }

    /// The judge.
    package var judge: Judge
    /// The judge's version; empty where it is not known.
    package var version: String
    /// Why it was not heard; `nil` where it was.
    package var silence: String?

    /// Creates an opinion.
    package init(_ judge: Judge, version: String, silence: String? = nil) {
        self.judge = judge
        self.version = version
        self.silence = silence
    }

    /// Whether it was heard.
    package var isHeard: Bool { silence == nil }
}

/// What the OpenType Sanitizer makes of a font.
package struct SecondOpinion: Sendable, Hashable {
    /// Its judgement.
    package enum Verdict: Sendable, Hashable {
        /// It finds nothing that makes the font unfit for use.
        case accepted
        /// It would not let the font pass.
        case rejected
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
