internal import FontModel
package import WorkerProtocol

extension InspectionWire {
    private enum ReplyCode: UInt8 {
        case inspection = 1
        case warmed, systemDirectories, systemFaces, selfTest, failed, secondOpinion, conversion, archive, drawing,
            icon, defaultFamilies, trial
    }

    /// A lower bound for the bytes of a face: a dozen lengths and ten numbers.
    fileprivate static let faceSize = 100

    private enum FailureCode: UInt8 {
        case crashed = 1
        case timedOut, noReport, refused, outOfProcessorTime, outOfMemory, notWritten
    }

    /// Encodes a reply.
    ///
    /// - Throws: ``MalformedRecord`` if the reply exceeds a limit, such as ``replyLimit``.
    package static func encode(_ reply: InspectionReply) throws(MalformedRecord) -> [UInt8] {
        var encoder = RecordEncoder(limit: replyLimit)
        switch reply {
        case .conversion: encoder = RecordEncoder(limit: replyLimit(in: .convert))
        case .archive: encoder = RecordEncoder(limit: replyLimit(in: .archive))
        default: break
        }
        encoder.put(version)
        switch reply {
        case .inspection(let inspection):
            encoder.put(ReplyCode.inspection.rawValue)
            try encoder.put(inspection)
        case .warmed(let patternCounts):
            encoder.put(ReplyCode.warmed.rawValue)
            try encoder.put(patternCounts, limit: Limit.directories) { encoder, count in encoder.put(Int64(count)) }
        case .systemDirectories(let directories):
            encoder.put(ReplyCode.systemDirectories.rawValue)
            try encoder.put(directories, limit: Limit.directories) { encoder, directory throws(MalformedRecord) in
                try encoder.put(directory.path, limit: Limit.path)
                encoder.put(directory.modificationNanoseconds)
            }
        case .systemFaces(let faces, let total):
            encoder.put(ReplyCode.systemFaces.rawValue)
            encoder.put(Int64(total))
            try encoder.put(faces, limit: Limit.faces) { encoder, face throws(MalformedRecord) in
                try encoder.put(face.path, limit: Limit.path)
                try encoder.put(face.format?.rawValue, limit: Limit.tag)
                try encoder.put(face.face)
            }
        case .defaultFamilies(let families):
            encoder.put(ReplyCode.defaultFamilies.rawValue)
            try encoder.put(families, limit: InspectionJob.genericFamilies.count) {
                encoder, family throws(MalformedRecord) in try encoder.put(family, limit: Limit.name)
            }
        case .selfTest(let report):
            encoder.put(ReplyCode.selfTest.rawValue)
            try encoder.put(report)
        case .secondOpinion(let opinion):
            encoder.put(ReplyCode.secondOpinion.rawValue)
            try encoder.put(opinion)
        case .conversion(let conversion):
            encoder.put(ReplyCode.conversion.rawValue)
            try encoder.put(conversion)
        case .archive(let outcome):
            encoder.put(ReplyCode.archive.rawValue)
            try encoder.put(outcome)
        case .drawing(let reply):
            guard reply.count <= drawingLimit else {
                throw MalformedRecord("the reply to a request to draw is too long")
            }
            encoder.put(ReplyCode.drawing.rawValue)
            encoder.put(blob: reply)
        case .icon(let outcome):
            encoder.put(ReplyCode.icon.rawValue)
            try encoder.put(outcome)
        case .trial(let failure):
            encoder.put(ReplyCode.trial.rawValue)
            try encoder.put(failure, limit: Limit.message)
        case .failed(let failure):
            encoder.put(ReplyCode.failed.rawValue)
            try encoder.put(failure)
        }
        return try encoder.finish()
    }

