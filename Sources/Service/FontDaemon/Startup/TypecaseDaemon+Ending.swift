internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import InspectionClient
internal import Logging

extension TypecaseDaemon {
    /// How long calls in flight may take to return their real results: twice as long as the slowest valid font takes.
    static let answerTime = Duration.seconds(10)

    /// How long calls may take to fail after their work is cancelled.
    static let failureTime = Duration.seconds(5)

    /// The error for a call that could not be completed.
    private static var endedMeanwhile: BusError {
        BusError(FontError(.busy, "The font service stopped. Check which fonts are registered, and try again."))
    }

    /// Whether the daemon exits when it is idle.
    package nonisolated var leavesWhenIdle: Bool { idleWatch != nil }

    /// Returns when the idle time has passed and the next call would start the daemon again, or the task is cancelled.
    package func waitUntilIdle() async {
        while let idleWatch, !Task.isCancelled {
            await idleWatch.waitUntilIdle()
            guard let connections = connected?.connections else { return }
            // If the bus cannot start the daemon again, for example if it was run from its build directory, it keeps
            // running.
            let names = try? await connections.manager.activatableNames()
            if let names, connections.ownedNames.allSatisfy({ names.contains($0.name) }) { return }
        }
    }

    /// Releases the names, answers earlier calls, ends running work and closes everything.
    ///
    /// A call that arrives in the meantime is either answered here or starts the next daemon, which waits until this
    /// one has released the home.
    package func stop() async {
        guard let connected else { return }
        await connected.signals.setOwnsPublicName(false)
        await connected.connections.releaseNames(log: log)
        services?.repair.end()
        // A file system that does not respond would otherwise delay the end by the timeout for reading a font.
        services?.intake.endReading()
        services?.queries.endReading()
        // No answer of the user is needed from now on.
        await services?.consent.close()
        // A download could take minutes. A program that still wants the font asks again, and the next daemon downloads
        // it.
        services?.downloads.close()
        for jobs in [connected.jobs, connected.portalJobs] { await jobs.waitUntilEnded() }
        var isAnswered = await connected.connections.answerCalls(within: Self.answerTime)
        if !isAnswered {
            log.warning("Calls in flight are broken off, as their work takes too long")
            // This is not awaited: work that is stuck in the kernel would not return.
            Task { [pool = services?.inspector] in await pool?.shutdown() }
            isAnswered = await connected.connections.answerCalls(within: Self.failureTime)
            for connection in connected.connections.all { await connection.giveUpCalls(with: Self.endedMeanwhile) }
        }
        // If a call is stuck, ending its batch would block as well; the next start cleans this up.
        if isAnswered { for objects in serving?.batchObjects ?? [] { await objects.endAll() } }
        serving?.batchObjects = []
        await connected.signals.announceLate(answeringWithin: Self.failureTime)
        self.connected?.isLeaving = true
        for task in (self.connected?.tasks ?? []) + (serving?.tasks ?? []) { task.cancel() }
        self.connected?.tasks = []
        await connected.agents.removeAll()
        await connected.textSizes.end()
        await connected.iconNotifications.end()
        await connected.icons.removeAll()
        await leave(serving)
        await serving?.statusLine?.stop()
        await connected.signals.stop()
        // If only the bus distinguishes sessions, its end is the end of this session.
        if await connected.connections.manager.isClosed { await noteLogins() }
        await services?.close(leaving: isAnswered ? await restNote() : nil, log: log)
        serving = nil
        // This comes last, so that a daemon that waits for its turn finds registry and tree free.
        await connected.turn.end()
        for connection in connected.connections.all { await connection.close() }
        self.connected = nil
        await connected.logins.stop()
    }
}
