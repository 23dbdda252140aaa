package import WorkerProtocol

extension InspectionWire {
    private enum JobCode: UInt8 {
        case inspect = 1
        case warm, systemDirectories, systemFaces, selfTest, secondOpinion, convert, unpack, draw, icon,
            defaultFamilies, trial, inspectNext
    }

    /// Encodes a job.
    ///
    /// - Throws: ``MalformedRecord`` if the job exceeds a limit, such as ``jobLimit``.
    package static func encode(_ job: InspectionJob) throws(MalformedRecord) -> [UInt8] {
        var encoder = RecordEncoder(limit: jobLimit)
        encoder.put(version)
        switch job {
        case .inspect:
            encoder.put(JobCode.inspect.rawValue)
        case .inspectNext:
            encoder.put(JobCode.inspectNext.rawValue)
        case .warm(let directories):
            encoder.put(JobCode.warm.rawValue)
            try encoder.putPaths(directories)
        case .systemDirectories(let excluded):
            encoder.put(JobCode.systemDirectories.rawValue)
            try encoder.putPaths(excluded)
        case .systemFaces(let directory, let offset, let limit):
            encoder.put(JobCode.systemFaces.rawValue)
            try encoder.put(directory, limit: Limit.path)
            encoder.put(Int64(offset))
            encoder.put(Int64(limit))
        case .selfTest:
            encoder.put(JobCode.selfTest.rawValue)
        case .secondOpinion:
            encoder.put(JobCode.secondOpinion.rawValue)
        case .convert:
            encoder.put(JobCode.convert.rawValue)
        case .unpack(let request):
            encoder.put(JobCode.unpack.rawValue)
            try encoder.put(request)
        case .draw(let request, let fileCount):
            guard request.count <= drawingLimit, fileCount <= drawingFiles else {
                throw MalformedRecord("the request to draw is too long")
            }
            encoder.put(JobCode.draw.rawValue)
            encoder.put(UInt8(clamping: fileCount))
            encoder.put(blob: request)
        case .icon:
            encoder.put(JobCode.icon.rawValue)
        case .defaultFamilies:
            encoder.put(JobCode.defaultFamilies.rawValue)
        case .trial:
            encoder.put(JobCode.trial.rawValue)
        }
        return try encoder.finish()
    }

    /// Decodes a job.
    ///
    /// - Parameter bytes: The record without its frame.
    /// - Returns: The job.
    /// - Throws: ``MalformedRecord`` for anything that ``encode(_:)-(InspectionJob)`` does not produce.
    package static func decodeJob(_ bytes: [UInt8]) throws(MalformedRecord) -> InspectionJob {
        var decoder = try decoder(of: bytes, limit: jobLimit)
        guard let code = JobCode(rawValue: try decoder.integer()) else { throw MalformedRecord("the job is unknown") }
        let job: InspectionJob =
            switch code {
            case .inspect: .inspect
            case .inspectNext: .inspectNext
            case .warm: .warm(directories: try decoder.paths())
            case .systemDirectories: .systemDirectories(excluding: try decoder.paths())
            case .systemFaces:
                .systemFaces(
                    directory: try decoder.path(), offset: try decoder.count(), limit: try decoder.count())
            case .selfTest: .selfTest
            case .secondOpinion: .secondOpinion
            case .convert: .convert
            case .unpack: .unpack(try decoder.archiveRequest())
            case .draw: try decoder.drawing()
            case .icon: .icon
            case .defaultFamilies: .defaultFamilies
            case .trial: .trial
            }
        try decoder.finish()
        return job
    }
}

extension RecordEncoder {
    mutating func putPaths(_ paths: [String]) throws(MalformedRecord) {
        try put(paths, limit: InspectionWire.Limit.directories) { encoder, path throws(MalformedRecord) in
            try encoder.put(path, limit: InspectionWire.Limit.path)
        }
    }
}

extension RecordDecoder {
    fileprivate mutating func drawing() throws(MalformedRecord) -> InspectionJob {
        let fileCount = Int(try integer(UInt8.self))
        guard fileCount <= InspectionWire.drawingFiles else {
            throw MalformedRecord("more files than a request to draw may have")
        }
        return .draw(request: Array(try blob(limit: InspectionWire.drawingLimit)), fileCount: fileCount)
    }

    /// Decodes an absolute path.
    ///
    /// Control characters are allowed in file names, but the NUL that ends a C string is not.
    mutating func path() throws(MalformedRecord) -> String {
        let content = try blob(limit: InspectionWire.Limit.path)
        guard content.first == UInt8(ascii: "/"), !content.contains(0),
            let path = String(validating: content, as: UTF8.self)
        else { throw MalformedRecord("a path is not an absolute path in UTF-8") }
        return path
    }

    mutating func paths() throws(MalformedRecord) -> [String] {
        try list(limit: InspectionWire.Limit.directories, minimumSize: 5) {
            decoder throws(MalformedRecord) in try decoder.path()
        }
    }
}
