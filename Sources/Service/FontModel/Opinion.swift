/// One judge of fonts, and whether it was heard.
package struct Opinion: Sendable, Hashable {
    /// Who looks at fonts.
    package enum Judge: String, Sendable, Hashable, CaseIterable {
        /// Our own checks.
        case typecase
        /// The library that programs draw with.
        case freetype
        /// The library that programs shape text with.
        case harfbuzz
        /// The library that programs find fonts with.
        case fontconfig
        /// The OpenType Sanitizer, which browsers hold fonts against.
        case ots

        /// What it is called.
        package var displayName: String {
            switch self {
            case .typecase: "Typecase"
            case .freetype: "FreeType"
            case .harfbuzz: "HarfBuzz"
            case .fontconfig: "fontconfig"
            case .ots: "OpenType Sanitizer"
            }
        }
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

    /// The opinion that our own checks are always heard with; the version has that of the rules as build metadata, such as
    /// `0.1.0+rules.2`.
    package static let own = Opinion(
        .typecase, version: "\(TypecaseVersion.current)+rules.\(ValidationRules.version)")

    /// Who was heard in which version, in one line that is the same for the same judges.
    ///
    /// Kept with a font, it tells whether another judge, or another version of one, would have to look at it again.
    ///
    /// - Parameter opinions: The opinions on a font.
    /// - Returns: The judges that were heard and their versions, such as `freetype 2.12.1, typecase 0.1.0+rules.2`;
    ///   empty where none was.
    package static func heard(_ opinions: [Opinion]) -> String {
        opinions.filter(\.isHeard).map { "\($0.judge.rawValue) \($0.version)" }.sorted().joined(separator: ", ")
    }
}
