internal import CCurl
internal import FetchProtocol
internal import LinuxSystem

/// Fetches one file: follows redirects, and resumes after a connection breaks.
struct Fetcher: Sendable {
    private let request: FetchRequest
    private let surroundings: Surroundings?
    private let file: FetchedFile
    private let onProgress: @Sendable (FetchProgress) -> Void

    /// The pause before the second attempt; it doubles with each further attempt.
    private static let firstPause = Duration.milliseconds(200)

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - surroundings: Decides which connections are allowed, unless the request allows all.
    ///   - file: The destination of the bytes.
    ///   - onProgress: Receives the progress a few times a second.
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
    /// - Parameter loop: Runs the transfers.
    /// - Returns: The size of the file in bytes.
    /// - Throws: The reason why the file is not available.
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

    /// Returns the secret for a server: only over https, and only for the server of the original request.
    private func authorization(for address: RemoteAddress) -> String? {
        address.scheme == .https && address.server == request.address.server ? request.authorization : nil
    }

    /// Resolves the `Location` of a server's response.
    static func resolve(
        _ location: String, against address: RemoteAddress, schemes: Set<RemoteScheme>
    ) throws(FetchFailure) -> RemoteAddress {
        guard let url = CurlURL(location, relativeTo: address.text)?.part(CURLUPART_URL) else {
            throw FetchFailure(.forbiddenAddress, "\(address.host) sends to what is no address.")
        }
        return try address.redirected(to: url, schemes: schemes)
    }
}

/// The position from which a download is resumed.
struct Resumption: Sendable, Hashable {
    /// The number of bytes that were received.
    var offset: Int
    /// The value that shows whether the file on the server is still the same: its `ETag`, or its modification time.
    var validator: String
    /// The total number of bytes, if the server declared it.
    var total: Int?
}
