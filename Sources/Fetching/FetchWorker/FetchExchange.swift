internal import CCurl
internal import CLinux
internal import FetchProtocol
internal import FontModel
internal import Glibc

/// One request to a server, and its result.
///
/// libcurl does not follow redirects here, because each address is checked first. It does not store cookies, passwords
/// or copies.
final class FetchExchange {
    /// The outcome of an exchange.
    enum Outcome: Sendable, Equatable {
        /// The file was received completely; the value is its size in bytes.
        case complete(Int)
        /// The server redirects to another address.
        case elsewhere(String)
        /// The connection broke; contains the position to resume from, if this is possible.
        case brokenOff(FetchFailure, Resumption?)
        /// The exchange failed, and another attempt would fail as well.
        case failed(FetchFailure)
    }

    private let address: RemoteAddress
    private let limits: FetchLimits
    private let end: SuspendingClock.Instant
    private let resumption: Resumption?
    private let surroundings: Surroundings?
    private let file: FetchedFile
    private let onProgress: @Sendable (FetchProgress) -> Void
    private let transfer: CurlTransfer

    /// The number of received bytes of the file, and the content of the response header; `nil` before the body.
    private var size = 0
    private var answer: Answer?
    private var outcome: Outcome?
    private var lastReport: ContinuousClock.Instant?
    /// The number of connections that were made, and that were refused as local.
    private var connections = (admitted: 0, refused: 0)

    /// The minimum time between two progress reports.
    private static let reportInterval = Duration.milliseconds(100)

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - address: The address of the file.
    ///   - authorization: The value of the field `Authorization`; `nil` for none.
    ///   - limits: The limits for the file.
    ///   - end: The time at which the whole fetch must end.
    ///   - resumption: The position from which the file is requested.
    ///   - surroundings: Decides which connections are allowed; `nil` allows all.
    ///   - file: The destination of the bytes.
    ///   - onProgress: Receives the progress.
    /// - Throws: ``FetchFailure/Kind/system`` if libcurl cannot prepare the transfer.
    init(
        _ address: RemoteAddress, authorization: String?, limits: FetchLimits, end: SuspendingClock.Instant,
        from resumption: Resumption?, surroundings: Surroundings?, to file: FetchedFile,
        onProgress: @escaping @Sendable (FetchProgress) -> Void
    ) throws(FetchFailure) {
        self.address = address
        self.limits = limits
        self.end = end
        self.resumption = resumption
        self.surroundings = surroundings
        self.file = file
        self.onProgress = onProgress
        size = resumption?.offset ?? 0
        transfer = try Self.transfer(of: address, authorization, limits, from: resumption)
        let this = Unmanaged.passUnretained(self).toOpaque()
        transfer.set(CURLOPT_WRITEDATA, this)
        typecase_curl_set_write_function(transfer.handle, takeBytes)
        if surroundings != nil {
            transfer.set(CURLOPT_OPENSOCKETDATA, this)
            typecase_curl_set_open_socket_function(transfer.handle, openSocket)
        }
    }

    private static func transfer(
        of address: RemoteAddress, _ authorization: String?, _ limits: FetchLimits, from resumption: Resumption?
    ) throws(FetchFailure) -> CurlTransfer {
        var transfer = try CurlTransfer()
        transfer.set(CURLOPT_URL, address.text)
        transfer.set(CURLOPT_PROTOCOLS_STR, address.scheme.rawValue)
        transfer.set(CURLOPT_USERAGENT, "Typecase/\(TypecaseVersion.current)")
        // Requests an uncompressed body: a compressed one could not be resumed after a break.
        transfer.set(CURLOPT_ACCEPT_ENCODING, "identity")
        if let authorization { transfer.addHeader("Authorization: \(authorization)") }
        if let resumption {
            transfer.set(CURLOPT_RANGE, "\(resumption.offset)-")
            transfer.addHeader("If-Range: \(resumption.validator)")
        }
        transfer.set(CURLOPT_MAXFILESIZE_LARGE, limits.size)
        let seconds = max(1, Int(limits.idleTime.components.seconds))
        transfer.set(CURLOPT_LOW_SPEED_TIME, seconds)
        transfer.set(CURLOPT_LOW_SPEED_LIMIT, max(1, limits.pace / seconds))
        return transfer
    }

    /// Sends the request, and waits for the result.
    ///
    /// - Parameter loop: Runs the transfer.
    /// - Returns: The outcome of the exchange.
    func run(in loop: borrowing CurlLoop) -> Outcome {
        let answerEnd = SuspendingClock.now.advanced(by: limits.answerTime)
        let code = loop.perform(transfer) {
            let rest = SuspendingClock.now.duration(to: transfer.status == 0 ? min(answerEnd, end) : end)
            return rest > .zero ? min(rest, .seconds(1)) : nil
        }
        if let outcome { return outcome }
        if let code { return conclude(code) }
        let isLate = SuspendingClock.now >= end
        return .failed(
            FetchFailure(
                .timedOut,
                isLate
                    ? "The file has not come in \(limits.wholeTime)."
                    : "\(address.host) has not answered in \(limits.answerTime)."))
    }

