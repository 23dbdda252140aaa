internal import CCurl
internal import FetchProtocol
internal import LinuxSystem

/// Fetches one file: follows redirects, and resumes where a connection breaks.
struct Fetcher: Sendable {
    private let request: FetchRequest
    private let surroundings: Surroundings?
    private let file: FetchedFile
    private let onProgress: @Sendable (FetchProgress) -> Void

    /// The time before the second attempt; it doubles with each.
    private static let firstPause = Duration.milliseconds(200)

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - surroundings: Which connections may be made, where the request does not allow all.
    ///   - file: Where the bytes go.
    ///   - onProgress: Takes how far the file has come, a few times a second.
    init(
        _ request: FetchRequest, surroundings: @autoclosure () -> Surroundings, to file: FetchedFile,
        onProgress: @escaping @Sendable (FetchProgress) -> Void
    ) {
        self.request = request
        self.surroundings = request.allowsLocalNetwork ? nil : surroundings()
        self.file = file
        self.onProgress = onProgress
    }

    /// Fetches the file.
    ///
    /// - Parameter loop: What runs the transfers.
    /// - Returns: Its size in bytes.
    /// - Throws: Why it is not to be had.
    func run(in loop: borrowing CurlLoop) throws(FetchFailure) -> Int {
        let end = SuspendingClock.now.advanced(by: request.limits.wholeTime)
        var address = request.address
        var redirects = 0
        var attempts = 1
        var resumption: Resumption?
        while true {
            if resumption == nil { try file.truncate() }
            let exchange = try FetchExchange(
                address, authorization: authorization(for: address), limits: request.limits, end: end,
                from: resumption, surroundings: surroundings, to: file, onProgress: onProgress)
            switch exchange.run(in: loop) {
            case .complete(let size): return size
            case .elsewhere(let location):
                redirects += 1
                guard redirects <= request.limits.redirects else {
                    throw FetchFailure(
                        .tooManyRedirects,
                        "The servers send from one to the other, \(request.limits.redirects) times and once more.")
                }
                address = try Self.resolve(location, against: address, schemes: request.schemes)
                guard request.allowsLocalNetwork || !address.isLocal else { throw .local(address.host) }
                resumption = nil
            case .brokenOff(let failure, let next):
                guard attempts < request.limits.attempts else {
                    throw FetchFailure(
                        .brokenOff, "The connection broke \(attempts) times, the last time so: \(failure.message)")
                }
                loop.pause(Self.firstPause * (1 << min(attempts - 1, 6)))
                attempts += 1
                resumption = next
            case .failed(let failure): throw failure
            }
        }
    }

    /// What a server is shown: nothing but by https, and nothing to another than was asked for at first.
    private func authorization(for address: RemoteAddress) -> String? {
        address.scheme == .https && address.server == request.address.server ? request.authorization : nil
    }

    /// What a server's `Location` stands for.
    static func resolve(
        _ location: String, against address: RemoteAddress, schemes: Set<RemoteScheme>
    ) throws(FetchFailure) -> RemoteAddress {
        guard let url = CurlURL(location, relativeTo: address.text)?.part(CURLUPART_URL) else {
            throw FetchFailure(.forbiddenAddress, "\(address.host) sends to what is no address.")
        }
        return try address.redirected(to: url, schemes: schemes)
    }
}

/// From where a file is asked for again.
struct Resumption: Sendable, Hashable {
    /// The bytes that are there.
    var offset: Int
    /// What tells the server's file from another one in its place: its `ETag`, or when it was last changed.
    var validator: String
    /// How many bytes there are to be, where the server told.
    var total: Int?
}
