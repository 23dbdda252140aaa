internal import FontModel

/// Matches faces among the fonts of the process.
///
/// The rules are the same as those of the service. All methods block.
extension ProcessScope {
    /// A face or a named instance that may match a descriptor.
    private struct Candidate {
        var face: FontFace
        /// The face itself, if `face` is a named instance of it.
        var base: FontFace
        var userInfo: String?
        var content: Content
    }

    /// Returns the best face for each descriptor.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors of the faces.
    ///   - mandatory: The attributes in which a face must not differ.
    ///   - includesOthers: Whether to include fonts that other code in the process has added.
    /// - Returns: A face for each descriptor, in order; `nil` if nothing matches.
    func faces(
        for descriptors: [FontDescriptor], mandatory: Set<FontDescriptor.Attribute>, includesOthers: Bool = false
    ) -> [FontFace?] {
        func candidates(_ faces: [FontFace], _ userInfo: String?, _ content: Content) -> [Candidate] {
            faces.flatMap { face in
                ([face] + face.namedInstances.map(face.instance)).map {
                    Candidate(face: $0, base: face, userInfo: userInfo, content: content)
                }
            }
        }
        let candidates =
            enabledFonts().flatMap { candidates($0.font.faces, $0.font.userInfo, $0.content) }
            + (includesOthers ? others().flatMap { candidates($0.faces, nil, $0.content) } : [])
        var files = FontFileContents()
        return descriptors.map { Self.best(of: candidates, for: $0, mandatory, &files) }
    }

    private static func best(
        of candidates: [Candidate], for descriptor: FontDescriptor, _ mandatory: Set<FontDescriptor.Attribute>,
        _ files: inout FontFileContents
    ) -> FontFace? {
        guard descriptor.source == nil || descriptor.source == .process,
            descriptor.isNamed || descriptor.isSearchable || descriptor.source == .process
        else { return nil }
        // Without a name, the other attributes are mandatory, or a random face would match. Languages always filter, as
        // in Core Text.
        let mandatory = mandatory.union(descriptor.isNamed ? [.languages] : FontDescriptor.Attribute.searchable)
        let characters = Set(descriptor.characters.unicodeScalars)
        var best: (rank: [Double], face: FontFace)?
        for candidate in candidates {
            if let userInfo = descriptor.userInfo, candidate.userInfo != userInfo { continue }
            guard let nameRank = descriptor.nameRank(of: candidate.face),
                let (face, gaps) = fitted(candidate, to: descriptor, characters, &files)
            else { continue }
            let distances = descriptor.distances(to: face, gaps)
            guard !distances.contains(where: { $0.isTooFar(for: mandatory) }) else { continue }
            let rank = [Double(nameRank)] + distances.map(\.value)
            if let best, !rank.isNearer(than: best.rank) { continue }
            best = (rank, face)
        }
        return best?.face
    }

    /// Moves a candidate to the place in its design space that is nearest to what a descriptor requests.
    ///
    /// This also counts what the candidate lacks.
    ///
    /// - Returns: The face and its gaps; `nil` if another file has replaced the candidate's file.
    private static func fitted(
        _ candidate: Candidate, to descriptor: FontDescriptor, _ characters: Set<Unicode.Scalar>,
        _ files: inout FontFileContents
    ) -> (face: FontFace, gaps: FontFaceGaps)? {
        var face = candidate.face
        var gaps = FontFaceGaps()
        if let style = descriptor.styleName { gaps.lacksStyle = style.fontNameKey != face.styleName.fontNameKey }
        if !characters.isEmpty {
            guard let missing = files.countMissing(of: characters, in: candidate.content) else { return nil }
            gaps.characters = missing[face.index] ?? characters.count
        }
        // A named instance already has its place. fontconfig detects variable faces only by their weight, their width
        // and their instances, which does not reveal axes for the slope.
        let canVary =
            face.namedInstance == nil
            && (descriptor.slopes != nil || candidate.base.isVariable && descriptor.hasTraits)
        guard canVary || !descriptor.languages.isEmpty || !descriptor.variation.isEmpty else { return (face, gaps) }
        guard let known = files.details(of: candidate.content) else { return nil }
        let details = known[face.index] ?? FontFaceDetails()
        gaps.languages = details.countMissing(of: descriptor.languages)
        gaps.axes = descriptor.variation.count { tag, value in
            !details.axes.contains { $0.tag == tag && $0.nearest(to: value) == value }
        }
        let traits = canVary ? descriptor.traitValues(on: details.axes) : [:]
        let variation = traits.merging(descriptor.variation) { $1 }
        if !variation.isEmpty { face = face.placed(at: variation, details.axes, base: candidate.base) }
        return (face, gaps)
    }
}

