/// The script tags of a `GSUB` or `GPOS` table.
enum LayoutScripts {
    static func tags(_ bytes: RawSpan, _ table: Table) throws(Violation) -> [String] {
        guard try bytes.uint16(at: 0, of: table) == 1 else {
            throw .invalid(Rule.layout, "The table '\(table.tag)' has an unknown version.")
        }
        let offset = try bytes.offset16(at: 4, of: table)
        guard offset != 0 else { return [] }
        let list = try table.part(from: offset)
        let count = try bytes.offset16(at: 0, of: list)
        try list.require(count, of: 6, at: 2)
        // All tags of OpenType's registry are fewer than 200.
        guard count <= 512 else { throw .limit(Rule.layout, "The table '\(table.tag)' has \(count) scripts.") }
        var tags: [String] = []
        for index in 0..<count {
            let script = try list.part(from: try bytes.offset16(at: 2 + 6 * index + 4, of: list))
            try script.require(4, at: 0)
            // A tag that is none selects no script, so it harms nobody.
            guard let tag = try bytes.tag(at: 2 + 6 * index, of: list) else { continue }
            tags.append(String(tag.prefix { $0 != " " }))
        }
        return tags
    }
}
