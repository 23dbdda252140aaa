internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

extension FontManager {
    // MARK: Faces

    /// The faces that this process finds: its own, those registered by anybody, and those of the system.
    ///
    /// What a list of fonts for people to choose from is made of: the families first, by ``availableFamilyNames()``,
    /// and the faces of the one that is looked at.
    ///
    /// - Parameters:
    ///   - filter: Which faces; all of them where nothing is given.
    ///   - includingDetails: Whether to tell ``FontFace/details`` of each, which takes several times as long.
    /// - Returns: The faces, those of this process first; a variable one once, with its named instances where details
    ///   are told.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func availableFaces(
        matching filter: FontFaceFilter = FontFaceFilter(), includingDetails: Bool = false
    ) async throws -> [FontFace] {
        let own = try await files.run { [processFonts] in processFonts.faces(filter, withDetails: includingDetails) }
        if filter.source == .process { return own }
        var entries: [String: BusVariant] = [:]
        if let family = filter.familyName { entries["family"] = BusVariant(family) }
        if !filter.languages.isEmpty { entries["languages"] = BusVariant(filter.languages) }
        if let isMonospace = filter.isMonospace { entries["monospace"] = BusVariant(isMonospace) }
        if let isVariable = filter.isVariable { entries["variable"] = BusVariant(isVariable) }
        if let source = filter.source { entries["source"] = BusVariant(source.rawValue) }
        if includingDetails { entries["details"] = BusVariant(true) }
        return try await service.call { [entries] (session, _) throws(BusError) in
            var faces = own
            try await BusPages.forEach(entries) { page throws(BusError) in
                let reply = try await session.fonts.listFaces(filter: page)
                return (reply.faces, reply.cursor)
            } body: { page in
                faces += page.map { dictionary in
                    let record = BusRecord(dictionary)
                    var face = FontFace(record)
                    if includingDetails { face.details = FontFaceDetails(record) }
                    return face
                }
            }
            return faces
        }
    }
}

extension FontFaceDetails {
    /// Reads a full face dictionary.
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
