internal import FontModel
internal import InspectionProtocol
internal import LinuxSystem
internal import Scheduling
internal import WorkerClient

extension WorkerPool {
    // MARK: - Places

    /// Waits for a place of the mode.
    ///
    /// - Throws: ``FontModel/FontError/Code/busy`` if too many callers wait already, or the task is cancelled.
    func takePlace(in mode: InspectionMode, for key: String) async throws(FontError) {
        if isShutDown { throw Self.goneError }
        if Task.isCancelled { throw Self.cancelledError }
        if lanes[mode, default: Lane()].hasPlace(for: key, configuration[mode], among: currentLaggards) {
            lanes[mode, default: Lane()].take(for: key)
            return
        }
        let queue = lanes[mode, default: Lane()].queue
        guard queue.count(of: key) < configuration.queueLimitPerProvider, queue.count < configuration.queueLimit else {
            throw FontError(.busy, "\(queue.count) fonts are waiting to be checked. Try again later.")
        }
        lastNumber += 1
        let number = lastNumber
        let failure: FontError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A cancellation before this point finds no waiting caller, so it is checked here.
                if Task.isCancelled {
                    continuation.resume(returning: Self.cancelledError)
                } else {
                    lanes[mode, default: Lane()].queue.append(
                        Waiter(number: number, continuation: continuation), for: key)
                }
            }
        } onCancel: {
            Task { await self.withdraw(number, from: mode, key: key) }
        }
        if let failure { throw failure }
        if Task.isCancelled {
            giveBackPlace(in: mode, of: key)
            throw Self.cancelledError
        }
    }

    /// Returns a place, and assigns the free places to the next waiting callers that may take one.
    func giveBackPlace(in mode: InspectionMode, of key: String) {
        var lane = lanes[mode, default: Lane()]
        lane.giveBack(of: key)
        let laggards = currentLaggards
        while !isShutDown {
            let places = lane
            let next = lane.queue.popFirst { places.hasPlace(for: $0, configuration[mode], among: laggards) }
            guard let (waiter, key) = next else { break }
            lane.take(for: key)
            waiter.continuation.resume(returning: nil)
        }
        lanes[mode] = lane
        if isShutDown, lanes.values.allSatisfy({ $0.takenCount == 0 }) {
            for continuation in drained { continuation.resume() }
            drained = []
        }
    }

    private func withdraw(_ number: UInt64, from mode: InspectionMode, key: String) {
        lanes[mode]?.queue.removeFirst(of: key) { $0.number == number }?
            .continuation.resume(returning: Self.cancelledError)
    }

    static let cancelledError = FontError(.busy, "The caller stopped waiting for its font to be checked.")

    // MARK: - Connections

    /// Returns a connection for the caller that has a place, preferably the one of the last job of the same key.
    ///
    /// - Returns: The connection, and the key of its last job; `nil` if it is new.
    func connection(
        in mode: InspectionMode, for key: String
    ) async throws(FontError) -> (connection: WorkerConnection, lastKey: String?) {
        while let idle = lanes[mode]?.takeIdle(for: key) {
            AlarmClock.shared.cancel(idle.expiry)
            if idle.connection.isQuiet() {
                lanes[mode, default: Lane()].active[ObjectIdentifier(idle.connection)] = idle.connection
                return (idle.connection, idle.key)
            }
            await end(idle.connection, immediately: true)
        }
        return (try await open(in: mode), nil)
    }

    /// Connects to a worker before there is a job for it, unless one is already connected.
    func connectAhead(to mode: InspectionMode) async {
        do throws(FontError) {
            try await takePlace(in: mode, for: "")
            do throws(FontError) {
                keep(try await connection(in: mode, for: "").connection, in: mode, for: "")
            } catch {}
            giveBackPlace(in: mode, of: "")
        } catch {}
    }

    /// Keeps a working connection for the next job, or until the idle time ends.
    func keep(_ connection: WorkerConnection, in mode: InspectionMode, for key: String) {
        let identifier = ObjectIdentifier(connection)
        lanes[mode]?.active[identifier] = nil
        if isShutDown {
            connection.interrupt()
            return
        }
        // Cancelled if the connection is used again.
        let expiry = AlarmClock.shared.add(after: configuration.idleTime) { [weak self] in
            Task { await self?.expire(identifier, in: mode) }
        }
        lanes[mode, default: Lane()].idle.append(IdleConnection(connection: connection, key: key, expiry: expiry))
    }

    /// Closes a connection that has a fault.
    func drop(_ connection: WorkerConnection, in mode: InspectionMode) async {
        lanes[mode]?.active[ObjectIdentifier(connection)] = nil
        await end(connection, immediately: true)
    }

    private func expire(_ identifier: ObjectIdentifier, in mode: InspectionMode) async {
        guard let index = lanes[mode]?.idle.firstIndex(where: { ObjectIdentifier($0.connection) == identifier }),
            let idle = lanes[mode]?.idle.remove(at: index)
        else { return }
        await end(idle.connection, immediately: false)
    }
}
