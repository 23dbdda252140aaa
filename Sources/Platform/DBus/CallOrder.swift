internal import Synchronization

/// Makes the handlers of an object that run on several threads begin in the order in which the calls arrived.
///
/// A call takes its turn on the loop when it arrives. Its handler begins when the handlers of all earlier calls have
/// ended or have allowed the next one to begin. Therefore only the beginnings of handlers are in sequence.
final class CallOrder: Sendable {
    private struct State {
        /// The number of the current turn; all turns before it have ended.
        var current: UInt64 = 0
        /// The number of turns taken.
        var count: UInt64 = 0
        /// The waiting handlers, by turn.
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Reserves the next turn; the caller must wait for it and then end it.
    func takeTurn() -> CallTurn {
        CallTurn(
            order: self,
            number: state.withLock { state in
                defer { state.count += 1 }
                return state.count
            })
    }

    /// Returns when all earlier turns have ended.
    func wait(for number: UInt64) async {
        // A single call has nothing to wait for.
        if state.withLock({ $0.current == number }) { return }
        await withCheckedContinuation { continuation in
            let hasCome = state.withLock { state in
                if state.current == number { return true }
                state.waiters[number] = continuation
                return false
            }
            if hasCome { continuation.resume() }
        }
    }

    /// Ends the current turn; does nothing if that turn has already ended.
    func end(_ number: UInt64) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.current == number else { return nil }
            state.current += 1
            return state.waiters.removeValue(forKey: state.current)
        }
        next?.resume()
    }
}

/// The position of a call among those of its object.
struct CallTurn: Sendable {
    fileprivate let order: CallOrder
    fileprivate let number: UInt64

    /// Returns when this call's turn is the current one.
    func wait() async { await order.wait(for: number) }

    /// Allows the next call to begin, if this call's turn is the current one.
    func end() { order.end(number) }
}
