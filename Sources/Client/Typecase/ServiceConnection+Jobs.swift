internal import BusInterface
internal import DBus
internal import FontModel

extension ServiceConnection.Session {
    /// Has the service begin a job, and waits for its end.
    ///
    /// - Parameters:
    ///   - options: The options of the call that begins it.
    ///   - onProgress: Told how many bytes are done, and of how many.
    ///   - begin: Makes that call, with options that name the job.
    /// - Returns: What came of it.
    /// - Throws: What the call was answered with; `disconnected` where the service went, which forgets its jobs.
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
