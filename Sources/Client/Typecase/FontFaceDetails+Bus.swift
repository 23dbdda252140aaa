internal import BusInterface
internal import DBus

extension FontFaceDetails {
    /// Creates details from a full face dictionary.
    init(_ record: BusRecord) {
        familyNames = record.value("names") ?? [:]
        languages = record.value("languages") ?? []
        scripts = record.value("scripts") ?? []
        axes = Self.axes(record.entries["axes"]?.value)
        format = record.value("format")
        colorTables = record.value("color") ?? []
        version = record.text("version")
        foundry = record.text("foundry")
        license = record.text("licence")
        embedding = record.value("embedding") ?? embedding
        glyphCount = record.value("glyph_count", as: UInt32.self).map { Int($0) }
    }

    private static func axes(_ value: BusValue?) -> [FontVariationAxis] {
        guard case .dictionary(_, _, let entries) = value else { return [] }
        return entries.compactMap { entry in
            guard case .string(let tag) = entry.key, case .structure(let numbers) = entry.value, numbers.count == 3,
                case .double(let minimum) = numbers[0], case .double(let defaultValue) = numbers[1],
                case .double(let maximum) = numbers[2]
            else { return nil }
            return FontVariationAxis(tag: tag, minimum: minimum, defaultValue: defaultValue, maximum: maximum)
        }.sorted { $0.tag < $1.tag }
    }
}
