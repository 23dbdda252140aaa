internal import BusInterface
internal import DBus
internal import FontModel

/// Something that the service begins with a call and ends with a signal.
enum ServiceJob {
    /// What becomes of a job.
    enum End: Sendable {
        /// The service tells of its end.
        case ended(state: String, result: BusRecord)
        /// The service that had the job has gone.
        case lost
    }

    /// Has the service begin a job, and waits for its end; where the task is cancelled, the job is given up.
    ///
    /// - Parameters:
    ///   - session: The connection to the service.
    ///   - onProgress: Told how many bytes are done, and of how many; of none where that is not known.
    ///   - begin: Makes the call that begins the job, with the token that names it.
    /// - Returns: What became of it.
    /// - Throws: What the call was answered with, `cancelled` for a task that was cancelled.
    static func run(
        over session: ServiceConnection.Session,
        onProgress: @escaping @Sendable (_ bytesDone: UInt64, _ bytesTotal: UInt64) -> Void = { _, _ in },
        begin: (_ token: String) async throws(BusError) -> Void
    ) async throws(BusError) -> End {
        let token = FontIdentifier.random().rawValue
        let path = try FontManager1Names.path.appending("job").appending(session.connection.pathElement)
            .appending(token)
        let job = Job1Client(session.connection, busName: FontManager1Names.busName, path: path)
        // Listens before it asks: what has not to wait is finished before the reply.
        let ends = try await job.finished()
        let progress = try await job.progressed()
        let owners = try await session.connection.ownerChanges(of: FontManager1Names.busName)
        try await begin(token)
        let end = await withTaskGroup(of: End?.self) { group in
            group.addTask {
                for await end in ends { return .ended(state: end.state, result: BusRecord(end.result)) }
                return .lost
            }
            group.addTask {
                // The one who is started by this call loses nothing.
                for await change in owners where change.oldOwner != nil { return .lost }
                return nil
            }
            group.addTask {
                for await told in progress { onProgress(told.bytesDone, told.bytesTotal) }
                return nil
            }
            defer { group.cancelAll() }
            while let end = await group.next() {
                if let end { return end }
            }
            return .lost
        }
        if Task.isCancelled {
            // In a task that is not cancelled.
            await Task.detached { try? await job.cancel() }.value
            throw BusError(.cancelled, "The task was cancelled.")
        }
        return end
    }
}
