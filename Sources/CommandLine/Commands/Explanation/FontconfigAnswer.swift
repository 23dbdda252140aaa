internal import DBus
package import FontModel
internal import LinuxSystem

/// The font that fontconfig gives to programs for a name, according to its own `fc-match`.
package struct FontconfigAnswer: Sendable, Equatable {
    /// The description of the font that a program asks for.
    package struct Question: Sendable, Equatable {
        /// The family.
        package var family: String
        /// The style within the family; `nil` for the regular one.
        package var style: String?
        /// The weight, 1 to 1000.
        package var weight: Double?
        /// The width, as a percentage of the normal width.
        package var width: Double?
        /// The slant.
        package var slant: FontSlant?

        /// Creates a question.
        package init(
            family: String, style: String? = nil, weight: Double? = nil, width: Double? = nil, slant: FontSlant? = nil
        ) {
            self.family = family
            self.style = style
            self.weight = weight
            self.width = width
            self.slant = slant
        }

        /// The same question for another family.
        func asking(for family: String) -> Question {
            var question = self
            question.family = family
            return question
        }

        /// The question as a pattern of fontconfig.
        package var pattern: String {
            var pattern = escaped(family)
            if let style { pattern += ":style=\(escaped(style))" }
            if let weight { pattern += ":weight=\(StyleDistance.fontconfigWeight(weight))" }
            if let width { pattern += ":width=\(width)" }
            switch slant {
            case .upright: pattern += ":roman"
            case .italic: pattern += ":italic"
            case .oblique: pattern += ":oblique"
            case nil: break
            }
            // Pango asks in the same way: a variable font that supports the weight is as good as a font that has it.
            return weight == nil && width == nil ? pattern : pattern + ":variable=dontcare"
        }
    }

    /// The file of the font.
    package let path: String
    /// The names of its family in every language; the name without weight and width comes first.
    package let families: [String]
    /// Its style.
    package let style: String
    /// Its full name.
    package let fullName: String
    /// Its PostScript name.
    package let postscriptName: String

    /// Its family.
    package var family: String { families.first ?? "" }

    private static let fields = ["file", "[]family{%{family}\t}", "style[0]", "fullname[0]", "postscriptname"]

    /// Creates an answer from the output of `fc-match`, which has a line for each field.
    package init?(_ output: String) {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= Self.fields.count, !lines[0].isEmpty else { return nil }
        path = PathText.text(ofNamed: lines[0])
        families = lines[1].split(separator: "\t").map(String.init)
        style = lines[2]
        fullName = lines[3]
        postscriptName = lines[4]
    }

    /// Asks fontconfig for a font.
    ///
    /// Blocks the thread, so call it only on a thread that may block.
    ///
    /// - Parameters:
    ///   - question: The description of the font.
    ///   - variables: Environment variables that are set in addition to those of this process.
    /// - Returns: The answer; `nil` if fontconfig finds no font at all.
    /// - Throws: An error if there is no `fc-match`, or if it failed.
    package static func ask(
        for question: Question, setting variables: [String: String]
    ) throws(CommandFailure) -> FontconfigAnswer? {
        let format = fields.map { "%{\($0)}\n" }.joined()
        return FontconfigAnswer(
            try FontconfigProgram(name: "fc-match").run(["--format", format, question.pattern], setting: variables))
    }

    /// A name, escaped for fontconfig's patterns.
    ///
    /// Source: fontconfig's FcNameParse.
    static func escaped(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if "\\-:,=".contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}

extension FontconfigAnswer {
    /// The answer as commands write it in JSON.
    var entries: [String: BusVariant] {
        [
            "family": BusVariant(family), "style": BusVariant(style), "full_name": BusVariant(fullName),
            "postscript_name": BusVariant(postscriptName), "file": BusVariant(path),
        ]
    }
}
