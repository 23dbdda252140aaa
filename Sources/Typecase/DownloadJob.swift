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

    private enum Event: Sendable {
        case ended(state: String, result: [String: BusVariant])
        /// The service that had the job has gone.
        case lost
    }

    /// Waits for what comes of it; where the task is cancelled, it is given up.
    ///
    /// - Returns: The result of the job.
    /// - Throws: `FontManagerError`, `CancellationError`.
    func run() async throws -> BusRecord {
        // A service that was replaced in the middle is asked once more, as for any other call.
        let event = try await service.call { session, _ async throws(BusError) in
            let event = try await run(over: session)
            if case .lost = event { throw BusError.disconnected }
            return event
        }
        try Task.checkCancellation()
        guard case .ended(let state, let result) = event else {
            throw FontManagerError(.registrationFailed, "The service did not answer for it.", item: .file(url))
        }
        let record = BusRecord(result)
        if state == "cancelled" { throw CancellationError() }
        if let error = record.error(about: .file(url)) { throw error }
        return record
    }

    private func run(over session: ServiceConnection.Session) async throws(BusError) -> Event {
        let token = FontIdentifier.random().rawValue
        let path = try FontManager1Names.path.appending("job").appending(session.connection.pathElement)
            .appending(token)
        let job = Job1Client(session.connection, busName: FontManager1Names.busName, path: path)
        // Listens before it asks.
        let ends = try await job.finished()
        let progress = try await job.progressed()
        let owners = try await session.connection.ownerChanges(of: FontManager1Names.busName)
        _ = try await session.fonts.registerRemoteFont(
            url: url, scope: scope.rawValue, enabled: isEnabled,
            options: options.merging(["handle_token": BusVariant(token)]) { $1 })
        let event = await withTaskGroup(of: Event?.self) { group in
            group.addTask {
                for await end in ends { return .ended(state: end.state, result: end.result) }
                return .lost
            }
            group.addTask {
                // The one who is started by this call loses nothing.
                for await change in owners where change.oldOwner != nil { return .lost }
                return nil
            }
            group.addTask { [onProgress] in
                for await told in progress {
                    onProgress(
                        FontDownloadProgress(
                            bytesDone: Int(clamping: told.bytesDone),
                            bytesTotal: told.bytesTotal == 0 ? nil : Int(clamping: told.bytesTotal)))
                }
                return nil
            }
            defer { group.cancelAll() }
            while let event = await group.next() {
                if let event { return event }
            }
            return .lost
        }
        if Task.isCancelled {
            // In a task that is not cancelled.
            await Task.detached { try? await job.cancel() }.value
            throw BusError(.cancelled, "The task was cancelled.")
        }
        return event
    }
}
