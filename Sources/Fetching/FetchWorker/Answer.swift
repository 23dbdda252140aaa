internal import FetchProtocol

/// What the head of an answer says.
struct Answer: Sendable, Equatable {
    /// How the exchange ends with it; `nil` where the file follows.
    var outcome: FetchExchange.Outcome?
    /// Where in the file its bytes begin.
    var offset = 0
    /// How many bytes the file has; `nil` where that is not said.
    var total: Int?
    /// What tells the file from another one in its place; `nil` where it could not be taken up.
    var validator: String?

    /// Understands an answer.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - length: How many bytes are to follow; negative or `nil` where that is not said.
    ///   - resumption: From where the file was asked for.
    ///   - address: Who was asked.
    ///   - header: The fields of its head.
    init(
        status: Int, length: Int?, to resumption: Resumption?, from address: RemoteAddress,
        header: (String) -> String?
    ) {
        let host = address.host
        switch status {
        case 200:
            // Packed for the way in spite of what was asked for, its parts are not those of the file.
            if let coding = header("Content-Encoding"), coding.lowercased() != "identity" { return }
            total = length.flatMap { $0 >= 0 ? $0 : nil }
            if header("Accept-Ranges")?.lowercased() != "none" { validator = Self.validator(header) }
        case 206:
            let range = header("Content-Range").flatMap(Self.range)
            guard let resumption, let range, range.start == resumption.offset,
                resumption.total == nil || range.total == nil || range.total == resumption.total
            else {
                outcome = .failed(FetchFailure(.refused, "\(host) sends another part of the file than was asked for."))
                return
            }
            offset = range.start
            total = range.total ?? resumption.total
            validator = resumption.validator
        case 301, 302, 303, 307, 308:
            if let location = header("Location"), !location.isEmpty {
                outcome = .elsewhere(location)
            } else {
                outcome = .failed(FetchFailure(.refused, "\(host) sends elsewhere, and does not say where."))
            }
        case 401, 403, 407, 451:
            outcome = .failed(FetchFailure(.denied, "\(host) does not give the file away: HTTP status \(status)."))
        case 404, 410: outcome = .failed(FetchFailure(.notFound, "\(host) has no such file."))
        case 416 where resumption != nil:
            outcome = .brokenOff(FetchFailure(.refused, "\(host) has less of the file than it sent."), nil)
        default: outcome = .failed(FetchFailure(.refused, "\(host) answers with the HTTP status \(status)."))
        }
    }

    /// What a server recognises its file by: a tag of its bytes, else when it was last changed.
    private static func validator(_ header: (String) -> String?) -> String? {
        // A weak tag stands for files that are about the same.
        if let tag = header("ETag") { return tag.hasPrefix("\"") ? tag : nil }
        return header("Last-Modified")
    }

    /// The start and the size of `bytes 5-9/10`, where the size may be `*`.
    private static func range(_ text: String) -> (start: Int, total: Int?)? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let numbers = parts[1].split(separator: "/")
        guard numbers.count == 2, let dash = numbers[0].firstIndex(of: "-"), let start = Int(numbers[0][..<dash])
        else { return nil }
        if numbers[1] == "*" { return (start, nil) }
        return Int(numbers[1]).map { (start, $0) }
    }
}
