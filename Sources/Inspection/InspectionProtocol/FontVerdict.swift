package import FontModel

/// The verdict on one file at a level, with the rules and codes of Apple's font validator (TN3214), as reports show it.
package struct FontVerdict: Sendable, Equatable {
    /// A rule that a face breaks.
    package struct Issue: Sendable, Equatable {
        /// The name of the rule.
        package var rule: String
        /// The most severe code of the findings.
        package var code: ValidationCode
        /// The messages of the findings.
        package var messages: [String]
    }

    /// The findings in one face.
    package struct Face: Sendable, Equatable {
        /// The outline format; `nil` if it could not be determined.
        package var format: FontFormat?
        /// The PostScript name; `nil` if it could not be read.
        package var name: String?
        /// The typographic family, as the designer intended it; empty if none could be read.
        package var family = ""
        /// The weight, 1 to 1000.
        package var weight = 400.0
        /// The width, as a percentage of the normal width.
        package var width = 100.0
        /// The slope.
        package var slant = FontSlant.upright
        /// Whether the face has variation axes.
        package var isVariable = false
        /// The rules that the face breaks, whether or not they count at the level.
        package var issues: [Issue]
        /// The warnings.
        package var warnings: [Issue]
    }

    /// Whether the file passes at the level.
    ///
    /// This depends on which findings count, whatever their codes are.
    package var passes: Bool
    /// Whether the file could be registered.
    package var isInstallable: Bool
    /// Whether web browsers show the font, as far as is known.
    package var isBrowserSafe: Bool
    /// The most severe code.
    package var code: ValidationCode
    /// The format of the file; `nil` if the file is not a font.
    package var format: FontFormat?
    /// The faces, in the order of the file; a single face without a name if none could be read.
    package var faces: [Face]
    /// The validators that gave an opinion, with their versions, and why others did not.
    ///
    /// The list is empty if the check ended earlier.
    package var opinions: [Opinion]

    /// The names by which programs can ask for the font: the PostScript and full names and the families of its faces.
    package var names: Set<String> = []
    /// The name of an asset of the font.
    ///
    /// This is the PostScript name of a single face, or the family of a collection or of a variable font; `nil` if no
    /// face could be read.
    package var assetName: String?

    /// Creates the verdict on a file that was examined.
    ///
    /// - Parameters:
    ///   - inspection: The result of the examination.
    ///   - level: How strict to be.
    ///   - isForBrowsers: Whether a font fails if only web browsers do not show it.
    package init(_ inspection: FontInspection, level: ValidationLevel, isForBrowsers: Bool = false) {
        let codes = inspection.findings.map(\.code)
        isInstallable = inspection.refusal == nil
        isBrowserSafe = isInstallable && inspection.browserConcern == nil
        passes = !codes.contains { $0.isFailure(at: level) } && (isBrowserSafe || !isForBrowsers)
        code = codes.reduce(.ok) { $1.isGraver(than: $0) ? $1 : $0 }
        format = inspection.format
        opinions = inspection.opinions
        for face in inspection.faces {
            names.formUnion([face.postscriptName, face.family, face.typographicFamily ?? face.family, face.fullName])
        }
        assetName = inspection.faces.first.map { first in
            inspection.faces.count == 1 && first.axes.isEmpty
                ? first.postscriptName : first.typographicFamily ?? first.family
        }
        faces = inspection.examined.map { Face(format: $0.format, name: $0.name, issues: [], warnings: []) }
        for (number, face) in inspection.faces.enumerated() where faces.indices.contains(number) {
            faces[number].family = face.typographicFamily ?? face.family
            faces[number].weight = face.weight
            faces[number].width = face.width
            faces[number].slant = face.slant
            faces[number].isVariable = face.isVariable
        }
        if faces.isEmpty { faces = [Face(format: nil, name: nil, issues: [], warnings: [])] }
        for finding in inspection.findings {
            // A finding about the whole file is listed with its first face.
            let face = faces.indices.contains(finding.face ?? 0) ? finding.face ?? 0 : 0
            if finding.kind == .warning, !(isForBrowsers && finding.concern != nil) {
                Self.add(finding, to: &faces[face].warnings)
            } else {
                Self.add(finding, to: &faces[face].issues)
            }
        }
    }

    /// Creates the verdict on a file that could not be examined because of what the file is.
    ///
    /// The result is `nil` for an error that reveals nothing about the file.
    ///
    /// - Parameters:
    ///   - error: Why the file could not be examined.
    ///   - level: How strict to be.
    package init?(_ error: FontError, level: ValidationLevel) {
        let kind: FontInspection.Finding.Kind
        var rule = FontInspection.Finding.parsability
        switch error.code {
        case .invalidFontData: kind = .invalid
        case .unrecognizedFormat: kind = .unrecognizedFormat
        case .exceededResourceLimit:
            kind = .limit
            rule = FontInspection.Finding.fileSize
        default: return nil
        }
        // Passing level `minimum` means that a font can be read. Nothing is known about a font that was not read.
        let finding = FontInspection.Finding(
            kind: kind, rule: rule, message: error.message, code: .specificationViolation)
        self.init(FontInspection(format: nil, faces: [], findings: [finding], scanCost: 0), level: level)
    }

    private static func add(_ finding: FontInspection.Finding, to issues: inout [Issue]) {
        if let index = issues.firstIndex(where: { $0.rule == finding.rule }) {
            issues[index].messages.append(finding.message)
            if finding.code.isGraver(than: issues[index].code) { issues[index].code = finding.code }
        } else {
            issues.append(Issue(rule: finding.rule, code: finding.code, messages: [finding.message]))
        }
    }
}
