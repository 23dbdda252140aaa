internal import FontModel
internal import InspectionProtocol

/// The PostScript names that several faces share.
struct SharedFontNames {
    /// The names that several files of one font or several families share, each with the files.
    private(set) var ofOneFont: [String] = []
    /// The names that styles of one family share, each with the files.
    ///
    /// Programs distinguish these styles by their appearance.
    private(set) var ofStyles: [String] = []

    /// Creates the shared names by comparing faces.
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

    /// Whether all faces belong to one family, and no two of them look alike.
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
