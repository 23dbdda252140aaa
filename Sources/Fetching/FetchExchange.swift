internal import FetchProtocol
internal import FontModel
internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import Synchronization

/// One question to a server, and what comes of it.
///
/// All of it is decided here, by the answer and by the bytes as they come: the session follows no redirect, keeps no
/// cookie, no password and no copy.
final class FetchExchange: NSObject, URLSessionDataDelegate, Sendable {
    /// How an exchange ends.
    enum Outcome: Sendable, Equatable {
        /// The whole file is there, of so many bytes.
        case complete(Int)
        /// The server has the file elsewhere.
        case elsewhere(String)
        /// The connection broke; where it can be taken up, if it can.
        case brokenOff(FetchFailure, Resumption?)
        /// Asking again would change nothing.
        case failed(FetchFailure)
    }

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var hasAnswered = false
        /// How many bytes of the file are there.
        var size = 0
        /// How many there are to be.
        var total: Int?
        var validator: String?
        /// How many there were at the last look for ``FetchLimits/pace``.
        var sizeBefore = 0
        var lastReport: ContinuousClock.Instant?
        var alarms: [AlarmClock.Alarm] = []
        /// What had become of connections before.
        let connections = LocalNetwork.counts
    }

    private let address: RemoteAddress
    private let limits: FetchLimits
    private let end: SuspendingClock.Instant
    private let resumption: Resumption?
    private let file: FetchedFile
    private let onProgress: @Sendable (FetchProgress) -> Void
    private let state: Mutex<State>

    /// How often progress is told.
    private static let reportInterval = Duration.milliseconds(100)

    init(
        _ address: RemoteAddress, limits: FetchLimits, end: SuspendingClock.Instant, from resumption: Resumption?,
        to file: FetchedFile, onProgress: @escaping @Sendable (FetchProgress) -> Void
    ) {
        self.address = address
        self.limits = limits
        self.end = end
        self.resumption = resumption
        self.file = file
        self.onProgress = onProgress
        state = Mutex(State(size: resumption?.offset ?? 0, total: resumption?.total, validator: resumption?.validator))
    }

    /// Asks, and waits for what comes of it.
    func run() async -> Outcome {
        guard let url = URL(string: address.text) else {
            return .failed(FetchFailure(.invalidAddress, "The address cannot be understood."))
        }
        let session = URLSession(configuration: Self.configuration, delegate: self, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        var request = URLRequest(url: url)
        if let resumption {
            request.setValue("bytes=\(resumption.offset)-", forHTTPHeaderField: "Range")
            request.setValue(resumption.validator, forHTTPHeaderField: "If-Range")
        }
        // The session's own deadline must not come before ours, which tell what was late.
        request.timeoutInterval = 24 * 60 * 60
        let task = session.dataTask(with: request)
        let outcome = await withCheckedContinuation { continuation in
            state.withLock { $0.continuation = continuation }
            setAlarm(after: limits.answerTime) { exchange in
                let hasAnswered = exchange.state.withLock { $0.hasAnswered }
                guard !hasAnswered else { return }
                exchange.settle(
                    .failed(
                        FetchFailure(
                            .timedOut, "\(exchange.address.host) has not answered in \(exchange.limits.answerTime).")))
            }
            setAlarm(after: max(SuspendingClock.now.duration(to: end), .zero)) { exchange in
                exchange.settle(
                    .failed(
                        FetchFailure(
                            .timedOut, "The file has not come in \(exchange.limits.wholeTime).")))
            }
            task.resume()
        }
        for alarm in state.withLock({ $0.alarms }) { AlarmClock.shared.cancel(alarm) }
        return outcome
    }

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpAdditionalHeaders = [
            // As it is: what was packed for the way could not be taken up where it broke off.
            "Accept-Encoding": "identity", "Accept": "*/*", "User-Agent": "Typecase/\(TypecaseVersion.current)",
        ]
        return configuration
    }

    private func setAlarm(after delay: Duration, _ action: @escaping @Sendable (FetchExchange) -> Void) {
        let alarm = AlarmClock.shared.add(after: delay) { [weak self] in if let self { action(self) } }
        state.withLock { $0.alarms.append(alarm) }
    }

    /// Ends the exchange; the first end counts.
    private func settle(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            return state.continuation.take()
        }
        continuation?.resume(returning: outcome)
    }

    // MARK: What the session tells

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // The answer itself comes next.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let outcome = accept(response as? HTTPURLResponse) { settle(outcome) }
        // Where that was the end, the session is closed with all that would come.
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let (outcome, progress) = state.withLock { state in take(data, &state) }
        if let progress { onProgress(progress) }
        if let outcome { settle(outcome) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // An answer that sends elsewhere, and does not say where, comes without having been announced.
        let hasAnswered = state.withLock { $0.hasAnswered }
        if error == nil, !hasAnswered, task.response != nil, let outcome = accept(task.response as? HTTPURLResponse) {
            settle(outcome)
        }
        settle(state.withLock { state in end(of: error, state) })
    }

    // MARK: What it means

    /// Looks at the head of an answer; `nil` where the file follows.
    private func accept(_ response: HTTPURLResponse?) -> Outcome? {
        guard let response else { return .failed(FetchFailure(.refused, "\(address.host) does not speak HTTP.")) }
        let answer = Answer(response, to: resumption, from: address)
        if let outcome = answer.outcome {
            state.withLock { $0.hasAnswered = true }
            return outcome
        }
        let outcome = state.withLock { state -> Outcome? in
            state.hasAnswered = true
            if answer.offset == 0, state.size > 0 {
                do throws(FetchFailure) { try file.truncate() } catch { return .failed(error) }
            }
            state.size = answer.offset
            state.sizeBefore = answer.offset
            state.total = answer.total
            state.validator = answer.validator
            return answer.total.flatMap { $0 > limits.size ? tooLarge($0) : nil }
        }
        if outcome == nil { watchPace() }
        return outcome
    }

    private func watchPace() {
        setAlarm(after: limits.idleTime) { exchange in
            let isIdle = exchange.state.withLock { state in
                defer { state.sizeBefore = state.size }
                return state.size - state.sizeBefore < exchange.limits.pace
            }
            guard isIdle else { return exchange.watchPace() }
            exchange.settle(
                .failed(
                    FetchFailure(
                        .timedOut,
                        "\(exchange.address.host) sends less than \(exchange.limits.pace) bytes in \(exchange.limits.idleTime)."
                    )))
        }
    }

    private func take(_ data: Data, _ state: inout State) -> (Outcome?, FetchProgress?) {
        guard state.outcome == nil else { return (nil, nil) }
        guard data.count <= limits.size - state.size else { return (tooLarge(nil), nil) }
        do throws(FetchFailure) {
            try file.write(data, at: state.size)
        } catch {
            return (.failed(error), nil)
        }
        state.size += data.count
        let now = ContinuousClock.now
        if let last = state.lastReport, last.duration(to: now) < Self.reportInterval { return (nil, nil) }
        state.lastReport = now
        return (nil, FetchProgress(done: state.size, total: state.total))
    }

    private func tooLarge(_ size: Int?) -> Outcome {
        .failed(
            FetchFailure(
                .tooLarge,
                size.map { "The file has \($0) bytes; the limit is \(limits.size)." }
                    ?? "The file has more than \(limits.size) bytes, whatever the server said."))
    }

    private func end(of error: (any Error)?, _ state: State) -> Outcome {
        let resumption = state.validator.flatMap { validator in
            state.size > 0 ? Resumption(offset: state.size, validator: validator, total: state.total) : nil
        }
        guard let error else {
            guard state.hasAnswered else {
                return .brokenOff(FetchFailure(.brokenOff, "\(address.host) has not answered."), nil)
            }
            guard let total = state.total, state.size != total else { return .complete(state.size) }
            return .brokenOff(
                FetchFailure(.brokenOff, "\(address.host) announced \(total) bytes and sent \(state.size)."), resumption
            )
        }
        let message = "\(address.host): \(error.localizedDescription)"
        let connections = LocalNetwork.counts
        if connections.refused > state.connections.refused, connections.admitted == state.connections.admitted {
            return .failed(.local(address.host))
        }
        switch (error as? URLError)?.code {
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .secureConnectionFailed,
            .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRequired, .clientCertificateRejected:
            return .failed(FetchFailure(.unreachable, message))
        case .badURL, .unsupportedURL: return .failed(FetchFailure(.invalidAddress, message))
        case .timedOut: return .failed(FetchFailure(.timedOut, message))
        case .networkConnectionLost: return .brokenOff(FetchFailure(.brokenOff, message), resumption)
        default:
            return state.hasAnswered
                ? .brokenOff(FetchFailure(.brokenOff, message), resumption)
                : .failed(FetchFailure(.unreachable, message))
        }
    }
}
