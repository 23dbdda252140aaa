internal import DBus
internal import EventLoop
internal import FontService

/// Finds out when nobody has needed the daemon for a while.
///
/// Calls in flight and work under way are need; that somebody listens to signals is none: only the daemon itself makes
/// the changes that they tell of, and whoever makes one has called it. What is done to the files by hand while it is away
/// is noticed at the next start. The size of text the desktop changes by itself, so that whoever follows it is work.
///
/// A call costs no timer: the one that waits for the end looks at the time of the last need when it fires, and while
/// something is going on there is none.
actor IdleWatch {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let idleTime: Duration
    private let work: WorkInProgress
    private var servedConnections = 0
    private var lastNeed = SuspendingClock.now
    /// Whether it was said already that nobody has needed the daemon since ``lastNeed``.
    private var isSaid = false
    private var timer: EventTimer?
    private var waiter: CheckedContinuation<Void, Never>?

    /// Starts the time.
    ///
    /// - Parameters:
    ///   - loop: The loop of the bus.
    ///   - idleTime: How long nobody has to need the daemon.
    ///   - work: What is need besides calls.
    init(on loop: EventLoop, idleTime: Duration, work: WorkInProgress) {
        self.loop = loop
        self.idleTime = idleTime
        self.work = work
        work.observe(for: self) { [weak self] in
            loop.execute { self?.assumeIsolated { $0.noteNeed() } }
        }
    }

    /// Returns when the idle time has passed without need, or the task is cancelled.
    ///
    /// It is for one task at a time. Called again, it returns after another need and its idle time.
    func waitUntilIdle() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume() }
                waiter = continuation
                startTimer()
            }
        } onCancel: {
            loop.execute { self.assumeIsolated { $0.end() } }
        }
    }

    /// Counts the calls of a connection as need from now on.
    func watch(_ connection: BusConnection) async {
        // Called on the loop, where this lives as well.
        await connection.onServing { [weak self] isServing in
            self?.assumeIsolated { $0.noteServing(isServing) }
        }
    }

    private func noteServing(_ isServing: Bool) {
        servedConnections += isServing ? 1 : -1
        noteNeed()
    }

    private var isNeeded: Bool { servedConnections > 0 || !work.kinds.isEmpty }

    private func noteNeed() {
        lastNeed = .now
        isSaid = false
        startTimer()
    }

    private func startTimer() {
        guard waiter != nil, timer == nil, !isSaid, !isNeeded else { return }
        let rest = max(idleTime - (.now - lastNeed), .zero)
        timer = loop.addTimer(after: rest) { [weak self] in self?.assumeIsolated { $0.lookAgain() } }
    }

    private func lookAgain() {
        timer = nil
        // The end of what is going on starts the timer anew.
        guard !isNeeded else { return }
        guard .now - lastNeed >= idleTime else { return startTimer() }
        isSaid = true
        end()
    }

    private func end() {
        timer?.cancel()
        timer = nil
        waiter?.resume()
        waiter = nil
    }
}
