internal import FontModel
internal import GRDB

/// A face, or a named instance of one, that has the names asked for: as much of it as the choice needs.
struct MatchCandidate {
    /// A range of values that a face can take on; a single value for most.
    typealias Values = ClosedRange<Double>

    /// The row of the face.
    let face: Int64
    /// How far it is from the user: 0 for registered ones, more for the system's.
    let distance: Int
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

    /// How many of the axes asked for it lacks, or cannot set to the value asked for.
    private(set) var axisGaps = 0

    private let registration: Int64?
    private var axes: [Axis] = []
    /// The coordinates of the named instance; `nil` for the face itself.
    private var coordinates: [Double]?

    /// One variation axis.
    private struct Axis {
        var tag: String
        var minimum: Double
        var standard: Double
        var maximum: Double

        func nearest(to value: Double) -> Double { min(max(value, minimum), maximum) }
    }

    /// The face as the answer.
    var pick: FaceRowReader.Pick { FaceRowReader.Pick(face: face, registration: registration, instance: instance) }

    /// Reads a candidate as ``FaceMatcher/query(_:names:mandatory:)`` selects it.
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

    /// Reads what the axes let the face be, or what the named instance is.
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
            // Negative angles lean forward. Source: OpenType specification, registered axis tags.
            case "slnt": vary(.oblique, isOn: minimum < 0, isFixed: isFixed)
            default: break
            }
        }
    }

    /// Where in the design space the face is what a descriptor asks for, as near as it comes; a value for each axis.
    ///
    /// - Returns: `nil` for a static face, and where nothing was asked that the axes decide.
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

    /// What the traits that are asked for mean for an axis.
    private func wanted(of axis: Axis, _ descriptor: FontDescriptor) -> Double? {
        let slopes = descriptor.slant.map { $0 != .upright } ?? descriptor.isItalic
        switch axis.tag {
        case "wght":
            if let weight = descriptor.weight { return weight }
            guard let isBold = descriptor.isBold else { return nil }
            if (axis.standard >= FontWeight.leastBold) == isBold { return axis.standard }
            return isBold ? FontWeight.bold : FontWeight.regular
        case "wdth": return descriptor.width
        // A face that has both axes is made italic by the one and oblique by the other.
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
            // An axis without a range does nothing; it keeps its place among the coordinates.
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
