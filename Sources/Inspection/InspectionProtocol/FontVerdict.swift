package import FontModel

/// The verdict on one file at a level, as reports tell it: by the rules and codes of Apple's font validator (TN3214).
package struct FontVerdict: Sendable, Equatable {
    /// A rule that a face breaks.
    package struct Issue: Sendable, Equatable {
        /// The name of the rule.
        package var rule: String
        /// The gravest code of what was found.
        package var code: ValidationCode
        /// What was found.
        package var messages: [String]
    }

    /// What was found in one face.
    package struct Face: Sendable, Equatable {
        /// The outline format; `nil` where it could not be told.
        package var format: FontFormat?
        /// The PostScript name; `nil` where it could not be read.
        package var name: String?
        /// The family as its designer means it; empty where none could be read.
        package var family = ""
        /// The weight, 1 to 1000.
        package var weight = 400.0
        /// The width in percent of normal.
        package var width = 100.0
        /// The slope.
        package var slant = FontSlant.upright
        /// Whether it has variation axes.
        package var isVariable = false
        /// The rules it breaks, whether they count at the level or not.
        package var issues: [Issue]
        /// What is worth knowing.
        package var warnings: [Issue]
    }

    /// Whether the file passes at the level: what counts, whatever the codes are.
    package var passes: Bool
    /// Whether the file could be registered.
    package var isInstallable: Bool
    /// Whether web browsers show the font, as far as is known.
    package var isBrowserSafe: Bool
    /// The gravest code.
    package var code: ValidationCode
    /// The format of the file; `nil` for one that is no font.
    package var format: FontFormat?
    /// The faces, in the order of the file; one without a name where none could be read.
    package var faces: [Face]
    /// Who was heard, in which version, and why others were not; empty where the file did not get that far.
    package var opinions: [Opinion]

    /// What programs can ask for the font by: the PostScript and full names and the families of its faces.
    package var names: Set<String> = []
    /// What an asset of it is called: the PostScript name of a single face, the family of a collection or of a variable
    /// font; `nil` where no face could be read.
    package var assetName: String?

    /// Creates the verdict on a file that was examined.
    ///
    /// - Parameters:
    ///   - inspection: What was found.
    ///   - level: How strict to be.
    ///   - isForBrowsers: Whether a font fails that only web browsers do not show.
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
            // What concerns the whole file stands with its first face.
            let face = faces.indices.contains(finding.face ?? 0) ? finding.face ?? 0 : 0
            if finding.kind == .warning, !(isForBrowsers && finding.concern != nil) {
                Self.add(finding, to: &faces[face].warnings)
            } else {
                Self.add(finding, to: &faces[face].issues)
            }
        }
    }

    /// Creates the verdict on a file that could not be examined because of what it is; `nil` for an error that tells
    /// nothing of the file.
    ///
    /// - Parameters:
    ///   - error: Why not.
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
        // Level `minimum` says that a font can be read, which nobody knows of one that nobody has read.
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
