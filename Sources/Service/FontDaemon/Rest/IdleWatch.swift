internal import DBus
internal import EventLoop
internal import FontService

/// Detects that the daemon has not been needed for some time.
///
/// Calls in flight and running work count as activity; signal subscribers do not. Only the daemon itself makes the
/// changes that signals announce, and only because of a call. If somebody changes the files by hand while the daemon is
/// not running, the next start notices it. The desktop changes the text size by itself, so programs that follow it
/// count as work.
///
/// A call needs no timer of its own. A single timer checks the time of the last activity when it fires, and no timer
/// runs during activity.
actor IdleWatch {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let idleTime: Duration
    private let work: WorkInProgress
    private var servedConnections = 0
    private var lastNeed = SuspendingClock.now
    /// Whether the idle state since ``lastNeed`` was already reported.
    private var isSaid = false
    private var timer: EventTimer?
    private var waiter: CheckedContinuation<Void, Never>?

    /// Creates the watch and starts the idle time.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the bus.
    ///   - idleTime: How long the daemon must be idle.
    ///   - work: The record of activity besides calls.
    init(on loop: EventLoop, idleTime: Duration, work: WorkInProgress) {
        self.loop = loop
        self.idleTime = idleTime
        self.work = work
        work.observe(for: self) { [weak self] in
            loop.execute { self?.assumeIsolated { $0.noteNeed() } }
        }
    }

    /// Returns when the idle time has passed without activity, or the task is cancelled.
    ///
    /// Only one task may wait at a time. A further call returns after new activity and its idle time.
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

    /// Counts the calls of a connection as activity from now on.
    func watch(_ connection: BusConnection) async {
        // The closure is called on the event loop, on which this actor also runs.
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
        // When the current activity ends, the timer is started again.
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
