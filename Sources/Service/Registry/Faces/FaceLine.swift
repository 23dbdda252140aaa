internal import FontModel
internal import GRDB

/// The part of a face's entry in lists that does not depend on its owner, as JSON.
///
/// The JSON is written when the face is inserted. Reading a dozen columns of a face and formatting them takes three
/// times as long as reading the finished text.
struct FaceLine {
    let index: Int
    let postscriptName: String
    let family: String
    let typographicFamily: String?
    let fullName: String
    let style: String
    let weight: Double
    let width: Double
    let slant: String
    let isMonospace: Bool
    let isVariable: Bool

    /// The members of a brief face dictionary, starting with the value of `face_index`, without the braces.
    var text: String {
        var json = JSONBytes(capacity: 512)
        json.append(Int64(index))
        json.append(",\"postscript_name\":")
        json.append(string: postscriptName)
        json.append(",\"family\":")
        json.append(string: family)
        if let typographicFamily {
            json.append(",\"typographic_family\":")
            json.append(string: typographicFamily)
        }
        json.append(",\"full_name\":")
        json.append(string: fullName)
        json.append(",\"display_name\":")
        json.append(string: fullName)
        json.append(",\"style\":")
        json.append(string: style)
        json.append(",\"weight\":")
        json.append(weight)
        json.append(",\"width\":")
        json.append(width)
        json.append(",\"slant\":")
        json.append(string: slant)
        json.append(",\"monospace\":")
        json.append(isMonospace)
        json.append(",\"variable\":")
        json.append(isVariable)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Inserts the line of a face.
    ///
    /// - Parameters:
    ///   - db: The connection, in a transaction.
    ///   - face: The row of the face.
    ///   - content: The row of the content that contains the face; `nil` for a face of the system.
    /// - Throws: The error from SQLite.
    func insert(_ db: Database, face: Int64, content: Int64?) throws {
        try db.cachedStatement(sql: "INSERT INTO faceLine (face, content, text) VALUES (?, ?, ?)")
            .execute(arguments: [face, content, text])
    }

    /// Inserts the lines of all faces into a registry that does not have any lines.
    static func insertAll(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, content, faceIndex, postscriptName, family, typographicFamily, fullName, style, weight,
                    width, slant, isMonospace, axisCount > 0 FROM face
                """)
        while let row = try rows.next() {
            let line = FaceLine(
                index: try row.decode(atIndex: 2), postscriptName: try row.decode(atIndex: 3),
                family: try row.decode(atIndex: 4), typographicFamily: try row.decode(atIndex: 5),
                fullName: try row.decode(atIndex: 6), style: try row.decode(atIndex: 7),
                weight: try row.decode(atIndex: 8), width: try row.decode(atIndex: 9),
                slant: try row.decode(atIndex: 10), isMonospace: try row.decode(atIndex: 11),
                isVariable: try row.decode(atIndex: 12))
            try line.insert(db, face: try row.decode(atIndex: 0), content: try row.decode(atIndex: 1))
        }
    }
}
