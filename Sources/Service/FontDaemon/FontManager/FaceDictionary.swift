internal import DBus
internal import FontModel
internal import Registry

/// Converts faces, registrations and descriptors to the dictionaries that `org.typecase.FontManager1` documents.
enum FaceDictionary {
    /// Returns the dictionary of one face.
    ///
    /// - Parameters:
    ///   - record: The face and its origin.
    ///   - isFull: Whether to include everything, or only what identifies the face.
    ///   - caller: The caller; a sandbox does not receive the marks that other providers gave to their fonts.
    /// - Returns: The face dictionary.
    static func make(_ record: FaceRecord, isFull: Bool, for caller: CallerIdentity) -> [String: BusVariant] {
        var dictionary = make(record.face, isFull: isFull)
        dictionary["id"] = BusVariant(record.id.rawValue)
        dictionary["source"] = BusVariant(record.source.rawValue)
        dictionary["enabled"] = BusVariant(record.isEnabled)
        if let provider = record.provider { dictionary["provider"] = BusVariant(provider.rawValue) }
        if isFull, let format = record.format { dictionary["format"] = BusVariant(format.rawValue) }
        if isFull, let digest = record.digest { dictionary["sha256"] = BusVariant(digest.hexadecimal) }
        if isFull, let size = record.size { dictionary["size"] = BusVariant(UInt64(clamping: size)) }
        if isFull, !caller.isSandboxed, let path = record.path { dictionary["path"] = BusVariant(path) }
        if let userInfo = record.userInfo, !caller.isSandboxed || record.provider == caller.provider {
            dictionary["user_info"] = BusVariant(userInfo)
        }
        if record.namesakes > 0 { dictionary["namesakes"] = BusVariant(UInt32(clamping: record.namesakes)) }
        if let instance = record.namedInstance { dictionary["named_instance"] = BusVariant(instance.name) }
        if let coordinates = record.coordinates ?? record.namedInstance?.coordinates {
            dictionary["instance"] = BusVariant(place(coordinates, on: record.face.axes))
        }
        return dictionary
    }

    /// Returns the dictionary of one face without its origin.
    static func make(_ face: FaceDescription, isFull: Bool) -> [String: BusVariant] {
        var dictionary: [String: BusVariant] = [
            "face_index": BusVariant(UInt32(clamping: face.index)),
            "postscript_name": BusVariant(face.postscriptName),
            "family": BusVariant(face.family),
            "full_name": BusVariant(face.fullName),
            "display_name": BusVariant(face.fullName),
            "style": BusVariant(face.style),
            "weight": BusVariant(face.weight),
            "width": BusVariant(face.width),
            "slant": BusVariant(face.slant.rawValue),
            "monospace": BusVariant(face.isMonospace),
            "variable": BusVariant(face.isVariable),
        ]
        if let family = face.typographicFamily { dictionary["typographic_family"] = BusVariant(family) }
        guard isFull else { return dictionary }
        dictionary["names"] = BusVariant(families(of: face))
        dictionary["languages"] = BusVariant(face.languages)
        dictionary["scripts"] = BusVariant(face.scripts)
        dictionary["color"] = BusVariant(face.colorTables)
        dictionary["version"] = BusVariant(face.version)
        dictionary["foundry"] = BusVariant(face.foundry)
        dictionary["licence"] = BusVariant(face.licence)
        dictionary["embedding"] = BusVariant(face.embedding.rawValue)
        if face.glyphCount > 0 { dictionary["glyph_count"] = BusVariant(UInt32(clamping: face.glyphCount)) }
        guard face.isVariable else { return dictionary }
        dictionary["axes"] = BusVariant(axes(of: face))
        dictionary["named_instances"] = BusVariant(
            face.namedInstances.map { instance in
                var entry: [String: BusVariant] = [
                    "name": BusVariant(instance.name),
                    "instance": BusVariant(place(instance.coordinates, on: face.axes)),
                ]
                if let name = instance.postscriptName { entry["postscript_name"] = BusVariant(name) }
                return entry
            })
        return dictionary
    }

    /// A position in the design space, as values by axis tag.
    static func place(_ coordinates: [Double], on axes: [VariationAxis]) -> [String: Double] {
        Dictionary(zip(axes.map(\.tag), coordinates), uniquingKeysWith: { first, _ in first })
    }

    private static func families(of face: FaceDescription) -> [String: String] {
        var families: [String: String] = [:]
        // The typographic family is the one that designers intend; the style-linked one replaces a missing one.
        for kind in [LocalizedName.Kind.family, .typographicFamily] {
            for name in face.names where name.kind == kind { families[name.language] = name.value }
        }
        return families
    }

    private static func axes(of face: FaceDescription) -> BusValue {
        .dictionary(
            key: "s", value: "(ddd)",
            face.axes.map {
                BusValue.Entry(
                    .string($0.tag),
                    .structure([.double($0.minimum), .double($0.defaultValue), .double($0.maximum)]))
            })
    }
}
