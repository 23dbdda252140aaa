package import DBus
internal import Synchronization

extension Job1Client {
    /// What becomes of a job.
    package enum End: Sendable {
        /// The service tells of its end.
        case ended(state: String, result: [String: BusVariant])
        /// The service that had the job has gone.
        case lost
    }

    /// Has the service begin a job, and waits for its end; where the task is cancelled, the job is given up.
    ///
    /// - Parameters:
    ///   - connection: The connection to the service.
    ///   - token: What names the job: the option `handle_token` of the call that begins it.
    ///   - service: The bus name that the service is called by.
    ///   - parent: The object that the call goes to.
    ///   - onProgress: Told how many bytes are done, and of how many; of none where that is not known.
    ///   - begin: Makes the call that begins the job.
    /// - Returns: What became of it.
    /// - Throws: What the call was answered with, `cancelled` for a task that was cancelled.
    package static func run(
        over connection: BusConnection, named token: String, of service: String = FontManager1Names.busName,
        below parent: ObjectPath = FontManager1Names.path,
        onProgress: @escaping @Sendable (_ bytesDone: UInt64, _ bytesTotal: UInt64) -> Void = { _, _ in },
        begin: @escaping @Sendable () async throws(BusError) -> Void
    ) async throws(BusError) -> End {
        let path = try parent.appending("job").appending(connection.pathElement).appending(token)
        let job = Job1Client(connection, busName: service, path: path)
        // Listens before it asks: what has not to wait is finished before the reply.
        let ends = try await job.finished()
        let progress = try await job.progressed()
        let owners = try await connection.ownerChanges(of: service)
        try await beginning(job, begin)
        let lastTold = LastTold()
        let end = await withTaskGroup(of: End?.self) { group in
            group.addTask {
                for await end in ends { return .ended(state: end.state, result: end.result) }
                return .lost
            }
            group.addTask {
                // The one who is started by this call loses nothing.
                for await change in owners where change.oldOwner != nil { return .lost }
                return nil
            }
            group.addTask {
                for await told in progress {
                    lastTold.bytes.withLock { $0 = told.bytesDone }
                    onProgress(told.bytesDone, told.bytesTotal)
                }
                return nil
            }
            defer { group.cancelAll() }
            while let end = await group.next() {
                if let end { return end }
            }
            return .lost
        }
        // What came between the last telling and the end was not told.
        if case .ended("done", _) = end, let last = lastTold.bytes.withLock({ $0 }), !Task.isCancelled,
            let done = try? await job.bytesDone(), done > last, let total = try? await job.bytesTotal()
        {
            onProgress(done, total)
        }
        if Task.isCancelled {
            // In a task that is not cancelled.
            await Task.detached { try? await job.cancel() }.value
            throw BusError(.cancelled, "The task was cancelled.")
        }
        return end
    }

    /// Waits until a job has begun; where the task is cancelled before, the job is given up as soon as it has.
    private static func beginning(
        _ job: Job1Client, _ begin: @escaping @Sendable () async throws(BusError) -> Void
    ) async throws(BusError) {
        let (answers, continuation) = AsyncStream.makeStream(of: Result<Void, BusError>.self)
        // In a task that is not cancelled: before the service has answered, there is no job to give up.
        Task.detached {
            let answer: Result<Void, BusError>
            do throws(BusError) { answer = .success(try await begin()) } catch { answer = .failure(error) }
            if case .terminated = continuation.yield(answer), case .success = answer { try? await job.cancel() }
        }
        for await answer in answers { return try answer.get() }
        throw .cancelled
    }
}

/// How far a job was when that was told last; `nil` where it was not told.
private final class LastTold: Sendable {
    let bytes = Mutex<UInt64?>(nil)
}

extension BusConnection {
    /// The connection as the paths of its batches and jobs have it.
    package nonisolated var pathElement: String {
        String(uniqueName.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
    }
}
