internal import Synchronization

/// Calls closures when their time has come, on a thread that is there only while something is awaited.
///
/// `Task.sleep` comes with libdispatch, one of whose threads looks around every second from then on.
package final class AlarmClock: Sendable {
    /// What something is cancelled with.
    package struct Alarm: Sendable, Hashable {
        fileprivate var number: UInt64
    }

    /// The one that everybody shares.
    package static let shared = AlarmClock()

    private struct State {
        var awaited: [UInt64: (due: SuspendingClock.Instant, action: @Sendable () -> Void)] = [:]
        var lastNumber: UInt64 = 0
        var hasThread = false
        /// When the thread looks again.
        var nextLook: SuspendingClock.Instant?
    }

    private let state = Monitor(State())

    /// Calls a closure when a time has passed, in which the machine does not sleep.
    ///
    /// - Parameters:
    ///   - delay: How long to wait.
    ///   - action: What to do: something short, as all others wait meanwhile.
    /// - Returns: What to cancel it with.
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

    /// Forgets a closure that was not called yet.
    package func cancel(_ alarm: Alarm) {
        // The thread is left to find out by itself: in most cases it would be woken for nothing.
        _ = state.withLock { $0.awaited.removeValue(forKey: alarm.number) }
    }

    /// Waits until a time has passed, in which the machine does not sleep.
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
            // Whoever adds something next tries again; until then deadlines are late, and nothing else.
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

/// One who waits, and who may have been woken before.
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
