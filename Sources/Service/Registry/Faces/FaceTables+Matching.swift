package import FontModel
internal import GRDB

extension FaceTables {
    /// The best visible face for each descriptor.
    ///
    /// Names decide first: ``FontModel/FontDescriptor/name`` is looked up among the PostScript names, then the
    /// families, then the full names, and the first of these that has a face is taken, but that the faces of the first
    /// two are compared where the descriptor says as well what the face is like; the three other names narrow further.
    /// What no face has the names of has no match, nor what no face has the languages of. Among the faces that
    /// are left the one wins that has most of the characters, then the provider's mark, then deviates least in style,
    /// axis values, italic, slant, bold, weight, width, monospace and variable, in this order; what was not asked for is
    /// as in an upright face of normal width and weight. Equals are decided by Core Text's priorities (registered, then
    /// the user's own, the machine's, the system's), then by age. A descriptor without a name must say something that
    /// can be looked for (characters, languages, style, monospace, variable, axis values or mark), and all that it says
    /// of these is mandatory. A variable face is put at the place in its design space that comes nearest.
    ///
    /// - Parameters:
    ///   - descriptors: What is asked for; names, style and mark compared by `fontNameKey`, the mark exactly.
    ///   - mandatory: The attributes that a match must have, in descriptors that have them. Names, languages and source
    ///     always are.
    ///   - details: Whether to read languages, and names in all languages, of the matches.
    ///   - audience: Who is told.
    /// - Returns: As many as descriptors; `nil` where there is no match.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func match(
        _ descriptors: [FontDescriptor], mandatory: Set<DescriptorAttribute> = [], details: Bool = true,
        for audience: FaceAudience = .everybody
    ) async throws(RegistryError) -> [FaceRecord?] {
        var matches: [FaceRecord?] = []
        for start in stride(from: 0, to: descriptors.count, by: RegistryLimits.descriptorsPerTransaction) {
            // Another's single question gets its turn between the slices of a long one.
            let slice = descriptors[start..<min(start + RegistryLimits.descriptorsPerTransaction, descriptors.count)]
            matches += try await match(slice, mandatory, details, audience)
        }
        return matches
    }

    /// The face that ``match(_:mandatory:details:for:)`` would find without details, where the calling thread can be told
    /// without waiting for anybody: that of a name that one face has.
    ///
    /// - Parameters:
    ///   - descriptor: What is asked for.
    ///   - audience: Who is told.
    /// - Returns: `nil` where it takes more to know the face, or to know that there is none.
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
