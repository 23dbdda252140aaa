internal import DBus
internal import LinuxSystem
internal import Synchronization

/// Makes calls wait for the repair of a home that was not closed, so that the first answer is correct.
///
/// If the last daemon closed the home, there is nothing to repair, and no call waits.
final class StartupRepair: Sendable {
    /// The longest time that a call waits, counted from the start of the daemon.
    ///
    /// It is less than the 25 seconds after which bus libraries time out. If the registry is lost and there are
    /// thousands of fonts, the repair takes longer. Calls are then answered with what has been restored so far.
    static let limit = Duration.seconds(15)

    private let isOngoing: Atomic<Bool>
    /// The waiting calls; `nil` once no call has to wait.
    private let waiting: Mutex<[CheckedContinuation<Void, Never>]?>
    private let alarm = Mutex<AlarmClock.Alarm?>(nil)

    /// Creates the repair.
    ///
    /// - Parameters:
    ///   - isDue: Whether there may be something to repair.
    ///   - limit: When calls are answered in any case.
    init(isDue: Bool, limit: Duration = StartupRepair.limit) {
        isOngoing = Atomic(isDue)
        waiting = Mutex(isDue ? [] : nil)
        guard isDue else { return }
        alarm.withLock { $0 = AlarmClock.shared.add(after: limit) { [weak self] in self?.end() } }
    }

    /// Whether no call has to wait.
    var isOver: Bool { !isOngoing.load(ordering: .acquiring) }

    /// Resumes all waiting calls.
    func end() {
        isOngoing.store(false, ordering: .releasing)
        if let alarm = alarm.withLock({ $0 }) { AlarmClock.shared.cancel(alarm) }
        let continuations = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for continuation in continuations { continuation.resume() }
    }

    /// Waits until the repair is over.
    func wait() async {
        if isOver { return }
        await withCheckedContinuation { continuation in
            let isOver = waiting.withLock { waiting in
                waiting?.append(continuation)
                return waiting == nil
            }
            if isOver { continuation.resume() }
        }
    }

    /// Delays calls that another function admits, until the repair is over.
    func admitting(
        _ admit: @escaping @Sendable (BusMethodCall) async throws -> Void
    ) -> @Sendable (BusMethodCall) async throws -> Void {
        { call in
            try await admit(call)
            await self.wait()
        }
    }

    /// Admits the calls that another function admits at once, if no repair is running.
    func admittingInPlace(
        _ admit: @escaping @Sendable (BusMethodCall) -> Bool
    ) -> @Sendable (BusMethodCall) -> Bool {
        { call in self.isOver && admit(call) }
    }
}
