internal import DBus
internal import LinuxSystem
internal import Synchronization

/// Lets calls wait for the repair of a home that was not closed, so that the first answer is right.
///
/// Where the last daemon closed the home there is nothing to repair, and no call waits.
final class StartupRepair: Sendable {
    /// How long a call waits at most, from the start of the daemon on.
    ///
    /// Less than the 25 seconds after which bus libraries give up. A home whose registry is lost takes longer where it has
    /// thousands of fonts: calls are answered then with what is back already.
    static let limit = Duration.seconds(15)

    private let isOngoing: Atomic<Bool>
    /// The calls that wait; `nil` once none has to.
    private let waiting: Mutex<[CheckedContinuation<Void, Never>]?>
    private let alarm = Mutex<AlarmClock.Alarm?>(nil)

    /// Creates it.
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

    /// Lets all calls go on.
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

    /// Admits calls that something else admits, once the repair is over.
    func admitting(
        _ admit: @escaping @Sendable (BusMethodCall) async throws -> Void
    ) -> @Sendable (BusMethodCall) async throws -> Void {
        { call in
            try await admit(call)
            await self.wait()
        }
    }

    /// Admits calls at once that something else admits, where nothing is being repaired.
    func admittingInPlace(
        _ admit: @escaping @Sendable (BusMethodCall) -> Bool
    ) -> @Sendable (BusMethodCall) -> Bool {
        { call in self.isOver && admit(call) }
    }
}
