internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Synchronization

/// A call that makes the service download a font, and the job that the call creates.
struct DownloadJob: Sendable {
    let service: ServiceConnection
    let url: String
    /// The scope of the font; `process` if the service hands the font over.
    let scope: FontScope
    let isEnabled: Bool
    let options: [String: BusVariant]
    let onProgress: @Sendable (FontDownloadProgress) -> Void
    /// The progress that the service reported last.
    private let latest = Latest()

    private final class Latest: Sendable {
        let bytes = Mutex((done: UInt64(0), total: UInt64(0)))
    }

    init(
        service: ServiceConnection, url: String, scope: FontScope, isEnabled: Bool, options: [String: BusVariant],
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void
    ) {
        self.service = service
        self.url = url
        self.scope = scope
        self.isEnabled = isEnabled
        self.options = options
        self.onProgress = onProgress
    }

    /// Waits for the result of the job; if the task is cancelled, the job is abandoned.
    ///
    /// - Returns: The result of the job.
    /// - Throws: `FontManagerError`, `CancellationError`.
    func run() async throws -> BusRecord {
        let end: Job1Client.End
        do {
            end = try await begin()
        } catch let error as FontManagerError where error.item == nil {
            throw error.about(.address(url))
        }
        try Task.checkCancellation()
        guard case .ended(let state, let result) = end else {
            throw FontManagerError(.registrationFailed, "The service did not answer for it.", item: .address(url))
        }
        let record = BusRecord(result)
        if state == "cancelled" { throw CancellationError() }
        if let error = record.error(about: .address(url)) { throw error }
        // The service reports the progress a few times a second, and rarely just before the end.
        let handedOver = record.value("font", as: OwnedFileDescriptor.self)
            .flatMap { try? FileStatus(of: $0).stamp.size }
        let (done, total) = latest.bytes.withLock { $0 }
        let size = handedOver.map { UInt64(clamping: $0) } ?? max(done, total)
        if size > 0 { note(size, size) }
        return record
    }

    private func begin() async throws -> Job1Client.End {
        // If the service is replaced during the call, the call is repeated once, like any other call.
        try await service.change { session, _ async throws(BusError) in
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
    }

    private func note(_ bytesDone: UInt64, _ bytesTotal: UInt64) {
        latest.bytes.withLock { $0 = (bytesDone, bytesTotal) }
        onProgress(
            FontDownloadProgress(
                bytesDone: Int(clamping: bytesDone), bytesTotal: bytesTotal == 0 ? nil : Int(clamping: bytesTotal)))
    }
}
