internal import FontModel

extension FontBuilder {
    /// Where the names of axes and instances start; lower ids have a meaning of their own.
    static let firstFreeName: UInt16 = 256

    func naming() -> [UInt8] {
        let records = nameRecords().sorted {
            ($0.platform, $0.language, $0.id) < ($1.platform, $1.language, $1.id)
        }
        var table = BigEndianWriter()
        var pool = BigEndianWriter()
        table.put(0 as UInt16)
        table.put(UInt16(records.count))
        table.put(UInt16(6 + 12 * records.count))
        for record in records {
            let start = pool.bytes.count
            if record.platform == 1 {
                pool.put(Array(record.value.utf8))
            } else {
                for unit in record.value.utf16 { pool.put(unit) }
            }
            let encoding: UInt16 =
                switch record.platform {
                case 0: 3
                case 1: 0
                default: 1
                }
            for value in [record.platform, encoding, record.language, record.id] as [UInt16] { table.put(value) }
            table.put(UInt16(pool.bytes.count - start))
            table.put(UInt16(start))
        }
        return table.bytes + pool.bytes
    }

    private func nameRecords() -> [Name] {
        let isStyleLinked = ["Regular", "Bold", "Italic", "Bold Italic"].contains(style)
        var texts: [(id: UInt16, value: String)] = [
            (1, isStyleLinked ? family : family + " " + style),
            (2, isStyleLinked ? style : "Regular"),
            (3, "\(effectivePostscriptName);\(vendor);\(revision)"),
            (4, fullName ?? family + " " + style),
            (5, "Version \(revision)"),
            (6, effectivePostscriptName),
        ]
        if !licence.isEmpty { texts.append((13, licence)) }
        if !isStyleLinked { texts += [(16, family), (17, style)] }
        for (index, axis) in axes.enumerated() { texts.append((nameIdentifier(ofAxis: index), axis.name)) }
        for (index, instance) in namedInstances.enumerated() {
            texts.append((nameIdentifier(ofInstance: index), instance.name))
            if let name = instance.postscriptName { texts.append((nameIdentifier(ofInstance: index) + 1, name)) }
        }
        return texts.map { Name(id: $0.id, language: 0x0409, value: $0.value) } + extraNames
    }

    func nameIdentifier(ofAxis index: Int) -> UInt16 { Self.firstFreeName + UInt16(index) }

    /// The name of an instance; its PostScript name has the next id.
    func nameIdentifier(ofInstance index: Int) -> UInt16 {
        Self.firstFreeName + UInt16(axes.count) + 2 * UInt16(index)
    }
}
