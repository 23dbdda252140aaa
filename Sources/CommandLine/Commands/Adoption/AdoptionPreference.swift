internal import FontModel
internal import Localization

/// What tells a face of a loose font from others.
package struct AdoptionFace: Sendable, Hashable {
    /// The PostScript name, as `fontNameKey`.
    let name: String
    /// The family as its designer means it, as `fontNameKey`.
    let family: String
    /// The name of the style, as `fontNameKey`.
    let style: String
    /// Weight, width, slant and whether it is variable, in a fixed form.
    let look: String

    /// Describes a face.
    package init(
        _ postscriptName: String, family: String = "", style: String = "", weight: Double = 400, width: Double = 100,
        slant: String = "", isVariable: Bool = false
    ) {
        name = postscriptName.fontNameKey
        self.family = family.fontNameKey
        self.style = style.fontNameKey
        look = "\(weight.rounded()) \(width.rounded()) \(slant) \(isVariable)"
    }

    /// Whether two faces are the same font: the service enables one of them only.
    func isSameFont(as other: AdoptionFace) -> Bool {
        name == other.name && family == other.family && look == other.look
    }
}

/// Which of the fonts that cannot all be enabled are the better ones.
struct AdoptionPreference {
    /// For fonts that are the same as a better one, the path of that.
    private(set) var preferred: [String: String] = [:]
    /// Why fonts cannot be adopted, by path: a family or style would be lost, whichever of them was enabled.
    private(set) var losing: [String: CommandFailure] = [:]

    /// Compares fonts.
    init(_ candidates: [AdoptionPlan.Candidate]) {
        let sorted = candidates.sorted { left, right in
            // What is installed has the name already.
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
            // Only what is there in full nobody misses.
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
                "It has a PostScript name of %1, which is another family or style; both work as long as they stay.",
                path),
            item: candidate.path)
    }
}