extension FontDescriptor {
    /// Whether the descriptor requests a trait, other than the slope, that a variation axis may control.
    fileprivate var hasTraits: Bool { weight != nil || width != nil || isBold != nil }

    /// Whether the descriptor requests a sloped face; `nil` if it does not specify the slope.
    fileprivate var slopes: Bool? { slant.map { $0 != .upright } ?? isItalic }

    /// Returns the axis values that the requested traits imply for a face, by the same rules as the service.
    ///
    /// - Parameter axes: All axes of the face.
    /// - Returns: The values, in the axes' own units, of the axes that the traits control.
    fileprivate func traitValues(on axes: [FontVariationAxis]) -> [String: Double] {
        let prefersOblique = slant == .oblique
        func has(_ tag: String) -> Bool { axes.contains { $0.tag == tag } }
        var values: [String: Double] = [:]
        for axis in axes {
            switch axis.tag {
            case "wght":
                let isBoldByDefault = axis.defaultValue >= FontWeight.leastBold
                values["wght"] =
                    weight
                    ?? isBold.map { isBold in
                        if isBold == isBoldByDefault { return axis.defaultValue }
                        return isBold ? FontWeight.bold : FontWeight.regular
                    }
            case "wdth": values["wdth"] = width
            // If a face has both axes, `ital` makes it italic and `slnt` oblique.
            case "ital": values["ital"] = slopes.map { $0 && !(prefersOblique && has("slnt")) ? 1 : 0 }
            case "slnt": values["slnt"] = slopes.map { $0 && (prefersOblique || !has("ital")) ? axis.minimum : 0 }
            default: break
            }
        }
        return values
    }
}

extension FontFace {
    /// Returns the face at the nearest possible place in its design space for axis values.
    ///
    /// If the font has a name for that place, the face gets it.
    ///
    /// - Parameters:
    ///   - variation: The values, in the axes' own units.
    ///   - axes: All axes of the face.
    ///   - base: The face itself, if this face is a named instance of it.
    /// - Returns: The face; unchanged if there are no axes.
    fileprivate func placed(
        at variation: [String: Double], _ axes: [FontVariationAxis], base: FontFace
    ) -> FontFace {
        guard !axes.isEmpty else { return self }
        var place: [String: Double] = [:]
        for axis in axes {
            place[axis.tag] = axis.nearest(to: variation[axis.tag] ?? self.variation[axis.tag] ?? axis.defaultValue)
        }
        func isHere(_ other: [String: Double]) -> Bool {
            // Fonts store coordinates in units of 1/65,536.
            place.allSatisfy { tag, value in other[tag].map { abs($0 - value) < 1 / 65_536 } ?? false }
        }
        // If one place has several names, the requested one is used.
        var face =
            isHere(self.variation)
            ? self : base.namedInstances.first { isHere($0.variation) }.map(base.instance) ?? base
        face.variation = place
        if let weight = place["wght"] { face.weight = weight }
        if let width = place["wdth"] { face.width = width }
        if let angle = place["slnt"], angle < 0 { face.slant = .oblique }
        if let italic = place["ital"], italic > 0 { face.slant = .italic }
        return face
    }
}

extension FontVariationAxis {
    /// Returns the value in the axis's range that is nearest to another; an axis without a range only has its default.
    fileprivate func nearest(to value: Double) -> Double { min(max(value, minimum), max(maximum, minimum)) }
}
