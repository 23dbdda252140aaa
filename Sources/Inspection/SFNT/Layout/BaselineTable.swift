internal import FontModel

/// Checks `BASE`: the positions of the baselines for the letters of each script.
///
/// Only HarfBuzz reads this table, for programs that align scripts with each other. It checks the table first and
/// ignores broken parts.
enum BaselineTable {
    static func check(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        let minor = try bytes.uint16(at: 2, of: table)
        for field in [4, 6] {
            guard let axis = try bytes.optionalPart16(at: field, of: table) else { continue }
            try checkAxis(bytes, axis, &context)
        }
        if minor >= 1, let store = try bytes.optionalPart32(at: 8, of: table) {
            try VariationStore.check(bytes, store, axisCount: context.axisCount, &context.budget)
        }
    }

    /// Checks horizontal or vertical text.
    private static func checkAxis(_ bytes: RawSpan, _ axis: Table, _ context: inout LayoutContext) throws(Violation) {
        var count = 0
        if let tags = try bytes.optionalPart16(at: 0, of: axis) {
            count = try bytes.offset16(at: 0, of: tags)
            try tags.require(count, of: 4, at: 2)
        }
        let scripts = try bytes.part16(at: 2, of: axis)
        let scriptCount = try bytes.offset16(at: 0, of: scripts)
        try scripts.require(scriptCount, of: 6, at: 2)
        try context.spend(scriptCount, on: axis)
        for index in 0..<scriptCount {
            try checkScript(bytes, try bytes.part16(at: 6 + 6 * index, of: scripts), baselineCount: count, &context)
        }
    }

    private static func checkScript(
        _ bytes: RawSpan, _ script: Table, baselineCount: Int, _ context: inout LayoutContext
    ) throws(Violation) {
        guard context.isNew(script, as: .baselines, variant: baselineCount) else { return }
        if let values = try bytes.optionalPart16(at: 0, of: script) {
            let count = try bytes.offset16(at: 2, of: values)
            guard count == baselineCount, try bytes.offset16(at: 0, of: values) < max(count, 1) else {
                throw script.broken("has a script with a wrong number of baselines")
            }
            try values.require(count, of: 2, at: 4)
            try context.spend(count, on: script)
            for index in 0..<count { try checkCoordinate(bytes, at: 4 + 2 * index, of: values, &context) }
        }
        try checkExtent(bytes, at: 2, of: script, &context)
        let count = try bytes.offset16(at: 4, of: script)
        try script.require(count, of: 6, at: 6)
        try context.spend(count, on: script)
        for index in 0..<count { try checkExtent(bytes, at: 10 + 6 * index, of: script, &context) }
    }

    /// Checks the lowest and the highest extent of a line, if the offset is not 0.
    private static func checkExtent(
        _ bytes: RawSpan, at offset: Int, of script: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        guard let extent = try bytes.optionalPart16(at: offset, of: script), context.isNew(extent, as: .extent) else {
            return
        }
        let count = try bytes.offset16(at: 4, of: extent)
        try extent.require(count, of: 8, at: 6)
        try context.spend(count, on: script)
        for field in [0, 2] { try checkCoordinate(bytes, at: field, of: extent, &context) }
        for index in 0..<count {
            for field in [10, 12] { try checkCoordinate(bytes, at: field + 8 * index, of: extent, &context) }
        }
    }

    /// Checks the coordinate that an offset points to, if the offset is not 0.
    private static func checkCoordinate(
        _ bytes: RawSpan, at offset: Int, of part: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        guard let place = try bytes.optionalPart16(at: offset, of: part), context.isNew(place, as: .baseline) else {
            return
        }
        try place.require(4, at: 0)
        switch try bytes.uint16(at: 0, of: place) {
        case 1: break
        case 2:
            try place.require(8, at: 0)
            try context.requireGlyph(try bytes.offset16(at: 4, of: place), in: place)
        case 3: try DeviceTable.checkOptional(bytes, at: 4, of: place, &context)
        default: throw place.broken("has a coordinate of an unknown format")
        }
    }
}
