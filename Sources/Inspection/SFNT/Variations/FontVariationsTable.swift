internal import FontModel

/// The axes and named instances of `fvar`; names are given as ids of the `name` table.
struct FontVariationsTable {
    struct Instance {
        let nameIdentifier: UInt16
        /// The name id, or `nil` if the font declares none.
        let postscriptNameIdentifier: UInt16?
        let coordinates: [Double]
    }

    let axes: [(axis: VariationAxis, nameIdentifier: UInt16)]
    let instances: [Instance]

    init(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else {
            throw .invalid(Rule.variations, "The table has an unknown version.")
        }
        let start = try bytes.offset16(at: 4, of: table)
        let axisCount = try bytes.offset16(at: 8, of: table)
        let axisSize = try bytes.offset16(at: 10, of: table)
        let instanceCount = try bytes.offset16(at: 12, of: table)
        let instanceSize = try bytes.offset16(at: 14, of: table)
        guard axisCount > 0, axisSize == 20 else {
            throw .invalid(Rule.variations, "There are \(axisCount) axes of \(axisSize) bytes each.")
        }
        guard axisCount <= FontLimits.axes else {
            throw .limit(Rule.variations, "There are \(axisCount) axes; \(FontLimits.axes) are allowed.")
        }
        guard instanceCount <= FontLimits.namedInstances else {
            throw .limit(
                Rule.variations,
                "There are \(instanceCount) named instances; \(FontLimits.namedInstances) are allowed.")
        }
        let bareSize = 4 + 4 * axisCount
        guard instanceCount == 0 || instanceSize == bareSize || instanceSize == bareSize + 2 else {
            throw .invalid(Rule.variations, "An instance of \(axisCount) axes has \(instanceSize) bytes.")
        }
        axes = try Self.axes(bytes, try table.part(from: start), count: axisCount)
        let array = try table.part(from: start + 20 * axisCount)
        try array.require(instanceCount, of: instanceSize, at: 0)
        var instances: [Instance] = []
        instances.reserveCapacity(instanceCount)
        for index in 0..<instanceCount {
            let offset = index * instanceSize
            var coordinates: [Double] = []
            for axis in 0..<axisCount { coordinates.append(try bytes.fixed(at: offset + 4 + 4 * axis, of: array)) }
            let postscriptName =
                instanceSize > bareSize ? try bytes.uint16(at: offset + bareSize, of: array) : 0xFFFF
            instances.append(
                Instance(
                    nameIdentifier: try bytes.uint16(at: offset, of: array),
                    postscriptNameIdentifier: postscriptName == 0xFFFF ? nil : postscriptName,
                    coordinates: coordinates))
        }
        self.instances = instances
    }

    private static func axes(
        _ bytes: RawSpan, _ array: Table, count: Int
    ) throws(Violation) -> [(axis: VariationAxis, nameIdentifier: UInt16)] {
        var axes: [(axis: VariationAxis, nameIdentifier: UInt16)] = []
        for index in 0..<count {
            let offset = 20 * index
            guard let tag = try bytes.tag(at: offset, of: array).text else {
                throw .invalid(Rule.variations, "The tag of axis number \(index) is not printable.")
            }
            let axis = VariationAxis(
                tag: tag, minimum: try bytes.fixed(at: offset + 4, of: array),
                defaultValue: try bytes.fixed(at: offset + 8, of: array),
                maximum: try bytes.fixed(at: offset + 12, of: array))
            guard axis.minimum <= axis.defaultValue, axis.defaultValue <= axis.maximum else {
                throw .invalid(Rule.variations, "The default of the axis '\(tag)' is outside its range.")
            }
            axes.append((axis, try bytes.uint16(at: offset + 18, of: array)))
        }
        return axes
    }
}
