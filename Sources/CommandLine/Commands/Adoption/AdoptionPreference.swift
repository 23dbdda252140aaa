internal import FontModel
internal import Localization

/// The properties that distinguish a face of a loose font from others.
package struct AdoptionFace: Sendable, Hashable {
    /// The PostScript name, as `fontNameKey`.
    let name: String
    /// The typographic family, or else the family, as `fontNameKey`.
    let family: String
    /// The name of the style, as `fontNameKey`.
    let style: String
    /// Weight, width, slant and whether the face is variable, in a fixed form.
    let look: String

    /// Creates the description of a face.
    package init(
        _ postscriptName: String, family: String = "", style: String = "", weight: Double = 400, width: Double = 100,
        slant: String = "", isVariable: Bool = false
    ) {
        name = postscriptName.fontNameKey
        self.family = family.fontNameKey
        self.style = style.fontNameKey
        look = "\(weight.rounded()) \(width.rounded()) \(slant) \(isVariable)"
    }

    /// Whether two faces are the same font, of which the service enables only one.
    func isSameFont(as other: AdoptionFace) -> Bool {
        name == other.name && family == other.family && look == other.look
    }
}

/// Decides which fonts to prefer if not all of them can be enabled.
struct AdoptionPreference {
    /// The paths of the preferred fonts, by the paths of the fonts that are the same.
    private(set) var preferred: [String: String] = [:]
    /// The reasons why fonts cannot be adopted, by path: whichever was enabled, a family or style would be lost.
    private(set) var losing: [String: CommandFailure] = [:]

    /// Compares fonts.
    init(_ candidates: [AdoptionPlan.Candidate]) {
        let sorted = candidates.sorted { left, right in
            // An installed font already has the name.
            if (left.id == nil) != (right.id == nil) { return left.id != nil }
            let (first, second) = (AdoptionPlan.number(in: left.version), AdoptionPlan.number(in: right.version))
            if first != second { return first > second }
            if left.modification != right.modification { return left.modification > right.modification }
            return left.path < right.path
        }
        var chosen: [String: [(face: AdoptionFace, candidate: AdoptionPlan.Candidate)]] = [:]
        for candidate in sorted {
            let faces = candidate.faces.filter { !$0.name.isEmpty }
            let rivals = faces.flatMap { face in
                (chosen[face.name] ?? []).filter { other in
                    other.candidate.digest != candidate.digest
                        && (other.face.isSameFont(as: face) || other.face.family != face.family)
                }
            }
            guard let rival = rivals.first else {
                for face in faces { chosen[face.name, default: []].append((face, candidate)) }
                continue
            }
            // Nothing is lost only if every face has an equivalent.
            let isCovered = faces.allSatisfy { face in
                rivals.contains { $0.face.isSameFont(as: face) && $0.face.style == face.style }
            }
            if isCovered {
                preferred[candidate.path] = rival.candidate.path
            } else {
                refuse(candidate, beside: rival.candidate.path)
                for other in rivals { refuse(other.candidate, beside: candidate.path) }
            }
        }
    }

    private mutating func refuse(_ candidate: AdoptionPlan.Candidate, beside path: String) {
        losing[candidate.path] = CommandFailure(
            .failure, code: .duplicatedName,
            localized(
                """
                Another family or style, in %1, has the same PostScript name; both work only if neither of them is \
                adopted.
                """,
                path),
            item: candidate.path)
    }
}
