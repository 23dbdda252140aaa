internal import BusInterface
internal import DBus
internal import FontModel

extension ServiceConnection.Session {
    /// Has the service start a job, and waits for its end.
    ///
    /// - Parameters:
    ///   - options: The options of the call that starts the job.
    ///   - onProgress: Receives the number of completed bytes and their total.
    ///   - begin: Makes the call that starts the job, with options that name the job.
    /// - Returns: The result of the job.
    /// - Throws: The error of the call; `disconnected` if the service has ended, because its jobs end with it.
    func runJob(
        _ options: [String: BusVariant], onProgress: @escaping @Sendable (UInt64, UInt64) -> Void = { _, _ in },
        _ begin: @escaping @Sendable (_ options: [String: BusVariant]) async throws(BusError) -> Void
    ) async throws(BusError) -> BusRecord {
        let token = FontIdentifier.random().rawValue
        let options = options.merging(["handle_token": BusVariant(token)]) { $1 }
        let end = try await Job1Client.run(
            over: connection, named: token, of: way.busName, below: way.path, onProgress: onProgress
        ) { () async throws(BusError) in
            try await begin(options)
        }
        guard case .ended(_, let result) = end else { throw .disconnected }
        return BusRecord(result)
    }
}
