internal import FontModel
internal import WorkerProtocol

extension RecordEncoder {
    mutating func put(_ face: FaceDescription) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        put(Int64(face.index))
        try put(face.postscriptName, limit: Limit.name)
        try put(face.family, limit: Limit.name)
        try put(face.typographicFamily, limit: Limit.name)
        try put(face.style, limit: Limit.name)
        try put(face.fullName, limit: Limit.name)
        try put(face.names, limit: Limit.names) { encoder, name throws(MalformedRecord) in
            encoder.put(name.kind.rawValue)
            try encoder.put(name.language, limit: Limit.language)
            try encoder.put(name.value, limit: Limit.name)
        }
        put(face.weight)
        put(face.width)
        try put(face.slant.rawValue, limit: 32)
        put(face.isMonospace)
        try putTags(face.languages, limit: Limit.languages, length: Limit.language)
        try putTags(face.scripts, limit: Limit.scripts, length: Limit.tag)
        put(blob: face.coverage.encoded())
        try putVariations(of: face)
        try putTags(face.colorTables, limit: Limit.colorTables, length: Limit.tag)
        try put(face.version, limit: Limit.prose)
        put(face.revision)
        try put(face.foundry, limit: Limit.name)
        try put(face.licence, limit: Limit.prose)
        try put(face.embedding.rawValue, limit: 32)
        put(Int64(face.glyphCount))
    }

    private mutating func putVariations(of face: FaceDescription) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        try put(face.axes, limit: Limit.axes) { encoder, axis throws(MalformedRecord) in
            try encoder.put(axis.tag, limit: Limit.tag)
            try encoder.put(axis.name, limit: Limit.name)
            encoder.put(axis.minimum)
            encoder.put(axis.defaultValue)
            encoder.put(axis.maximum)
        }
        try put(face.namedInstances, limit: Limit.instances) { encoder, instance throws(MalformedRecord) in
            try encoder.put(instance.name, limit: Limit.name)
            try encoder.put(instance.postscriptName, limit: Limit.name)
            try encoder.put(instance.coordinates, limit: Limit.axes) { encoder, value in encoder.put(value) }
        }
    }

    private mutating func putTags(_ tags: [String], limit: Int, length: Int) throws(MalformedRecord) {
        try put(tags, limit: limit) { encoder, tag throws(MalformedRecord) in
            try encoder.put(tag, limit: length)
        }
    }
}

extension RecordDecoder {
    mutating func face() throws(MalformedRecord) -> FaceDescription {
        typealias Limit = InspectionWire.Limit
        var face = FaceDescription(index: try count(limit: 0xFFFF))
        face.postscriptName = try text(limit: Limit.name)
        face.family = try text(limit: Limit.name)
        face.typographicFamily = try optionalText(limit: Limit.name)
        face.style = try text(limit: Limit.name)
        face.fullName = try text(limit: Limit.name)
        face.names = try list(limit: Limit.names, minimumSize: 10) { decoder throws(MalformedRecord) in
            guard let kind = LocalizedName.Kind(rawValue: try decoder.integer()) else {
                throw MalformedRecord("the kind of a name is unknown")
            }
            return LocalizedName(
                kind: kind, language: try decoder.text(limit: Limit.language),
                value: try decoder.text(limit: Limit.name))
        }
        face.weight = try double()
        face.width = try double()
        face.slant = try enumeration()
        face.isMonospace = try boolean()
        face.languages = try tags(limit: Limit.languages, length: Limit.language)
        face.scripts = try tags(limit: Limit.scripts, length: Limit.tag)
        face.coverage = try coverage()
        try takeVariations(of: &face)
        face.colorTables = try tags(limit: Limit.colorTables, length: Limit.tag)
        face.version = try text(limit: Limit.prose, isMultiline: true)
        face.revision = try integer()
        face.foundry = try text(limit: Limit.name)
        face.licence = try text(limit: Limit.prose, isMultiline: true)
        face.embedding = try enumeration()
        face.glyphCount = try count(limit: 0xFFFF)
        return face
    }

    private mutating func takeVariations(of face: inout FaceDescription) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        face.axes = try list(limit: Limit.axes, minimumSize: 32) { decoder throws(MalformedRecord) in
            VariationAxis(
                tag: try decoder.text(limit: Limit.tag), name: try decoder.text(limit: Limit.name),
                minimum: try decoder.double(), defaultValue: try decoder.double(), maximum: try decoder.double())
        }
        let axisCount = face.axes.count
        face.namedInstances = try list(limit: Limit.instances, minimumSize: 9) {
            decoder throws(MalformedRecord) in
            let instance = NamedInstance(
                name: try decoder.text(limit: Limit.name), postscriptName: try decoder.optionalText(limit: Limit.name),
                coordinates: try decoder.list(limit: Limit.axes, minimumSize: 8) {
                    decoder throws(MalformedRecord) in try decoder.double()
                })
            guard instance.coordinates.count == axisCount else {
                throw MalformedRecord("an instance does not have a coordinate per axis")
            }
            return instance
        }
    }

    private mutating func coverage() throws(MalformedRecord) -> CharacterCoverage {
        // All of Unicode is 0x1100 pages of 256 characters.
        let encoded = try blob(limit: 0x1100 * CharacterCoverage.encodedPageSize)
        guard let coverage = CharacterCoverage(encoded: Array(encoded)) else {
            throw MalformedRecord("the coverage is damaged")
        }
        return coverage
    }

    private mutating func tags(limit: Int, length: Int) throws(MalformedRecord) -> [String] {
        try list(limit: limit, minimumSize: 4) { decoder throws(MalformedRecord) in
            try decoder.text(limit: length)
        }
    }
}
