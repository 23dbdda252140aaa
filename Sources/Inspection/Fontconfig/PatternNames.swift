internal import CFontconfig
package import FontModel

/// The names that fontconfig has for a face, by which programs find and show it, in fontconfig's order.
///
/// Among names of the same kind, those for Windows come before those of Unicode, of the Macintosh and of ISO. For each
/// platform, the typographic family comes before the style-linked one. If a font has no style, full name or PostScript
/// name, fontconfig generates one. Registered fonts and system fonts get their names from here.
package struct PatternNames: Sendable, Equatable {
    /// The families.
    package var families: [LocalizedName]
    /// The styles.
    package var styles: [LocalizedName]
    /// The full names.
    package var fullNames: [LocalizedName]
    /// The PostScript name.
    package var postscriptName: String

    /// Creates the names of a pattern: unchecked text.
    init(_ pattern: Pattern) {
        families = Self.names(pattern, FC_FAMILY, FC_FAMILYLANG, .family)
        styles = Self.names(pattern, FC_STYLE, FC_STYLELANG, .style)
        fullNames = Self.names(pattern, FC_FULLNAME, FC_FULLNAMELANG, .full)
        postscriptName = pattern.string(FC_POSTSCRIPT_NAME) ?? ""
    }

    private static func names(
        _ pattern: Pattern, _ object: String, _ languageObject: String, _ kind: LocalizedName.Kind
    ) -> [LocalizedName] {
        let languages = pattern.strings(languageObject).map(LanguageCoverage.canonical)
        return pattern.strings(object).enumerated().compactMap { number, value in
            guard !value.isEmpty else { return nil }
            return LocalizedName(
                kind: kind, language: number < languages.count ? languages[number] : "und", value: value)
        }
    }

    /// The names of an unchecked font in a form that can be shown.
    ///
    /// They have no control characters and are cut to the length of a name.
    var presentable: PatternNames {
        func presentable(_ names: [LocalizedName]) -> [LocalizedName] {
            names.compactMap { name in
                let value = Self.presentable(name.value)
                return value.isEmpty
                    ? nil : LocalizedName(kind: name.kind, language: name.language, value: value)
            }
        }
        var names = self
        names.families = presentable(families)
        names.styles = presentable(styles)
        names.fullNames = presentable(fullNames)
        names.postscriptName = Self.presentable(postscriptName)
        return names
    }

    /// Returns an unchecked text without control characters, and cut to the length of a name.
    static func presentable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            size += UTF8.width(scalar)
            if size > FontLimits.nameLength { break }
            result.append(scalar)
        }
        return String(result)
    }
}

extension FaceDescription {
    /// Gives a face the names that fontconfig lists first.
    ///
    /// - Parameters:
    ///   - found: The names from fontconfig.
    ///   - linkedFamily: The style-linked family, if the font itself was read. Otherwise, it is the second family in
    ///     the language of the first, because fontconfig does not distinguish them.
    package mutating func takeNames(_ found: PatternNames, linkedFamily: String? = nil) {
        let first = found.families.first
        let key = first?.value.fontNameKey
        let linked: String?
        if let linkedFamily {
            linked = linkedFamily.fontNameKey == key ? nil : linkedFamily
        } else {
            linked = found.families.dropFirst().first { $0.language == first?.language }?.value
        }
        typographicFamily = linked == nil ? nil : first?.value
        family = linked ?? first?.value ?? ""
        style = found.styles.first?.value ?? ""
        fullName = found.fullNames.first?.value ?? ""
    }
}
