internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import InspectionClient
internal import Logging

extension TypecaseDaemon {
    /// How long calls in flight have to come to their true answers: twice what the slowest sound font takes.
    static let answerTime = Duration.seconds(10)

    /// How long calls have to fail once their work is broken off.
    static let failureTime = Duration.seconds(5)

    /// What a caller is told whose call could not be waited for.
    private static var endedMeanwhile: BusError {
        BusError(FontError(.busy, "The font service ended meanwhile. Ask it what is registered, and try again."))
    }

    /// Whether the daemon leaves when nobody needs it.
    package nonisolated var leavesWhenIdle: Bool { idleWatch != nil }

    /// Returns when nobody has needed the daemon for its idle time, and the next call would start it again, or when the
    /// task is cancelled.
    package func waitUntilIdle() async {
        while let idleWatch, !Task.isCancelled {
            await idleWatch.waitUntilIdle()
            guard let connections = connected?.connections else { return }
            // Where nobody would start it again, as when somebody runs the program from where it was built, it stays.
            let names = try? await connections.manager.activatableNames()
            if let names, connections.ownedNames.allSatisfy({ names.contains($0.name) }) { return }
        }
    }

    /// Gives up the names, answers what came before, ends what is under way and closes everything.
    ///
    /// A call that comes meanwhile is either answered here or starts the next daemon, which waits until this one is
    /// through with the home.
    package func stop() async {
        guard let connected else { return }
        await connected.signals.setOwnsPublicName(false)
        await connected.connections.releaseNames(log: log)
        services?.repair.end()
        // A file system that does not answer would keep the service for as long as it may take to read a font.
        services?.intake.endReading()
        services?.queries.endReading()
        // Nobody waits for an answer of the user then.
        await services?.consent.close()
        // It could take minutes; whoever wants the font asks again, and the next daemon has it fetched.
        services?.downloads.close()
        for jobs in [connected.jobs, connected.portalJobs] { await jobs.waitUntilEnded() }
        var isAnswered = await connected.connections.answerCalls(within: Self.answerTime)
        if !isAnswered {
            log.warning("Calls in flight are broken off, as their work takes too long")
            // Without waiting for it: what is stuck in the kernel does not come back for this.
            Task { [pool = services?.inspector] in await pool?.shutdown() }
            isAnswered = await connected.connections.answerCalls(within: Self.failureTime)
            for connection in connected.connections.all { await connection.giveUpCalls(with: Self.endedMeanwhile) }
        }
        // Where a call is stuck, its batch would be waited for as well; the next start clears that up.
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
        // Where nothing but the bus tells sessions apart, its end is the end of this one.
        if await connected.connections.manager.isClosed { await noteLogins() }
        await services?.close(leaving: isAnswered ? await restNote() : nil, log: log)
        serving = nil
        // Last: whoever has waited for its turn finds registry and tree free.
        await connected.turn.end()
        for connection in connected.connections.all { await connection.close() }
        self.connected = nil
        await connected.logins.stop()
    }
}
