/// Checks the tables that make a font variable, except for `fvar` and the deltas of the outlines.
enum VariationTables {
    /// Checks `HVAR` and `VVAR`: the variation of advances and side bearings.
    static func checkMetrics(
        _ bytes: RawSpan, _ table: Table, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        if let store = try bytes.optionalPart32(at: 4, of: table) {
            try VariationStore.check(bytes, store, axisCount: axisCount, &budget)
        }
        let mapCount = table.tag == "VVAR" ? 4 : 3
        for index in 0..<mapCount { try VariationStore.checkMap(bytes, at: 8 + 4 * index, of: table) }
    }

    /// Checks `MVAR`: the variation of other metrics.
    static func checkOthers(
        _ bytes: RawSpan, _ table: Table, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        let size = try bytes.offset16(at: 6, of: table)
        let count = try bytes.offset16(at: 8, of: table)
        if let store = try bytes.optionalPart16(at: 10, of: table) {
            try VariationStore.check(bytes, store, axisCount: axisCount, &budget)
        }
        guard count == 0 || size >= 8 else { throw table.broken("has records of \(size) bytes") }
        try table.require(count, of: size, at: 12)
    }

    /// Checks `avar`: the mapping of axis values.
    static func checkAxes(
        _ bytes: RawSpan, _ table: Table, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        let major = try bytes.uint16(at: 0, of: table)
        guard major == 1 || major == 2 else { throw table.broken("has an unknown version") }
        guard try bytes.offset16(at: 6, of: table) == axisCount else {
            throw table.broken("has a number of axes that differs from the number in the font")
        }
        var offset = 8
        for _ in 0..<axisCount {
            let count = try bytes.offset16(at: offset, of: table)
            try table.require(count, of: 4, at: offset + 2)
            var previous = Int16.min
            for index in 0..<count {
                let place = try bytes.int16(at: offset + 2 + 4 * index, of: table)
                guard place >= previous else { throw table.broken("has axis positions that are out of order") }
                previous = place
            }
            offset += 2 + 4 * count
        }
        guard major == 2 else { return }
        try VariationStore.checkMap(bytes, at: offset, of: table)
        if let store = try bytes.optionalPart32(at: offset + 4, of: table) {
            try VariationStore.check(bytes, store, axisCount: axisCount, &budget)
        }
    }

    /// Checks `STAT`: the names of the styles.
    static func checkStyles(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        let axisSize = try bytes.offset16(at: 4, of: table)
        let axisCount = try bytes.offset16(at: 6, of: table)
        let valueCount = try bytes.offset16(at: 12, of: table)
        if axisCount > 0 {
            guard axisSize >= 8 else { throw table.broken("has axes of \(axisSize) bytes") }
            let axes = try bytes.part32(at: 8, of: table)
            try axes.require(axisCount, of: axisSize, at: 0)
        }
        guard valueCount > 0 else { return }
        let offsets = try bytes.part32(at: 14, of: table)
        try offsets.require(valueCount, of: 2, at: 0)
        for index in 0..<valueCount {
            let value = try bytes.part16(at: 2 * index, of: offsets)
            switch try bytes.uint16(at: 0, of: value) {
            case 1: try value.require(12, at: 0)
            case 2: try value.require(20, at: 0)
            case 3: try value.require(16, at: 0)
            case 4:
                try value.require(try bytes.offset16(at: 2, of: value), of: 6, at: 8)
                continue
            default: throw table.broken("has the value of an axis in an unknown format")
            }
            guard try bytes.offset16(at: 2, of: value) < axisCount else {
                throw table.broken("has a value of an axis that does not exist")
            }
        }
    }
}
