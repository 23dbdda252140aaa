internal import FontModel
internal import GRDB

/// A face with the requested names, or a named instance of one, with the data that the choice needs.
struct MatchCandidate {
    /// The range of values that a face can have; for most faces, a single value.
    typealias Values = ClosedRange<Double>

    /// The row of the face.
    let face: Int64
    /// The distance from the user: 0 for registered faces, more for the system's.
    let distance: Int
    /// The possible weights.
    private(set) var weights: Values
    /// The possible widths.
    private(set) var widths: Values
    /// The possible slants.
    private(set) var slants: Set<FontSlant>
    /// Whether all glyphs have the same advance width.
    let isMonospace: Bool
    /// Whether the face has variation axes.
    let isVariable: Bool
    /// The row of the face's languages and characters.
    let repertoire: Int64
    /// Whether the face has the requested style.
    let hasStyle: Bool
    /// Whether one of its registrations has the requested mark.
    let hasUserInfo: Bool
    /// The number of the named instance that has the names or the style, or ``FaceKey/faceItself``.
    let instance: Int

    /// The number of requested axes that are missing or cannot be set to the requested value.
    private(set) var axisGaps = 0

    private let registration: Int64?
    private var axes: [Axis] = []
    /// The coordinates of the named instance; `nil` for the face itself.
    private var coordinates: [Double]?

    /// A variation axis.
    private struct Axis {
        var tag: String
        var minimum: Double
        var standard: Double
        var maximum: Double

        func nearest(to value: Double) -> Double { min(max(value, minimum), maximum) }
    }

    /// The face in the form that ``FaceRowReader`` reads.
    var pick: FaceRowReader.Pick { FaceRowReader.Pick(face: face, registration: registration, instance: instance) }

    /// Creates a candidate from a row that ``FaceMatcher/query(_:names:mandatory:)`` selects.
    init(row: Row) throws {
        face = try row.decode(atIndex: 0)
        let named = try row.decode(Int.self, atIndex: 1)
        distance = try row.decode(atIndex: 2)
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

    /// Reads the values that the axes allow, or those of the named instance.
    mutating func readVariations(_ db: Database, _ descriptor: FontDescriptor) throws {
        guard isVariable else {
            axisGaps = descriptor.variation.count
            return
        }
        axes = try readAxes(db)
        coordinates = try readCoordinates(db)
        axisGaps = descriptor.variation.count { tag, value in
            !axes.contains { $0.tag == tag && $0.nearest(to: value) == value }
        }
        for (number, axis) in axes.enumerated() {
            var (minimum, maximum) = (axis.minimum, axis.maximum)
            if let wanted = descriptor.variation[axis.tag] {
                minimum = axis.nearest(to: wanted)
                maximum = minimum
            } else if let coordinates {
                guard coordinates.indices.contains(number) else { continue }
                (minimum, maximum) = (coordinates[number], coordinates[number])
            }
            let isFixed = minimum == maximum
            switch axis.tag {
            case "wght": weights = minimum...maximum
            case "wdth": widths = minimum...maximum
            case "ital": vary(.italic, isOn: maximum > 0, isFixed: isFixed)
            // Negative angles lean to the right. Source: OpenType specification, registered axis tags.
            case "slnt": vary(.oblique, isOn: minimum < 0, isFixed: isFixed)
            default: break
            }
        }
    }

    /// The position in the design space that is nearest to a descriptor, with one value for each axis.
    ///
    /// - Returns: The position; `nil` for a static face, and if nothing that the axes determine was requested.
    func place(for descriptor: FontDescriptor) -> [Double]? {
        var isAsked = coordinates != nil
        let place = axes.enumerated().map { number, axis in
            var value = coordinates.flatMap { $0.indices.contains(number) ? $0[number] : nil }
            if let wanted = descriptor.variation[axis.tag] ?? (value == nil ? wanted(of: axis, descriptor) : nil) {
                isAsked = true
                value = axis.nearest(to: wanted)
            }
            return value ?? axis.standard
        }
        return isAsked && !axes.isEmpty ? place : nil
    }

    /// The value of an axis that the requested traits imply.
    private func wanted(of axis: Axis, _ descriptor: FontDescriptor) -> Double? {
        let slopes = descriptor.slant.map { $0 != .upright } ?? descriptor.isItalic
        switch axis.tag {
        case "wght":
            if let weight = descriptor.weight { return weight }
            guard let isBold = descriptor.isBold else { return nil }
            if (axis.standard >= FontWeight.leastBold) == isBold { return axis.standard }
            return isBold ? FontWeight.bold : FontWeight.regular
        case "wdth": return descriptor.width
        // If a face has both axes, the first one makes it italic and the second one makes it oblique.
        case "ital": return slopes.map { $0 && !(prefersOblique(descriptor) && has("slnt")) ? 1 : 0 }
        case "slnt": return slopes.map { $0 && (prefersOblique(descriptor) || !has("ital")) ? axis.minimum : 0 }
        default: return nil
        }
    }

    private func prefersOblique(_ descriptor: FontDescriptor) -> Bool { descriptor.slant == .oblique }

    private func has(_ tag: String) -> Bool { axes.contains { $0.tag == tag } }

    private func readAxes(_ db: Database) throws -> [Axis] {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT tag, minimum, defaultValue, maximum FROM axis WHERE face = ? ORDER BY number"),
            arguments: [face])
        var axes: [Axis] = []
        while let row = try cursor.next() {
            let values = (
                try row.decode(Double.self, atIndex: 1), try row.decode(Double.self, atIndex: 2),
                try row.decode(Double.self, atIndex: 3)
            )
            // An axis without a range has no effect, but keeps its position among the coordinates.
            let maximum = max(values.0, values.2)
            axes.append(
                Axis(
                    tag: try row.decode(atIndex: 0), minimum: values.0, standard: min(max(values.1, values.0), maximum),
                    maximum: maximum))
        }
        return axes
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
