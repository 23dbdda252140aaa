internal import FontModel
internal import WorkerProtocol

extension RecordEncoder {
    mutating func put(_ request: ArchiveRequest) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        for ends in [request.unpacked, request.listed] {
            try put(ends, limit: Limit.extensions) { encoder, end throws(MalformedRecord) in
                try encoder.put(end, limit: Limit.tag)
            }
        }
        put(request.describesFaces)
    }

    mutating func put(_ outcome: ArchiveOutcome) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        switch outcome {
        case .refused(let kind, let message):
            put(false)
            try put(kind.rawValue, limit: 32)
            try put(message, limit: Limit.message)
        case .unpacked(let contents):
            put(true)
            try put(contents.entries, limit: ArchiveLimits.fonts) { encoder, entry throws(MalformedRecord) in
                guard entry.path.count <= ArchiveLimits.pathLength else {
                    throw MalformedRecord("the path of an entry is too long")
                }
                encoder.put(blob: entry.path)
                try encoder.put(entry.content)
            }
            put(Int64(contents.otherFiles))
        }
    }

    private mutating func put(_ content: ArchiveContents.Content) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        switch content {
        case .listed: put(1 as UInt8)
        case .refused(let kind, let message):
            put(2 as UInt8)
            try put(kind.rawValue, limit: 32)
            try put(message, limit: Limit.message)
        case .unpacked(let offset, let size, let faces):
            put(3 as UInt8)
            put(Int64(offset))
            put(Int64(size))
            try put(faces, limit: FontLimits.faces) { encoder, face throws(MalformedRecord) in
                try encoder.put(face)
            }
        }
    }

    private mutating func put(_ face: ArchivedFace) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        try put(face.format?.rawValue, limit: Limit.tag)
        try put(face.postscriptName, limit: Limit.name)
        try put(face.family, limit: Limit.name)
        put(face.weight)
        put(face.width)
        try put(face.slant.rawValue, limit: 32)
        try put(face.axes, limit: Limit.axes) { encoder, axis throws(MalformedRecord) in
            try encoder.put(axis, limit: Limit.tag)
        }
        put(Int64(face.namedInstances))
    }
}

extension RecordDecoder {
    mutating func archiveRequest() throws(MalformedRecord) -> ArchiveRequest {
        ArchiveRequest(unpacked: try ends(), listed: try ends(), describesFaces: try boolean())
    }

    private mutating func ends() throws(MalformedRecord) -> [String] {
        try list(limit: InspectionWire.Limit.extensions, minimumSize: 4) { decoder throws(MalformedRecord) in
            try decoder.text(limit: InspectionWire.Limit.tag)
        }
    }

    mutating func archiveOutcome() throws(MalformedRecord) -> ArchiveOutcome {
        guard try boolean() else {
            let kind = try enumeration(FontInspection.Finding.Kind.self)
            return .refused(kind, message: try text(limit: InspectionWire.Limit.message))
        }
        let entries = try list(limit: ArchiveLimits.fonts, minimumSize: 5) {
            decoder throws(MalformedRecord) in
            let path = Array(try decoder.blob(limit: ArchiveLimits.pathLength))
            // A zero byte ends a C string, so no archive contains one in a path.
            guard !path.isEmpty, !path.contains(0) else {
                throw MalformedRecord("the path of an entry is none")
            }
            return ArchiveContents.Entry(path: path, content: try decoder.archivedContent())
        }
        return .unpacked(ArchiveContents(entries: entries, otherFiles: try count()))
    }

    private mutating func archivedContent() throws(MalformedRecord) -> ArchiveContents.Content {
        switch try integer(UInt8.self) {
        case 1: return .listed
        case 2:
            let kind = try enumeration(FontInspection.Finding.Kind.self)
            return .refused(kind, message: try text(limit: InspectionWire.Limit.message))
        case 3:
            return .unpacked(
                offset: try count(limit: .max), size: try count(limit: .max),
                faces: try list(limit: FontLimits.faces, minimumSize: 46) {
                    decoder throws(MalformedRecord) in try decoder.archivedFace()
                })
        default: throw MalformedRecord("what became of an entry is unknown")
        }
    }

    private mutating func archivedFace() throws(MalformedRecord) -> ArchivedFace {
        typealias Limit = InspectionWire.Limit
        return ArchivedFace(
            format: try boolean() ? try enumeration(FontFormat.self) : nil,
            postscriptName: try text(limit: Limit.name), family: try text(limit: Limit.name), weight: try double(),
            width: try double(), slant: try enumeration(),
            axes: try list(limit: Limit.axes, minimumSize: 4) { decoder throws(MalformedRecord) in
                try decoder.text(limit: Limit.tag)
            },
            namedInstances: try count(limit: Limit.instances))
    }
}
