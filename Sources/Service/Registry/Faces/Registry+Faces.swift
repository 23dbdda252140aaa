package import FontModel
internal import GRDB

extension Registry {
    /// One face, visible or not.
    ///
    /// - Parameters:
    ///   - id: A registration, or a face of the system.
    ///   - index: The face within its file; the first where it is left out.
    ///   - includingCoverage: Whether to read the face's characters too.
    /// - Returns: The face; `nil` where there is none with this id and index.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func face(
        _ id: FontIdentifier, index: Int? = nil, includingCoverage: Bool = false
    ) async throws(RegistryError) -> FaceRecord? {
        try await read { db in
            let isSystem = id.rawValue.hasPrefix(SystemFaceIdentifier.prefix)
            let sql =
                if isSystem {
                    """
                    SELECT f.id, NULL FROM face f JOIN systemDirectory d ON d.id = f.directory
                    WHERE f.systemIdentifier = ?1 AND d.state = 'current' AND (?2 IS NULL OR f.faceIndex = ?2)
                    ORDER BY f.id LIMIT 1
                    """
                } else {
                    """
                    SELECT f.id, r.id FROM registration r JOIN face f ON f.content = r.content
                    WHERE r.identifier = ?1 AND (?2 IS NULL OR f.faceIndex = ?2)
                    ORDER BY f.faceIndex LIMIT 1
                    """
                }
            guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id.rawValue, index]) else {
                return nil
            }
            let pick = FaceReader.Pick(face: try row.decode(atIndex: 0), registration: try row.decode(atIndex: 1))
            return try FaceReader(db: db, includesCoverage: includingCoverage).records([pick]).first
        }
    }

    /// One page of the families of the visible faces that pass a filter, each once, sorted by `fontNameKey`.
    ///
    /// Where fonts spell a family in two ways that are compared as one, the one that sorts first stands for both.
    ///
    /// - Parameter filter: Which faces; at most ``FaceFilter/maximumFamilies`` come at once.
    /// - Returns: The page, and the cursor of the next if there is more.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func families(
        _ filter: FaceFilter = FaceFilter()
    ) async throws(RegistryError) -> (families: [String], cursor: String?) {
        try await readAtLength { try FamilyListing(db: $0, filter: filter).page() }
    }

    /// One page of the visible faces that pass a filter.
    ///
    /// A face of a content that several providers registered is listed once, under the oldest enabled registration;
    /// with a provider in the filter, under that provider's oldest. Faces that are there from the first page to the
    /// last are listed exactly once, whatever is committed in between.
    ///
    /// - Parameters:
    ///   - filter: Which faces, and where to go on.
    ///   - details: Whether to read languages, and names in all languages.
    /// - Returns: The page.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func faces(_ filter: FaceFilter, details: Bool = true) async throws(RegistryError) -> FacePage {
        try await readList(isAboutOne: filter.isAboutOne) {
            try FaceListing(db: $0, filter: filter).page(includingDetails: details)
        }
    }

    /// Writes all visible faces that pass a filter as lines of JSON, of the keys of a brief face dictionary.
    ///
    /// - Parameters:
    ///   - filter: Which faces; its cursor and limit do not matter.
    ///   - viewer: Whose marks may be told; `nil` for everybody's.
    ///   - write: Takes piece after piece of the text, on a thread that may block.
    /// - Throws: ``RegistryError``, ``RegistryError/Code/failed`` for what `write` throws.
    package func writeFaces(
        _ filter: FaceFilter, for viewer: ProviderIdentifier?,
        _ write: @escaping @Sendable (RawSpan) throws -> Void
    ) async throws(RegistryError) {
        try await readAtLength { try FaceLines(db: $0, filter: filter, viewer: viewer).write(write) }
    }
}
