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
        /// How often changes that are refused have the home looked at again: what was in the way may be gone.
        static let attemptInterval = Duration.seconds(5)
        /// How long after the notice of its end a process' lock may last: it goes in the same call of the system.
        static let lockTime = Duration.milliseconds(10)
        /// How often the lock is looked at until it is gone.
        static let lockAttempts = 50

        var last: ContinuousClock.Instant?
        var isUnderWay = false

        /// Waits a moment until no process has any of the locks.
        static func areFree(_ locks: [String], _ threads: BlockingThreads) async -> Bool {
            for _ in 0..<lockAttempts {
                if (try? await threads.run { locks.contains(where: InstanceLock.isHeld) }) == false { return true }
                guard (try? await AlarmClock.shared.sleep(for: lockTime)) != nil else { return false }
            }
            return false
        }
    }

    /// Answers questions from a home that cannot be changed from here, until it can.
    func follow(_ services: DaemonServices) async throws {
        let (queries, systemFaces, rights) = (services.queries, services.systemFaces, services.rights)
        let (known, home) = (KnownGeneration(), services.home)
        let follower = HomeFollower(
            home: services.home, log: log,
            onChange: { [weak self] in
                // What the user said may have changed as well, which no generation tells.
                await rights.refresh()
                // A copy does not change. This may be a part of taking it, which must not wait for the next.
                if home.copiedFile != nil { Task { await self?.copyAgain(home) } }
                await self?.connected?.textSizes.service.refresh()
                guard let generation = try? await queries.generation(), await known.isNew(generation) else { return }
                await self?.connected?.signals.announce(generation)
            },
            onOpportunity: { [weak self] in await self?.takeOver() })
        serving?.follower = follower
        if !services.home.hasRegistry {
            // Nobody else tells of the system's fonts.
            _ = await makeWatch(services)
            serving?.tasks.append(Task { await systemFaces.refresh() })
        }
        await follower.start(on: loop, threads: threads)
    }

    /// Reads a registry that cannot be locked anew, as soon as that can be done, where it is another than was copied.
    private func copyAgain(_ home: OpenHome) async {
        while services?.home.copiedFile == home.copiedFile {
            let stamp = try? await threads.run { try FileStatus(path: home.locations.registry).stamp }
            guard let stamp, stamp != home.copiedFile else { return }
            await takeOver(minimumInterval: Takeover.attemptInterval)
            guard services?.home.copiedFile == home.copiedFile else { return }
            guard (try? await AlarmClock.shared.sleep(for: Takeover.attemptInterval)) != nil else { return }
        }
    }

    /// Takes over the home if whoever changed it has ended, and serves from what there is then.
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
            // Where there is no registry to read from, its maker may have it by now.
            if !isFree, old.home.hasRegistry { return }
        }
        guard let callbacks = connected?.callbacks, connected?.isLeaving == false,
            case .success(let new) = await open(callbacks)
        else { return }
        if old.home.hasRegistry, !refusal.isClaimed, let obstacle = new.home.refusal, obstacle.isClaimed,
            obstacle.error.code == .readOnly
        {
            // What SQLite has open of a file is shared within a process. Opened while the file system could only be read,
            // it stays so until nobody here has it open: queries of this moment fail.
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

    /// Serves from other services than before.
    private func replace(_ old: DaemonServices, with new: DaemonServices) async {
        if new.home.refusal == nil { log.report(.homeTakenOver, .notice, "Taking over the fonts") }
        await leave(serving)
        do {
            try await use(new)
        } catch {
            log.error("Changes of the fonts by hand will not be noticed", metadata: ["error": "\(error)"])
        }
        // Calls that have begun with them come to their end first.
        connected?.tasks.append(
            Task {
                await self.connected?.connections.answerCalls(within: Self.answerTime)
                await old.retire()
            })
    }

    /// Ends what is done for services of its own accord.
    func leave(_ former: Serving?) async {
        for task in former?.tasks ?? [] { task.cancel() }
        serving?.tasks = []
        await former?.follower?.stop()
        serving?.follower = nil
        await former?.watch?.stop()
        serving?.watch = nil
    }

    /// Renews a lease of a shared home for as long as it is ours; without it there is nothing left to change here.
    func keep(_ lease: HomeLease) {
        let (threads, log) = (threads, log)
        serving?.tasks.append(
            Task { [weak self] in
                guard await lease.renewUntilLost(on: threads, log: log) else { return }
                // Not in this task, which ends with the services that are given up.
                Task { [weak self] in await self?.yieldHome(without: lease) }
            })
    }

    /// Gives the fonts up to the machine that has them now, and answers questions from what it makes of them.
    ///
    /// Changes are refused already. What has begun is taken back or was committed while the lease was ours: nothing is
    /// left half done before the home is opened anew.
    ///
    /// - Parameter lease: The lease that was lost; nothing happens where the home is held by another one by now.
    func yieldHome(without lease: HomeLease) async {
        guard let old = services, old.home.leases.contains(where: { $0 === lease }), !takeover.isUnderWay else {
            return
        }
        takeover.isUnderWay = true
        defer { takeover.isUnderWay = false }
        log.report(.homeYielded, .notice, "Another machine has taken over the fonts")
        await old.waitUntilUnchanging()
        for objects in serving?.batchObjects ?? [] { await objects.closeAll() }
        // The lock is given up as well: this process would keep itself from having it again.
        if case .changing(let claim) = old.home.access { claim.release() }
        guard let callbacks = connected?.callbacks, connected?.isLeaving == false,
            case .success(let new) = await open(callbacks)
        else { return await disconnect() }
        // It may have been told to stop meanwhile.
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

    /// Whether a generation is another than the last; the first is known to everybody.
    func isNew(_ generation: UInt64) -> Bool {
        defer { self.generation = generation }
        return self.generation.map { $0 != generation } ?? false
    }
}
