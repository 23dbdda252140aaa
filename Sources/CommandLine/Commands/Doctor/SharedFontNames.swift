internal import FontModel
internal import InspectionProtocol

/// PostScript names that more than one face has.
struct SharedFontNames {
    /// Names of the same font in several files, or of several families, each with the files.
    private(set) var ofOneFont: [String] = []
    /// Names of styles of one family, which programs tell apart by what they look like, each with the files.
    private(set) var ofStyles: [String] = []

    /// Compares faces.
    init(_ faces: [(path: String, face: FontVerdict.Face)]) {
        let groups = Dictionary(grouping: faces) { $0.face.name?.fontNameKey ?? "" }
        for group in groups.values.sorted(by: { ($0[0].face.name ?? "") < ($1[0].face.name ?? "") }) {
            var paths: [String] = []
            for (path, _) in group where !paths.contains(path) { paths.append(path) }
            guard paths.count > 1 else { continue }
            let line = "\(group[0].face.name ?? ""): \(paths.joined(separator: ", "))"
            if Self.areStyles(group) { ofStyles.append(line) } else { ofOneFont.append(line) }
        }
    }

    /// Whether all are of one family, and no two look alike.
    private static func areStyles(_ group: [(path: String, face: FontVerdict.Face)]) -> Bool {
        let looks = group.map { member in
            let face = member.face
            return AdoptionFace(
                face.name ?? "", family: face.family, weight: face.weight, width: face.width,
                slant: face.slant.rawValue, isVariable: face.isVariable)
        }
        return Set(looks.map(\.family)).count == 1 && Set(looks.map(\.look)).count == looks.count
    }
}
