internal import Synchronization

/// Calls closures after a delay, on a thread that only exists while a closure is pending.
///
/// `Task.sleep` would start libdispatch, which has a thread that then wakes up every second.
package final class AlarmClock: Sendable {
    /// An identifier for cancelling a pending closure.
    package struct Alarm: Sendable, Hashable {
        fileprivate var number: UInt64
    }

    /// The instance that the whole program shares.
    package static let shared = AlarmClock()

    private struct State {
        var awaited: [UInt64: (due: SuspendingClock.Instant, action: @Sendable () -> Void)] = [:]
        var lastNumber: UInt64 = 0
        var hasThread = false
        /// The time of the thread's next check.
        var nextLook: SuspendingClock.Instant?
    }

    private let state = Monitor(State())

    /// Calls a closure after a delay; time during which the machine is suspended does not count.
    ///
    /// - Parameters:
    ///   - delay: How long to wait.
    ///   - action: The closure. It must be short, because all other closures wait in the meantime.
    /// - Returns: An identifier for cancelling the call.
    package func add(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Alarm {
        let due = SuspendingClock.now.advanced(by: delay)
        let (alarm, startsThread, wakes) = state.withLock { state -> (Alarm, Bool, Bool) in
            state.lastNumber += 1
            state.awaited[state.lastNumber] = (due, action)
            let wakes = state.nextLook.map { due < $0 } ?? false
            let startsThread = !state.hasThread
            state.hasThread = true
            return (Alarm(number: state.lastNumber), startsThread, wakes)
        }
        if wakes { state.wakeOne() }
        if startsThread { startThread() }
        return alarm
    }

    /// Removes a closure that has not been called yet.
    package func cancel(_ alarm: Alarm) {
        // The thread is not woken: in most cases, it would have nothing to do.
        _ = state.withLock { $0.awaited.removeValue(forKey: alarm.number) }
    }

    /// Waits for a delay; time during which the machine is suspended does not count.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(for delay: Duration) async throws(CancellationError) {
        let sleeper = Sleeper()
        let alarm = add(after: delay) { sleeper.wake() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper.fallAsleep($0) }
        } onCancel: {
            sleeper.wake()
        }
        cancel(alarm)
        if Task.isCancelled { throw CancellationError() }
    }

    private func startThread() {
        do {
            try NativeThread(name: "typecase-alarms") { [self] in work() }.detach()
        } catch {
            // The next call of `add` tries again; until then, deadlines are late, but nothing else is affected.
            state.withLock { $0.hasThread = false }
        }
    }

    private func work() {
        while true {
            let due = state.waitForResult { state in
                state.nextLook.map { max($0 - .now, .zero) }
            } _: { state, _ -> [@Sendable () -> Void]? in
                let now = SuspendingClock.now
                let due = state.awaited.filter { $0.value.due <= now }
                for number in due.keys { state.awaited[number] = nil }
                if state.awaited.isEmpty, due.isEmpty {
                    state.hasThread = false
                    state.nextLook = nil
                    return []
                }
                state.nextLook = state.awaited.values.lazy.map(\.due).min()
                let inOrder = due.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
                return due.isEmpty ? nil : inOrder.map(\.value.action)
            }
            if due.isEmpty { return }
            for action in due { action() }
        }
    }
}

/// A waiting task, which may have been woken before it started to wait.
private final class Sleeper: Sendable {
    private enum State {
        case awake
        case asleep(CheckedContinuation<Void, Never>)
        case woken
    }

    private let state = Mutex(State.awake)

    func fallAsleep(_ continuation: CheckedContinuation<Void, Never>) {
        let isWoken = state.withLock { state in
            if case .woken = state { return true }
            state = .asleep(continuation)
            return false
        }
        if isWoken { continuation.resume() }
    }

    func wake() {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .woken }
            if case .asleep(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume()
    }
}
