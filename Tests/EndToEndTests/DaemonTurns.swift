internal import Synchronization

/// Lets so many daemons run at a time that none has to wait long for a processor, and that the user's inotify instances
/// are enough for all of them and their buses: 128, unless the machine says otherwise.
final class DaemonTurns: Sendable {
    static let shared = DaemonTurns()

    private struct State {
        var free = 8
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits for a turn.
    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Passes a turn on to whoever waits longest.
    func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
