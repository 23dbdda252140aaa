internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import Logging

/// Long operations as objects on the bus; each exists for its owner alone, and ends with it.
///
/// The actor runs on the event loop of the bus, like the objects.
actor JobObjects {
    /// The most running jobs of one owner.
    static let runningPerOwner = 256
    /// The number of ended jobs of one owner that still answer.
    private static let endedPerOwner = 16

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let parent: ObjectPath
    private let callers: CallerDirectory
    private let log: Logger
    /// The jobs of each owner, oldest first.
    private var jobs: [String: [Job]] = [:]

    /// The outcome of a job.
    struct Outcome: Sendable {
        /// The final state.
        var state: JobState
        /// The result for its owner.
        var result: [String: BusVariant]
        /// The values that the owner receives once, with the signal; they are not kept here.
        var handedOver: [String: BusVariant] = [:]
    }

    private struct Job {
        let path: ObjectPath
        let task: Task<Void, Never>
        let progress: JobProgress
        var outcome: Outcome?
    }

    /// Creates a directory without any jobs.
    ///
    /// - Parameters:
    ///   - connection: The connection that exports the objects.
    ///   - parent: The object above them.
    ///   - callers: The directory that reports when a caller leaves the bus.
    ///   - log: The log of failures.
    init(on connection: BusConnection, below parent: ObjectPath, callers: CallerDirectory, log: Logger) {
        loop = connection.loop
        self.connection = connection
        self.parent = parent
        self.callers = callers
        self.log = log
    }

    /// Begins a job.
    ///
    /// - Parameters:
    ///   - owner: The unique name of the caller.
    ///   - token: The last part of its path; `nil` for a random one.
    ///   - work: The work, which reports its progress; its task is cancelled with the job.
    /// - Returns: The object's path.
    /// - Throws: `invalidArguments` for a path that is in use, and `Busy` if the owner has too many jobs.
    func begin(
        for owner: String, token: String?, _ work: @escaping @Sendable (JobProgress) async -> Outcome
    ) async throws(BusError) -> ObjectPath {
        let sender = String(owner.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        let path = try parent.appending("job").appending(sender)
            .appending(token ?? FontIdentifier.random().rawValue)
        guard job(path, of: owner) == nil else {
            throw .invalidArguments("options: handle_token is in use by another job of the caller")
        }
        let isFirst = jobs[owner] == nil
        guard (jobs[owner] ?? []).filter({ $0.outcome == nil }).count < Self.runningPerOwner else {
            throw BusError(FontError(.busy, "The caller has \(Self.runningPerOwner) jobs. Wait until one has ended."))
        }
        let (starting, start) = AsyncStream.makeStream(of: Void.self)
        let progress = JobProgress { Task { await self.tellProgress(of: path, of: owner) } }
        let task = Task {
            // Start only when the object exists, so that even a job that ends at once is announced.
            for await _ in starting { break }
            let outcome = await work(progress)
            await self.end(path, of: owner, with: outcome)
        }
        jobs[owner, default: []].append(Job(path: path, task: task, progress: progress))
        if isFirst, await !callers.whenGone(owner, { await self.removeAll(of: owner) }) { await removeAll(of: owner) }
        await connection.export(
            ExportedObject(
                interfaces: [job1Interface(JobHarness(path: path, owner: owner, jobs: self))], owner: owner,
                admit: callers.admitAnyone),
            at: path)
        start.finish()
        // The owner may have left in the meantime, and the object would never be removed.
        guard job(path, of: owner) != nil else {
            await connection.unexport(path)
            throw BusError(FontError(.cancelledByUser, "The caller has left the bus."))
        }
        await forgetOldest(of: owner)
        return path
    }

    /// The current outcome of a job.
    func outcome(of path: ObjectPath, of owner: String) -> Outcome {
        job(path, of: owner)?.outcome ?? Outcome(state: .running, result: [:])
    }

    /// The download progress of a job.
    func progress(of path: ObjectPath, of owner: String) -> JobProgress {
        job(path, of: owner)?.progress ?? JobProgress()
    }

    private func tellProgress(of path: ObjectPath, of owner: String) async {
        guard let job = job(path, of: owner), job.outcome == nil else { return }
        let (done, total) = job.progress.bytesToTell()
        do throws(BusError) {
            try await connection.emitProgressed(of: path, to: owner, bytesDone: done, bytesTotal: total)
        } catch {
            log.debug("The progress of a job was not told", metadata: ["error": "\(error)"])
        }
    }

    /// Cancels a job.
    func cancel(_ path: ObjectPath, of owner: String) async {
        guard let job = job(path, of: owner), job.outcome == nil else { return }
        job.task.cancel()
        await end(path, of: owner, with: Outcome(state: .cancelled, result: [:]))
    }

    /// Waits until no job runs, after all of them were cancelled.
    func waitUntilEnded() async {
        for job in jobs.values.joined() { await job.task.value }
    }

    private func end(_ path: ObjectPath, of owner: String, with outcome: Outcome) async {
        guard let index = jobs[owner]?.firstIndex(where: { $0.path == path }), jobs[owner]?[index].outcome == nil
        else { return }
        var kept = outcome
        kept.handedOver = [:]
        jobs[owner]?[index].outcome = kept
        do throws(BusError) {
            try await connection.emitFinished(
                of: path, to: owner, state: outcome.state.rawValue,
                result: outcome.result.merging(outcome.handedOver) { $1 })
        } catch {
            // Callers can still read the outcome from the object.
            log.debug("The end of a job was not told", metadata: ["error": "\(error)"])
        }
    }

    private func removeAll(of owner: String) async {
        for job in jobs.removeValue(forKey: owner) ?? [] {
            job.task.cancel()
            await connection.unexport(job.path)
        }
    }

    /// Removes the oldest ended jobs of an owner that has many.
    private func forgetOldest(of owner: String) async {
        let ended = (jobs[owner] ?? []).filter { $0.outcome != nil }.map(\.path)
        for path in ended.dropLast(Self.endedPerOwner) {
            jobs[owner]?.removeAll { $0.path == path }
            await connection.unexport(path)
        }
    }

    private func job(_ path: ObjectPath, of owner: String) -> Job? { jobs[owner]?.first { $0.path == path } }
}

/// The state of a job.
enum JobState: String, Sendable {
    case running, done, failed, cancelled
}
