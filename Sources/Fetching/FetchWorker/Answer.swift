internal import FetchProtocol

/// The content of a response header.
struct Answer: Sendable, Equatable {
    /// The outcome of the exchange, if the header ends it; `nil` if the file follows.
    var outcome: FetchExchange.Outcome?
    /// The offset in the file at which the body begins.
    var offset = 0
    /// The size of the file in bytes; `nil` if the server does not declare it.
    var total: Int?
    /// The value that shows whether the file is still the same; `nil` if the download could not be resumed.
    var validator: String?

    /// Interprets a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - length: The number of bytes that follow; negative or `nil` if it is not declared.
    ///   - resumption: The position from which the file was requested.
    ///   - address: The requested address.
    ///   - header: Returns a field of the header.
    init(
        status: Int, length: Int?, to resumption: Resumption?, from address: RemoteAddress,
        header: (String) -> String?
    ) {
        let host = address.host
        switch status {
        case 200:
            // If the server compresses the body although this was not requested, its parts are not parts of the file.
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

    /// Returns the value by which the server identifies the file: a tag of its bytes, or else its modification time.
    private static func validator(_ header: (String) -> String?) -> String? {
        // A weak tag identifies files that are only roughly the same.
        if let tag = header("ETag") { return tag.hasPrefix("\"") ? tag : nil }
        return header("Last-Modified")
    }

    /// Returns the start and the size from a value such as `bytes 5-9/10`; the size may be `*`.
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
