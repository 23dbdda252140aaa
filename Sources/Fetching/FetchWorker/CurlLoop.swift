internal import CCurl
internal import FetchProtocol
internal import LinuxSystem

/// Runs libcurl transfers on this thread, one at a time, and ends the process when the service closes the connection.
struct CurlLoop: ~Copyable {
    private let multi: UnsafeMutableRawPointer
    private let connection: OwnedFileDescriptor
    private let abandon: @Sendable () -> Never

    /// Starts libcurl.
    ///
    /// - Parameters:
    ///   - connection: The connection with the service.
    ///   - abandon: Ends the process; called if the service closes the connection or sends more data.
    /// - Throws: ``FetchFailure/Kind/system`` if libcurl cannot start.
    init(watching connection: OwnedFileDescriptor, abandon: @escaping @Sendable () -> Never) throws(FetchFailure) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init() else {
            throw FetchFailure(.system, "libcurl cannot start.")
        }
        self.multi = multi
        self.connection = connection
        self.abandon = abandon
    }

    deinit { curl_multi_cleanup(multi) }

    /// Runs a transfer to its end.
    ///
    /// - Parameters:
    ///   - transfer: The transfer.
    ///   - patience: Returns, after each step, the maximum time of the next step; `nil` aborts the transfer.
    /// - Returns: The result code; `nil` if the transfer was aborted.
    func perform(_ transfer: borrowing CurlTransfer, patience: () -> Duration?) -> CURLcode? {
        guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else { return CURLE_FAILED_INIT }
        defer { curl_multi_remove_handle(multi, transfer.handle) }
        while true {
            var running: Int32 = 0
            guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
            var remaining: Int32 = 0
            while let message = curl_multi_info_read(multi, &remaining) {
                if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
            }
            guard let time = patience() else { return nil }
            wait(time)
        }
    }

    /// Waits without a transfer.
    func pause(_ time: Duration) {
        let end = SuspendingClock.now.advanced(by: time)
        while case let rest = SuspendingClock.now.duration(to: end), rest > .zero { wait(rest) }
    }

    /// Waits for activity, at most for the given time.
    private func wait(_ time: Duration) {
        var peer = curl_waitfd(fd: connection.rawValue, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        curl_multi_poll(multi, &peer, 1, Int32(clamping: time.milliseconds), nil)
        if peer.revents != 0 { abandon() }
    }
}
