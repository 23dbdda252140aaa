internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

/// One call to the service that has a font fetched, and the job that it makes.
struct DownloadJob: Sendable {
    let service: ServiceConnection
    let url: String
    /// `process` for a font that is handed over.
    let scope: FontScope
    let isEnabled: Bool
    let options: [String: BusVariant]
    let onProgress: @Sendable (FontDownloadProgress) -> Void

    /// Waits for what comes of it; where the task is cancelled, it is given up.
    ///
    /// - Returns: The result of the job.
    /// - Throws: `FontManagerError`, `CancellationError`.
    func run() async throws -> BusRecord {
        // A service that was replaced in the middle is asked once more, as for any other call.
        let end = try await service.call { session, _ async throws(BusError) in
            let token = FontIdentifier.random().rawValue
            let end = try await Job1Client.run(
                over: session.connection, named: token, onProgress: note
            ) { () async throws(BusError) in
                _ = try await session.fonts.registerRemoteFont(
                    url: url, scope: scope.rawValue, enabled: isEnabled,
                    options: options.merging(["handle_token": BusVariant(token)]) { $1 },
                    timeout: MessageLimits.changeTimeout)
            }
            if case .lost = end { throw BusError.disconnected }
            return end
        }
        try Task.checkCancellation()
        guard case .ended(let state, let result) = end else {
            throw FontManagerError(.registrationFailed, "The service did not answer for it.", item: .file(url))
        }
        let record = BusRecord(result)
        if state == "cancelled" { throw CancellationError() }
        if let error = record.error(about: .file(url)) { throw error }
        return record
    }

    private func note(_ bytesDone: UInt64, _ bytesTotal: UInt64) {
        onProgress(
            FontDownloadProgress(
                bytesDone: Int(clamping: bytesDone), bytesTotal: bytesTotal == 0 ? nil : Int(clamping: bytesTotal)))
    }
}
