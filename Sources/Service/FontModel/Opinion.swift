/// One validator of fonts, and whether it examined a font.
package struct Opinion: Sendable, Hashable {
    /// A validator that examines fonts.
    package enum Judge: String, Sendable, Hashable, CaseIterable {
        /// The service's own checks.
        case typecase
        /// The library with which programs draw text.
        case freetype
        /// The library with which programs shape text.
        case harfbuzz
        /// The library with which programs find fonts.
        case fontconfig
        /// The OpenType Sanitizer, with which browsers check fonts.
        case ots

        /// The display name.
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

    /// The validator.
    package var judge: Judge
    /// The validator's version; empty if unknown.
    package var version: String
    /// Why the validator did not examine the font; `nil` if it did.
    package var silence: String?

    /// Creates an opinion.
    package init(_ judge: Judge, version: String, silence: String? = nil) {
        self.judge = judge
        self.version = version
        self.silence = silence
    }

    /// Whether the validator examined the font.
    package var isHeard: Bool { silence == nil }

    /// The opinion of the service's own checks, which are always run.
    ///
    /// Its version contains the version of the rules as build metadata, such as `0.1.0+rules.2`.
    package static let own = Opinion(
        .typecase, version: "\(TypecaseVersion.current)+rules.\(ValidationRules.version)")

    /// Returns the validators that examined a font, with their versions, in one line.
    ///
    /// The line is always the same for the same validators.
    ///
    /// It is stored with a font and shows whether another validator, or another version of one, would have to examine
    /// the font.
    ///
    /// - Parameter opinions: The opinions on a font.
    /// - Returns: The validators and their versions, such as `freetype 2.12.1, typecase 0.1.0+rules.2`; empty if there
    ///   was none.
    package static func heard(_ opinions: [Opinion]) -> String {
        opinions.filter(\.isHeard).map { "\($0.judge.rawValue) \($0.version)" }.sorted().joined(separator: ", ")
    }
}
