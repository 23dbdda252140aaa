internal import FontModel
internal import GRDB

/// The faces that a caller may be told, those that are preferred first.
struct CoverFaces: Sendable {
    /// One face.
    struct Face: Sendable {
        /// Its row.
        var row: Int64
        /// The registration it is shown under; `nil` for the system's.
        var registration: Int64?
        /// The row of its characters.
        var repertoire: Int64
    }

    /// Who sees them.
    struct Domain: Hashable, Sendable {
        /// Who is told of what is not published.
        var audience: FaceAudience
        /// Whose registered faces alone.
        var provider: ProviderIdentifier?
    }

    /// The faces: upright ones before the others, then by how near they are to normal weight and width, then registered
    /// ones, the user's own, the machine's, the system's, then by age.
    let faces: [Face]

    /// Reads them.
    init(_ db: Database, _ domain: Domain) throws {
        var filter = FaceFilter()
        filter.audience = domain.audience
        filter.provider = domain.provider
        let registration = FaceListing(db: db, filter: filter).registration
        // A registration is only there where the caller sees the face, so that it need not be looked for twice.
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
