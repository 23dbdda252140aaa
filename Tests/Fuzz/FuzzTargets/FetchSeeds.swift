internal import FetchProtocol
internal import InspectionProtocol
internal import WorkerProtocol

/// What goes between the daemon and the downloader, and addresses of all kinds, so that fuzzing starts behind the first
/// checks.
enum FetchSeeds {
    /// Sound addresses, and such as are refused for one reason each.
    static let addresses = [
        "https://example.org/a.ttf", "HTTPS://Example.ORG:8443/A%20b.ttf?c=d#part",
        "http://[2606:4700:4700::1111]:80/a",
        "https://example.org?a", "https://user@example.org/", "https://example.org:65536/", "file:///etc/passwd",
    ]

    /// A job and a report of each kind.
    ///
    /// - Returns: The records.
    /// - Throws: What kept them from being made.
    static func records() throws -> [[UInt8]] {
        var narrow = FetchLimits()
        narrow.size = 1
        narrow.wholeTime = .milliseconds(1)
        let reports: [FetchReport] = [
            .progress(FetchProgress(done: 1 << 20, total: 1 << 22)), .progress(FetchProgress(done: 0, total: nil)),
            .done(size: 683_000), .failed(FetchFailure(.notFound, "The server has no such file.")),
            .failed(FetchFailure(.tooManyRedirects, "")),
            .selfTest([.init(action: "execute", isDenied: true), .init(action: "fork", isDenied: false)]),
        ]
        return try [
            FetchWire.encode(.fetch(FetchRequest(addresses[0]))),
            FetchWire.encode(.fetch(FetchRequest(addresses[2], schemes: [.https, .http], limits: narrow))),
            FetchWire.encode(.selfTest),
        ] + reports.map { try FetchWire.encode($0) }
    }

    /// Where a server sends elsewhere.
    ///
    /// - Parameter scheme: By which way it was reached.
    /// - Returns: Its address.
    /// - Throws: Never, as the address is a sound one.
    static func start(_ scheme: RemoteScheme) throws(FetchFailure) -> RemoteAddress {
        try RemoteAddress("\(scheme.rawValue)://example.org/start", schemes: [scheme])
    }
}
