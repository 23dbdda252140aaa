internal import FontModel
internal import GRDB

/// A face, or a named instance of one, that has the names asked for: as much of it as the choice needs.
struct MatchCandidate {
    /// A range of values that a face can take on; a single value for most.
    typealias Values = ClosedRange<Double>

    /// The row of the face.
    let face: Int64
    /// Whether it is a face of the system.
    let isSystem: Bool
    /// The weights it can have.
    private(set) var weights: Values
    /// The widths it can have.
    private(set) var widths: Values
    /// The slants it can have.
    private(set) var slants: Set<FontSlant>
    /// Whether all glyphs have one advance width.
    let isMonospace: Bool
    /// Whether it has variation axes.
    let isVariable: Bool
    /// The row of its languages and characters.
    let repertoire: Int64
    /// Whether it has the style asked for.
    let hasStyle: Bool
    /// Whether a registration of it has the mark asked for.
    let hasUserInfo: Bool
    /// The number of the named instance that the names or the style are of, or ``FaceKey/faceItself``.
    let instance: Int

    private let registration: Int64?

    /// The face as the answer.
    var pick: FaceReader.Pick { FaceReader.Pick(face: face, registration: registration, instance: instance) }

    /// Reads a candidate as ``FaceMatcher/query(_:names:mandatory:)`` selects it.
    init(row: Row) throws {
        face = try row.decode(atIndex: 0)
        let named = try row.decode(Int.self, atIndex: 1)
        isSystem = try row.decode(atIndex: 2)
        let oldest = try row.decode(Int64?.self, atIndex: 3)
        let weight = try row.decode(Double.self, atIndex: 4)
        let width = try row.decode(Double.self, atIndex: 5)
        (weights, widths) = (weight...weight, width...width)
        slants = [try row.enumeration(6, "face")]
        isMonospace = try row.decode(atIndex: 7)
        isVariable = try row.decode(Int.self, atIndex: 8) > 0
        repertoire = try row.decode(atIndex: 9)
        let marked = try row.decode(Int64?.self, atIndex: 10)
        let styled = try row.decode(Int?.self, atIndex: 11)
        hasUserInfo = marked != nil
        registration = marked ?? oldest
        hasStyle = styled != nil
        instance = named == FaceKey.faceItself ? styled ?? named : named
    }

    /// Reads what the axes let the face be, or what the named instance is.
    mutating func readVariations(_ db: Database) throws {
        guard isVariable else { return }
        let coordinates = try readCoordinates(db)
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT tag, minimum, maximum, number FROM axis WHERE face = ?"),
            arguments: [face])
        while let row = try cursor.next() {
            var minimum = try row.decode(Double.self, atIndex: 1)
            var maximum = try row.decode(Double.self, atIndex: 2)
            let number = try row.decode(Int.self, atIndex: 3)
            if let coordinates {
                guard coordinates.indices.contains(number) else { continue }
                (minimum, maximum) = (coordinates[number], coordinates[number])
            }
            guard minimum <= maximum else { continue }
            let isFixed = coordinates != nil
            switch try row.decode(String.self, atIndex: 0) {
            case "wght": weights = minimum...maximum
            case "wdth": widths = minimum...maximum
            case "ital": vary(.italic, isOn: maximum > 0, isFixed: isFixed)
            // Negative angles lean forward. Source: OpenType specification, registered axis tags.
            case "slnt": vary(.oblique, isOn: minimum < 0, isFixed: isFixed)
            default: break
            }
        }
    }

    private mutating func vary(_ slant: FontSlant, isOn: Bool, isFixed: Bool) {
        guard isOn else { return }
        if isFixed { slants = [slant] } else { slants.insert(slant) }
    }

    private func readCoordinates(_ db: Database) throws -> [Double]? {
        guard instance != FaceKey.faceItself else { return nil }
        let statement = try db.cachedStatement(
            sql: "SELECT coordinates FROM namedInstance WHERE face = ? AND number = ?")
        guard let row = try Row.fetchOne(statement, arguments: [face, instance]) else { return nil }
        guard let coordinates = DoubleList.decode(try row.bytes(0, "namedInstance")),
            coordinates.allSatisfy({ !$0.isNaN })
        else { throw RegistryError.damagedRow("namedInstance") }
        return coordinates
    }
}
