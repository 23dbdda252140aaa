internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging
internal import Systemd

extension TypecaseDaemon {
    /// The attempts to take over a home that another daemon changes.
    struct Takeover {
        /// The shortest interval at which refused changes cause a new check of the home: the obstacle may be gone.
        static let attemptInterval = Duration.seconds(5)
        /// How long a process' lock may remain after its end was reported; both happen in the same system call.
        static let lockTime = Duration.milliseconds(10)
        /// The most checks of the lock until it is released.
        static let lockAttempts = 50

        var last: ContinuousClock.Instant?
        var isUnderWay = false

        /// Waits briefly until no process holds any of the locks.
        static func areFree(_ locks: [String], _ threads: BlockingThreads) async -> Bool {
            for _ in 0..<lockAttempts {
                if (try? await threads.run { locks.contains(where: InstanceLock.isHeld) }) == false { return true }
                guard (try? await AlarmClock.shared.sleep(for: lockTime)) != nil else { return false }
            }
            return false
        }
    }

    /// Answers queries from a home that this daemon cannot change, until it can.
    func follow(_ services: DaemonServices) async throws {
        let (queries, systemFaces, rights) = (services.queries, services.systemFaces, services.rights)
        let (known, home) = (KnownGeneration(), services.home)
        let follower = HomeFollower(
            home: services.home, log: log,
            onChange: { [weak self] in
                // The user's decisions about rights may have changed as well, which the generation does not show.
                await rights.refresh()
                // A copy does not change. This may be called while a copy is made, which must not wait for the next
                // one.
                if home.copiedFile != nil { Task { await self?.copyAgain(home) } }
                await self?.connected?.textSizes.service.refresh()
                guard let generation = try? await queries.generation(), await known.isNew(generation) else { return }
                await self?.connected?.signals.announce(generation)
            },
            onOpportunity: { [weak self] in await self?.takeOver() })
        serving?.follower = follower
        if !services.home.hasRegistry {
            // Nothing else reports changes of the system's fonts.
            _ = await makeWatch(services)
            serving?.tasks.append(Task { await systemFaces.refresh() })
        }
        await follower.start(on: loop, threads: threads)
    }

    /// Copies a registry that cannot be locked again as soon as possible, if it differs from the copy.
    private func copyAgain(_ home: OpenHome) async {
        while services?.home.copiedFile == home.copiedFile {
            let stamp = try? await threads.run { try FileStatus(path: home.locations.registry).stamp }
            guard let stamp, stamp != home.copiedFile else { return }
            await takeOver(minimumInterval: Takeover.attemptInterval)
            guard services?.home.copiedFile == home.copiedFile else { return }
            guard (try? await AlarmClock.shared.sleep(for: Takeover.attemptInterval)) != nil else { return }
        }
    }

    /// Takes over the home if the daemon that changed it has ended, and then serves the current state.
    ///
    /// - Parameter interval: The least time since the last attempt.
    func takeOver(minimumInterval interval: Duration = .zero) async {
        guard let old = services, let refusal = old.home.refusal, !takeover.isUnderWay else { return }
        if let last = takeover.last, .now - last < interval { return }
        takeover.isUnderWay = true
        defer {
            takeover.isUnderWay = false
            takeover.last = .now
        }
        if refusal.heldLock != nil {
            let isFree = await Takeover.areFree(old.home.locations.locks, threads)
            // If there was no registry to read, the process that was creating it may have finished by now.
            if !isFree, old.home.hasRegistry { return }
        }
        guard let callbacks = connected?.callbacks, connected?.isLeaving == false,
            case .success(let new) = await open(callbacks)
        else { return }
        if old.home.hasRegistry, !refusal.isClaimed, let obstacle = new.home.refusal, obstacle.isClaimed,
            obstacle.error.code == .readOnly
        {
            // Within a process, SQLite shares the state of an open file. A file that was opened while its file system
            // was read-only stays read-only until it is closed everywhere in this process, so current queries fail.
            await new.close(log: log)
            await old.close(log: log)
            guard case .success(let again) = await open(callbacks) else { return await disconnect() }
            return await replace(old, with: again)
        }
        let isNewer = new.home.copiedFile != nil && new.home.copiedFile != old.home.copiedFile
        let isBetter = isNewer || new.home.refusal == nil || new.home.hasRegistry && !old.home.hasRegistry
        guard connected?.isLeaving == false, isBetter else {
            await new.close(log: log)
            return
        }
        await replace(old, with: new)
        if isNewer, let generation = try? await new.queries.generation() {
            await connected?.signals.announce(generation)
        }
    }

    /// Replaces the services that are served.
    private func replace(_ old: DaemonServices, with new: DaemonServices) async {
        if new.home.refusal == nil { log.report(.homeTakenOver, .notice, "Taking over the fonts") }
        await leave(serving)
        do {
            try await use(new)
        } catch {
            log.error("Changes of the fonts by hand will not be noticed", metadata: ["error": "\(error)"])
        }
        // Calls that began with the old services finish first.
        connected?.tasks.append(
            Task {
                await self.connected?.connections.answerCalls(within: Self.answerTime)
                await old.retire()
            })
    }

    /// Ends the background work of the services.
    func leave(_ former: Serving?) async {
        for task in former?.tasks ?? [] { task.cancel() }
        serving?.tasks = []
        await former?.follower?.stop()
        serving?.follower = nil
        await former?.watch?.stop()
        serving?.watch = nil
    }

    /// Renews a lease of a shared home until it is lost; without the lease, this daemon can no longer change the home.
    func keep(_ lease: HomeLease) {
        let (threads, log) = (threads, log)
        serving?.tasks.append(
            Task { [weak self] in
                guard await lease.renewUntilLost(on: threads, log: log) else { return }
                // This needs another task, because this one ends with the services that are given up.
                Task { [weak self] in await self?.yieldHome(without: lease) }
            })
    }

    /// Gives the fonts up to the machine that manages them now, and answers queries from the state that it writes.
    ///
    /// Changes are already refused. A change that had begun was either rolled back or committed before the lease was
    /// lost, so nothing is incomplete when the home is opened again.
    ///
    /// - Parameter lease: The lease that was lost; nothing happens if the home is now held with another lease.
    func yieldHome(without lease: HomeLease) async {
        guard let old = services, old.home.leases.contains(where: { $0 === lease }), !takeover.isUnderWay else {
            return
        }
        takeover.isUnderWay = true
        defer { takeover.isUnderWay = false }
        log.report(.homeYielded, .notice, "Another machine has taken over the fonts")
        await old.waitUntilUnchanging()
        for objects in serving?.batchObjects ?? [] { await objects.closeAll() }
        // The lock is released as well, because otherwise this process could not take it again.
        if case .changing(let claim) = old.home.access { claim.release() }
        guard let callbacks = connected?.callbacks, connected?.isLeaving == false,
            case .success(let new) = await open(callbacks)
        else { return await disconnect() }
        // The daemon may have been told to stop in the meantime.
        guard connected?.isLeaving == false else { return await new.close(log: log) }
        await replace(old, with: new)
    }

    private func disconnect() async {
        for connection in connected?.connections.all ?? [] { await connection.close() }
    }
}

/// The generation that was announced last.
private actor KnownGeneration {
    private var generation: UInt64?

    /// Whether a generation differs from the last one; the first one is already known to all programs.
    func isNew(_ generation: UInt64) -> Bool {
        defer { self.generation = generation }
        return self.generation.map { $0 != generation } ?? false
    }
}
