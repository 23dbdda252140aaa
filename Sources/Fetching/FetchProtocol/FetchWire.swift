internal import FontModel
package import WorkerProtocol

/// The encoding of a job and its reports between the daemon and the fetcher.
///
/// They are framed and encoded like jobs and replies of the workers, see ``InspectionProtocol/InspectionWire``. The
/// first byte of a job comes with a descriptor of the memory that the file is written to. Reports follow, of which the
/// last is
/// ``FetchReport/done(size:)``, ``FetchReport/failed(_:)`` or ``FetchReport/selfTest(_:)``. Either side can give the
/// file up by closing the connection.
package enum FetchWire {
    /// The version of the encoding.
    package static let version: UInt8 = 3
    /// The maximum size of a record in bytes.
    package static let limit = 16 << 10

    private static let maximumAttempts = 32
    private static let longestTime = Int64(24 * 60 * 60 * 1000)

    /// The record of a job.
    package static func encode(_ job: FetchJob) throws(MalformedRecord) -> [UInt8] {
        var encoder = RecordEncoder(limit: limit)
        encoder.put(version)
        switch job {
        case .fetch(let request):
            encoder.put(UInt8(0))
            try put(request, &encoder)
        case .selfTest: encoder.put(UInt8(1))
        }
        return try encoder.finish()
    }

    private static func put(_ request: FetchRequest, _ encoder: inout RecordEncoder) throws(MalformedRecord) {
        try encoder.put(request.address.text, limit: RemoteAddress.limit)
        for scheme in RemoteScheme.allCases { encoder.put(request.schemes.contains(scheme)) }
        encoder.put(request.allowsLocalNetwork)
        try encoder.put(request.authorization ?? "", limit: FetchRequest.authorizationLimit)
        let limits = request.limits
        for number in [limits.size, limits.redirects, limits.attempts, limits.pace] { encoder.put(Int64(number)) }
        for time in [limits.answerTime, limits.idleTime, limits.wholeTime] { encoder.put(time.milliseconds) }
    }

    /// The job of a record.
    package static func decodeJob(_ record: [UInt8]) throws(MalformedRecord) -> FetchJob {
        var decoder = try decoder(of: record)
        let job: FetchJob
        switch try decoder.integer(UInt8.self) {
        case 0: job = .fetch(try request(&decoder))
        case 1: job = .selfTest
        default: throw MalformedRecord("the job is of no known kind")
        }
        try decoder.finish()
        return job
    }

    private static func request(_ decoder: inout RecordDecoder) throws(MalformedRecord) -> FetchRequest {
        let text = try decoder.text(limit: RemoteAddress.limit)
        var schemes: Set<RemoteScheme> = []
        for scheme in RemoteScheme.allCases where try decoder.boolean() { schemes.insert(scheme) }
        let allowsLocalNetwork = try decoder.boolean()
        let authorization = try decoder.text(limit: FetchRequest.authorizationLimit)
        var limits = FetchLimits()
        limits.size = try decoder.count(limit: FontLimits.webFontSize)
        limits.redirects = try decoder.count(limit: 100)
        limits.attempts = try decoder.count(limit: 100)
        limits.pace = try decoder.count(limit: FontLimits.webFontSize)
        limits.answerTime = .milliseconds(try decoder.count(limit: Int(longestTime)))
        limits.idleTime = .milliseconds(try decoder.count(limit: Int(longestTime)))
        limits.wholeTime = .milliseconds(try decoder.count(limit: Int(longestTime)))
        do throws(FetchFailure) {
            var request = try FetchRequest(
                text, schemes: schemes, allowsLocalNetwork: allowsLocalNetwork, limits: limits)
            if !authorization.isEmpty { try request.authorize(authorization) }
            return request
        } catch {
            throw MalformedRecord("the address is none to fetch from")
        }
    }

    /// The record of a report.
    package static func encode(_ report: FetchReport) throws(MalformedRecord) -> [UInt8] {
        var encoder = RecordEncoder(limit: limit)
        encoder.put(version)
        switch report {
        case .progress(let progress):
            encoder.put(UInt8(0))
            encoder.put(Int64(progress.done))
            encoder.put(progress.total != nil)
            if let total = progress.total { encoder.put(Int64(total)) }
        case .done(let size):
            encoder.put(UInt8(1))
            encoder.put(Int64(size))
        case .failed(let failure):
            encoder.put(UInt8(2))
            try encoder.put(failure.kind.rawValue, limit: 32)
            try encoder.put(failure.message, limit: FetchFailure.messageLimit)
        case .selfTest(let attempts):
            encoder.put(UInt8(3))
            try encoder.put(attempts, limit: maximumAttempts) { encoder, attempt throws(MalformedRecord) in
                try encoder.put(attempt.action, limit: 32)
                encoder.put(attempt.isDenied)
            }
        }
        return try encoder.finish()
    }

    /// The report of a record.
    package static func decodeReport(_ record: [UInt8]) throws(MalformedRecord) -> FetchReport {
        var decoder = try decoder(of: record)
        let report: FetchReport
        switch try decoder.integer(UInt8.self) {
        case 0:
            let done = try decoder.count()
            report = .progress(FetchProgress(done: done, total: try decoder.boolean() ? try decoder.count() : nil))
        case 1: report = .done(size: try decoder.count(limit: FontLimits.webFontSize))
        case 2:
            let kind: FetchFailure.Kind = try decoder.enumeration()
            report = .failed(FetchFailure(kind, try decoder.text(limit: FetchFailure.messageLimit)))
        case 3:
            report = .selfTest(
                try decoder.list(limit: maximumAttempts, minimumSize: 5) { decoder throws(MalformedRecord) in
                    SandboxAttempt(action: try decoder.text(limit: 32), isDenied: try decoder.boolean())
                })
        default: throw MalformedRecord("the report is of no known kind")
        }
        try decoder.finish()
        return report
    }

    private static func decoder(of record: [UInt8]) throws(MalformedRecord) -> RecordDecoder {
        guard record.count <= limit else {
            throw MalformedRecord("the record has \(record.count) bytes where \(limit) are allowed")
        }
        var decoder = RecordDecoder(record)
        guard try decoder.integer(UInt8.self) == version else {
            throw MalformedRecord("the record has another version", isOfOtherVersion: true)
        }
        return decoder
    }
}

extension Duration {
    /// The time in milliseconds, rounded down.
    package var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
