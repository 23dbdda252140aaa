internal import FontModel
internal import GRDB

/// The faces that a caller may see, preferred ones first.
struct CoverFaces: Sendable {
    /// One face.
    struct Face: Sendable {
        /// The row of the face.
        var row: Int64
        /// The registration under which the face is shown; `nil` for the system's faces.
        var registration: Int64?
        /// The row of the face's characters.
        var repertoire: Int64
    }

    /// The caller that sees the faces.
    struct Domain: Hashable, Sendable {
        /// The audience, which determines whether fonts that are not published are visible.
        var audience: FaceAudience
        /// The only provider whose registered faces are visible; `nil` for all providers.
        var provider: ProviderIdentifier?
    }

    /// The faces, sorted by preference.
    ///
    /// Upright faces come first. Then they are sorted by how near they are to the normal weight and width, then by
    /// source (registered, the user's own, the machine's, the system's), then by age.
    let faces: [Face]

    /// Reads the faces.
    init(_ db: Database, _ domain: Domain) throws {
        var filter = FaceFilter()
        filter.audience = domain.audience
        filter.provider = domain.provider
        let registration = FaceListing(db: db, filter: filter).registration
        // The registration is NULL if the caller does not see the face, so visibility need not be checked separately.
        let rows = try Row.fetchCursor(
            db.makeStatement(
                sql: """
                    SELECT * FROM (
                        SELECT f.id, \(registration.sql) AS shown, f.repertoire, f.slant, f.weight, f.width,
                            0 AS distance
                        FROM face f JOIN content c ON c.id = f.content
                        WHERE \(VisibleFaces.isAtHand(for: domain.audience))
                    ) WHERE shown IS NOT NULL
                    UNION ALL
                    SELECT f.id, NULL, f.repertoire, f.slant, f.weight, f.width,
                        CASE WHEN f.path GLOB '/usr/local/*' THEN 2 WHEN f.path GLOB '/usr/*' THEN 3 ELSE 1 END
                    FROM face f WHERE \(VisibleFaces.isSystem)
                    """), arguments: registration.arguments)
        var ranked: [(face: Face, rank: (Int, Double, Double, Int))] = []
        while let row = try rows.next() {
            let slant: FontSlant = try row.enumeration(3, "face")
            let weight = try row.decode(Double.self, atIndex: 4)
            let width = try row.decode(Double.self, atIndex: 5)
            let face = Face(
                row: try row.decode(atIndex: 0), registration: try row.decode(atIndex: 1),
                repertoire: try row.decode(atIndex: 2))
            ranked.append(
                (
                    face,
                    (
                        slant == .upright ? 0 : 1, abs(weight - FontWeight.regular), abs(width - 100),
                        try row.decode(Int.self, atIndex: 6)
                    )
                ))
        }
        ranked.sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.face.row < $1.face.row }
        faces = ranked.map(\.face)
    }
}
