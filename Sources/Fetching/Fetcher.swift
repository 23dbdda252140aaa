package import FetchProtocol
internal import Foundation
internal import LinuxSystem

/// Fetches one file: follows servers that send elsewhere, and takes up connections that break.
package struct Fetcher: Sendable {
    private let request: FetchRequest
    private let file: FetchedFile
    private let onProgress: @Sendable (FetchProgress) -> Void

    /// The time before the second attempt; it doubles with each.
    private static let firstPause = Duration.milliseconds(200)

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - file: Where it goes.
    ///   - onProgress: Takes how far it has come, a few times a second.
    package init(
        _ request: FetchRequest, to file: FetchedFile,
        onProgress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) {
        self.request = request
        self.file = file
        self.onProgress = onProgress
    }

    /// Fetches the file.
    ///
    /// - Returns: Its size in bytes.
    /// - Throws: Why it is not to be had.
    package func run() async throws(FetchFailure) -> Int {
        let end = SuspendingClock.now.advanced(by: request.limits.wholeTime)
        var address = request.address
        var redirects = 0
        var attempts = 1
        var resumption: Resumption?
        while true {
            if resumption == nil { try file.truncate() }
            let exchange = FetchExchange(
                address, limits: request.limits, end: end, from: resumption, to: file, onProgress: onProgress)
            switch await exchange.run() {
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
                // Nobody cancels the task: who gives the file up ends the process.
                try? await AlarmClock.shared.sleep(for: Self.firstPause * (1 << min(attempts - 1, 6)))
                attempts += 1
                resumption = next
            case .failed(let failure): throw failure
            }
        }
    }

    /// What a server's `Location` stands for.
    static func resolve(
        _ location: String, against address: RemoteAddress, schemes: Set<RemoteScheme>
    ) throws(FetchFailure) -> RemoteAddress {
        guard let base = URL(string: address.text), let url = URL(string: location, relativeTo: base) else {
            throw FetchFailure(.forbiddenAddress, "\(address.host) sends to what is no address.")
        }
        return try address.redirected(to: url.absoluteString, schemes: schemes)
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
