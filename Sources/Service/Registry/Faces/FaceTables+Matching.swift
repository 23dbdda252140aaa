package import FontModel
internal import GRDB

extension FaceTables {
    /// Finds the best visible face for each descriptor.
    ///
    /// Names are compared first. ``FontModel/FontDescriptor/name`` is looked up among the PostScript names, then the
    /// families, then the full names, and the first kind of name with a face is used. However, if the descriptor also
    /// describes the face, the faces of the first two kinds are compared. The three other names restrict the result
    /// further. If no face has the names or the languages, there is no match.
    ///
    /// Among the remaining faces, the best one is chosen by these criteria, in this order: most of the characters, the
    /// provider's mark, and the least deviation in style, axis values, italic, slant, bold, weight, width, monospace
    /// and variable. Attributes that were not requested are assumed to be those of an upright face of normal width and
    /// weight. Equal faces are ordered by Core Text's priorities (registered, then the user's own, the machine's, the
    /// system's), then by age.
    ///
    /// A descriptor without a name must specify at least one attribute that can be searched for (characters, languages,
    /// style, monospace, variable, axis values or mark), and all of these attributes that it specifies are mandatory. A
    /// variable face is set to the nearest position in its design space.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors. Names and style are compared by `fontNameKey`, the mark exactly.
    ///   - mandatory: The attributes that a match must have if the descriptor specifies them. Names, languages and
    ///     source are always mandatory.
    ///   - details: Whether to read the matches' languages, and their names in all languages.
    ///   - audience: The audience to which the faces are shown.
    /// - Returns: One element per descriptor; `nil` if there is no match.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
    package func match(
        _ descriptors: [FontDescriptor], mandatory: Set<DescriptorAttribute> = [], details: Bool = true,
        for audience: FaceAudience = .everybody
    ) async throws(RegistryError) -> [FaceRecord?] {
        var matches: [FaceRecord?] = []
        for start in stride(from: 0, to: descriptors.count, by: RegistryLimits.descriptorsPerTransaction) {
            // Between the slices of a long request, other callers' short requests can run.
            let slice = descriptors[start..<min(start + RegistryLimits.descriptorsPerTransaction, descriptors.count)]
            matches += try await match(slice, mandatory, details, audience)
        }
        return matches
    }

    /// Finds the same face as ``match(_:mandatory:details:for:)`` without details, if this is possible without waiting.
    ///
    /// It is possible for a name that only one face has. Runs on the calling thread.
    ///
    /// - Parameters:
    ///   - descriptor: The requested properties.
    ///   - audience: The audience to which the face is shown.
    /// - Returns: The face; `nil` if finding it, or finding out that there is none, needs more work.
    package func matchAtOnce(_ descriptor: FontDescriptor, for audience: FaceAudience) -> FaceRecord? {
        guard let namedFaces = connection.namedFaces, let question = NamedFaceReader.Question(descriptor, mandatory: [])
        else { return nil }
        return namedFaces.faceAtOnce(question, for: audience)
    }

    private func match(
        _ descriptors: ArraySlice<FontDescriptor>, _ mandatory: Set<DescriptorAttribute>, _ details: Bool,
        _ audience: FaceAudience
    ) async throws(RegistryError) -> [FaceRecord?] {
        try await connection.onThread { [database = connection.database, namedFaces = connection.namedFaces] in
            var matches = descriptors.map { descriptor -> FaceRecord? in
                guard !details, let namedFaces,
                    let question = NamedFaceReader.Question(descriptor, mandatory: mandatory)
                else { return nil }
                return namedFaces.face(question, for: audience)
            }
            if !matches.contains(nil) { return matches }
            try database.read { db in
                for (number, descriptor) in descriptors.enumerated() where matches[number] == nil {
                    matches[number] = try FaceMatcher(
                        db: db, descriptor: descriptor, mandatory: mandatory, domain: .visible(to: audience),
                        includesDetails: details
                    ).match()
                }
            }
            return matches
        }
    }
}
