internal import FontModel
internal import GRDB

extension Registry {
    /// The columns of a face `f` that ``look(_:_:)`` reads.
    static let identityColumns = """
        f.id, f.postscriptName, coalesce(f.typographicFamily, f.family), f.revision, f.axisCount > 0, f.style, f.weight,
        f.width, f.slant
        """

    /// The faces of a content, in the order of the file.
    static func faces(of content: Int64, _ db: Database) throws -> [FaceIdentity] {
        let statement = try db.cachedStatement(
            sql: "SELECT \(identityColumns) FROM face f WHERE f.content = ? ORDER BY f.faceIndex")
        return try Row.fetchAll(statement, arguments: [content]).map { row in
            var identity = try identity(row, db)
            let face: Int64 = try row.decode(atIndex: 0)
            identity.fullNames = try fullNames(of: face, ofInstances: false, db)
            if identity.isVariable { identity.instanceFullNames = try fullNames(of: face, ofInstances: true, db) }
            return identity
        }
    }

    private static func fullNames(of face: Int64, ofInstances: Bool, _ db: Database) throws -> Set<String> {
        let names = try db.cachedStatement(
            sql: "SELECT DISTINCT key FROM faceKey WHERE face = ? AND role = 3 AND (instance >= 0) = ?")
        return try String.fetchSet(names, arguments: [face, ofInstances])
    }

    /// The system's faces of a family.
    ///
    /// - Parameters:
    ///   - key: The family, in any language, as `fontNameKey`.
    ///   - db: The state of the registry to read.
    /// - Returns: The faces with their files, sorted by file.
    /// - Throws: The error that occurred while reading.
    static func systemFaces(in key: String, _ db: Database) throws -> [SystemFace] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(identityColumns), f.path
                FROM faceKey k JOIN face f ON f.id = k.face JOIN systemDirectory d ON d.id = f.directory
                WHERE k.role = 2 AND k.key = ? AND k.instance = -1 AND d.state = 'current' ORDER BY f.path, f.faceIndex
                """)
        return try Row.fetchAll(statement, arguments: [key]).map { row in
            SystemFace(path: try row.decode(atIndex: 9), identity: try identity(row, db))
        }
    }

    private static func identity(_ row: Row, _ db: Database) throws -> FaceIdentity {
        var identity = try look(row, db)
        let face: Int64 = try row.decode(atIndex: 0)
        let families = try db.cachedStatement(
            sql: "SELECT key FROM faceKey WHERE face = ? AND role = 2 AND instance = -1")
        identity.style.families = try String.fetchSet(families, arguments: [face])
        guard identity.isVariable else { return identity }
        let instances = try db.cachedStatement(
            sql: "SELECT DISTINCT key FROM faceKey WHERE face = ? AND role = 1 AND instance >= 0")
        identity.instanceKeys = try String.fetchSet(instances, arguments: [face])
        return identity
    }

    /// Reads a face's identity without its other families, its full names and the names of its instances.
    static func look(_ row: Row, _ db: Database) throws -> FaceIdentity {
        let isVariable: Bool = try row.decode(atIndex: 4)
        let name: String = try row.decode(atIndex: 5)
        let weight: Double = try row.decode(atIndex: 6)
        let width: Double = try row.decode(atIndex: 7)
        var style = FaceStyle(
            name: name.fontNameKey, weight: weight...weight, width: width...width,
            slant: try row.enumeration(8, "face"))
        if isVariable {
            let face: Int64 = try row.decode(atIndex: 0)
            let axes = try db.cachedStatement(sql: "SELECT tag, minimum, maximum FROM axis WHERE face = ?")
            for axis in try Row.fetchAll(axes, arguments: [face]) {
                style.extend(
                    to: try axis.decode(atIndex: 1), try axis.decode(atIndex: 2), on: try axis.decode(atIndex: 0))
            }
        }
        return FaceIdentity(
            postscriptName: try row.decode(atIndex: 1), family: try row.decode(atIndex: 2),
            styleName: name, revision: try row.decode(atIndex: 3), isVariable: isVariable, style: style)
    }
}