    /// Decodes a reply.
    ///
    /// - Parameter bytes: The record without its frame.
    /// - Returns: The reply.
    /// - Throws: ``MalformedRecord`` for anything that ``encode(_:)-(InspectionReply)`` does not produce.
    package static func decodeReply(_ bytes: [UInt8]) throws(MalformedRecord) -> InspectionReply {
        var decoder = try decoder(of: bytes, limit: replyLimit(in: .convert))
        guard let code = ReplyCode(rawValue: try decoder.integer()) else {
            throw MalformedRecord("the reply is unknown")
        }
        guard code == .conversion || bytes.count <= replyLimit else {
            throw MalformedRecord("the record has \(bytes.count) bytes where \(replyLimit) are allowed")
        }
        let reply: InspectionReply
        switch code {
        case .inspection:
            reply = .inspection(try decoder.inspection())
        case .warmed:
            reply = .warmed(
                patternCounts: try decoder.list(limit: Limit.directories, minimumSize: 8) {
                    decoder throws(MalformedRecord) in try decoder.count()
                })
        case .systemDirectories:
            reply = .systemDirectories(
                try decoder.list(limit: Limit.directories, minimumSize: 13) { decoder throws(MalformedRecord) in
                    SystemFontDirectory(path: try decoder.path(), modificationNanoseconds: try decoder.integer())
                })
        case .systemFaces:
            let total = try decoder.count()
            let faces = try decoder.list(limit: Limit.faces, minimumSize: faceSize) { decoder throws(MalformedRecord) in
                SystemFontFace(
                    path: try decoder.path(), format: try decoder.optionalFormat(), face: try decoder.face())
            }
            reply = .systemFaces(faces, total: total)
        case .defaultFamilies:
            reply = .defaultFamilies(
                try decoder.list(limit: InspectionJob.genericFamilies.count, minimumSize: 4) {
                    decoder throws(MalformedRecord) in try decoder.text(limit: Limit.name)
                })
        case .selfTest:
            reply = .selfTest(try decoder.sandboxReport())
        case .secondOpinion:
            reply = .secondOpinion(try decoder.secondOpinion())
        case .conversion:
            reply = .conversion(try decoder.conversion())
        case .archive:
            reply = .archive(try decoder.archiveOutcome())
        case .drawing:
            reply = .drawing(Array(try decoder.blob(limit: drawingLimit)))
        case .icon:
            reply = .icon(try decoder.iconOutcome())
        case .trial:
            reply = .trial(failure: try decoder.optionalText(limit: Limit.message))
        case .failed:
            reply = .failed(try failure(from: &decoder))
        }
        try decoder.finish()
        return reply
    }

    private static func failure(from decoder: inout RecordDecoder) throws(MalformedRecord) -> InspectionFailure {
        guard let code = FailureCode(rawValue: try decoder.integer()) else {
            throw MalformedRecord("the failure is unknown")
        }
        switch code {
        case .crashed: return .crashed(signal: try decoder.integer())
        case .timedOut: return .timedOut
        case .noReport: return .noReport
        case .outOfProcessorTime: return .outOfProcessorTime
        case .outOfMemory: return .outOfMemory
        case .refused: return .refused(try decoder.text(limit: Limit.message))
        case .notWritten: return .notWritten(errno: try decoder.integer())
        }
    }
}

extension RecordEncoder {
    fileprivate mutating func put(_ failure: InspectionFailure) throws(MalformedRecord) {
        switch failure {
        case .crashed(let signal):
            put(1 as UInt8)
            put(signal)
        case .timedOut: put(2 as UInt8)
        case .noReport: put(3 as UInt8)
        case .refused(let reason):
            put(4 as UInt8)
            try put(reason, limit: InspectionWire.Limit.message)
        case .outOfProcessorTime: put(5 as UInt8)
        case .outOfMemory: put(6 as UInt8)
        case .notWritten(let errno):
            put(7 as UInt8)
            put(errno)
        }
    }

    fileprivate mutating func put(_ conversion: FontConversion) throws(MalformedRecord) {
        switch conversion {
        case .font(let font):
            put(true)
            put(blob: font)
        case .refused(let kind, let message):
            put(false)
            try put(kind.rawValue, limit: 32)
            try put(message, limit: InspectionWire.Limit.message)
        }
    }