    // MARK: What libcurl calls

    /// Receives bytes of the body.
    ///
    /// - Returns: Whether to continue.
    fileprivate func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if answer == nil { acceptHead() }
        guard outcome == nil else { return false }
        guard bytes.count <= limits.size - size else {
            outcome = tooLarge(nil)
            return false
        }
        do throws(FetchFailure) {
            try file.write(bytes, at: size)
        } catch {
            outcome = .failed(error)
            return false
        }
        size += bytes.count
        let now = ContinuousClock.now
        guard lastReport.map({ $0.duration(to: now) >= Self.reportInterval }) ?? true else { return true }
        lastReport = now
        onProgress(FetchProgress(done: size, total: answer?.total))
        return true
    }

    /// Opens a socket, unless it would connect to the local network.
    fileprivate func socket(for address: curl_sockaddr) -> curl_socket_t {
        var address = address
        let isAdmitted = withUnsafeBytes(of: &address.addr) { bytes in
            surroundings?.admits(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(address.addrlen)))) ?? true
        }
        guard isAdmitted else {
            connections.refused += 1
            return CURL_SOCKET_BAD
        }
        connections.admitted += 1
        return Glibc.socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.`protocol`)
    }

    // MARK: What it means

    /// Reads the response header, and sets ``outcome`` if no file follows.
    private func acceptHead() {
        let answer = Answer(status: transfer.status, length: transfer.contentLength, to: resumption, from: address) {
            transfer.header($0)
        }
        self.answer = answer
        outcome = answer.outcome ?? answer.total.flatMap { $0 > limits.size ? tooLarge($0) : nil }
        guard outcome == nil else { return }
        if answer.offset == 0, size > 0 {
            do throws(FetchFailure) { try file.truncate() } catch { outcome = .failed(error) }
        }
        size = answer.offset
    }

    private func tooLarge(_ size: Int?) -> Outcome {
        .failed(
            FetchFailure(
                .tooLarge,
                """
                The file has \(size.map { "\($0)" } ?? "more") bytes; Typecase fetches at most \(limits.size). Download it \
                with another program.
                """))
    }

    /// Returns the outcome for the end of a transfer, if the exchange has not ended otherwise.
    private func conclude(_ code: CURLcode) -> Outcome {
        if answer == nil, transfer.status != 0 { acceptHead() }
        if let outcome { return outcome }
        let message = "\(address.host): \(transfer.message(of: code))"
        if connections.refused > 0, connections.admitted == 0 { return .failed(.local(address.host)) }
        switch code {
        case CURLE_OK:
            guard let total = answer?.total, size != total else { return .complete(size) }
            return .brokenOff(
                FetchFailure(.brokenOff, "\(address.host) announced \(total) bytes and sent \(size)."), resumptionPoint)
        case CURLE_FILESIZE_EXCEEDED: return tooLarge(transfer.contentLength)
        case CURLE_OPERATION_TIMEDOUT:
            return .failed(
                FetchFailure(
                    .timedOut, "\(address.host) sends less than \(limits.pace) bytes in \(limits.idleTime)."))
        case CURLE_URL_MALFORMAT: return .failed(FetchFailure(.invalidAddress, message))
        // The scheme of the address was checked before, so it is the server that uses another protocol.
        case CURLE_UNSUPPORTED_PROTOCOL: return .failed(FetchFailure(.refused, message))
        case CURLE_GOT_NOTHING: return .brokenOff(FetchFailure(.brokenOff, message), nil)
        default:
            return answer == nil
                ? .failed(FetchFailure(.unreachable, message))
                : .brokenOff(FetchFailure(.brokenOff, message), resumptionPoint)
        }
    }

    /// The position from which the download can be resumed.
    private var resumptionPoint: Resumption? {
        guard size > 0, let validator = answer?.validator else { return nil }
        return Resumption(offset: size, validator: validator, total: answer?.total)
    }
}

/// Returns the exchange for which a callback is called.
///
/// The exchange outlives its transfer, which it owns.
private func exchange(_ data: UnsafeMutableRawPointer?) -> FetchExchange? {
    data.map { Unmanaged<FetchExchange>.fromOpaque($0).takeUnretainedValue() }
}

private func takeBytes(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ data: UnsafeMutableRawPointer?
) -> Int {
    let length = size * count
    let isWanted = exchange(data)?.take(UnsafeRawBufferPointer(start: bytes, count: length)) ?? false
    return isWanted ? length : Int(CURL_WRITEFUNC_ERROR)
}

private func openSocket(
    _ data: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address else { return CURL_SOCKET_BAD }
    return exchange(data)?.socket(for: address.pointee) ?? CURL_SOCKET_BAD
}