    fileprivate mutating func put(_ inspection: FontInspection) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        try put(inspection.format?.rawValue, limit: Limit.tag)
        try put(inspection.findings, limit: Limit.findings) { encoder, finding throws(MalformedRecord) in
            try encoder.put(finding.kind.rawValue, limit: 32)
            try encoder.put(finding.rule, limit: Limit.rule)
            try encoder.put(finding.message, limit: Limit.message)
            encoder.put(finding.face != nil)
            if let face = finding.face { encoder.put(Int64(face)) }
            encoder.put(Int16(truncatingIfNeeded: finding.code.rawValue))
            try encoder.put(finding.concern?.rawValue, limit: 32)
        }
        put(Int64(inspection.scanCost))
        try put(inspection.faces, limit: FontLimits.faces) { encoder, face throws(MalformedRecord) in
            try encoder.put(face)
        }
        try put(inspection.examined, limit: FontLimits.faces) { encoder, face throws(MalformedRecord) in
            try encoder.put(face.format?.rawValue, limit: Limit.tag)
            try encoder.put(face.name, limit: Limit.name)
        }
        try put(inspection.opinions)
    }

    fileprivate mutating func put(_ report: SandboxReport) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        try put(report.mode.rawValue, limit: 32)
        try put(report.attempts, limit: Limit.attempts) { encoder, attempt throws(MalformedRecord) in
            try encoder.put(attempt.action, limit: 32)
            encoder.put(attempt.isDenied)
        }
        put(Int64(report.landlockVersion))
        try put(report.opinions)
    }
}

extension RecordDecoder {
    fileprivate mutating func optionalFormat() throws(MalformedRecord) -> FontFormat? {
        try boolean() ? try enumeration(FontFormat.self) : nil
    }

    fileprivate mutating func inspection() throws(MalformedRecord) -> FontInspection {
        typealias Limit = InspectionWire.Limit
        let format = try optionalFormat()
        let findings = try list(limit: Limit.findings, minimumSize: 16) { decoder throws(MalformedRecord) in
            FontInspection.Finding(
                kind: try decoder.enumeration(), rule: try decoder.text(limit: Limit.rule),
                message: try decoder.text(limit: Limit.message),
                face: try decoder.boolean() ? try decoder.count(limit: FontLimits.faces - 1) : nil,
                code: try decoder.validationCode(),
                concern: try decoder.boolean() ? try decoder.enumeration(BrowserConcern.self) : nil)
        }
        let scanCost = try count()
        let faces = try list(limit: FontLimits.faces, minimumSize: InspectionWire.faceSize) {
            decoder throws(MalformedRecord) in
            try decoder.face()
        }
        let examined = try list(limit: FontLimits.faces, minimumSize: 2) { decoder throws(MalformedRecord) in
            ExaminedFace(format: try decoder.optionalFormat(), name: try decoder.optionalText(limit: Limit.name))
        }
        return FontInspection(
            format: format, faces: faces, findings: findings, scanCost: scanCost, examined: examined,
            opinions: try opinions())
    }

    fileprivate mutating func conversion() throws(MalformedRecord) -> FontConversion {
        if try boolean() { return .font(Array(try blob(limit: FontLimits.webFontSize))) }
        let kind = try enumeration(FontInspection.Finding.Kind.self)
        return .refused(kind, message: try text(limit: InspectionWire.Limit.message))
    }

    private mutating func validationCode() throws(MalformedRecord) -> ValidationCode {
        guard let code = ValidationCode(rawValue: Int(try integer(Int16.self))) else {
            throw MalformedRecord("the code of a finding is unknown")
        }
        return code
    }

    fileprivate mutating func sandboxReport() throws(MalformedRecord) -> SandboxReport {
        typealias Limit = InspectionWire.Limit
        let mode = try enumeration(InspectionMode.self)
        let attempts = try list(limit: Limit.attempts, minimumSize: 5) { decoder throws(MalformedRecord) in
            SandboxAttempt(action: try decoder.text(limit: 32), isDenied: try decoder.boolean())
        }
        let landlockVersion = try count()
        return SandboxReport(
            mode: mode, attempts: attempts, landlockVersion: landlockVersion, opinions: try opinions())
    }
}
