internal import Synchronization

/// Has the handlers of an object that run on several threads begin in the order in which the calls came.
///
/// A call takes its turn on the loop when it comes in. Its handler begins when the handlers of all earlier calls have
/// let the next begin or have ended, so that only their beginnings follow one another.
final class CallOrder: Sendable {
    private struct State {
        /// The turn that has come; those before it are over.
        var current: UInt64 = 0
        /// The number of turns that were taken.
        var count: UInt64 = 0
        /// Who waits, by turn.
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Takes the next turn, which has to be waited for and ended.
    func takeTurn() -> CallTurn {
        CallTurn(
            order: self,
            number: state.withLock { state in
                defer { state.count += 1 }
                return state.count
            })
    }

    /// Returns when all earlier turns are over.
    func wait(for number: UInt64) async {
        // A single call has nobody to wait for.
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

    /// Ends a turn that has come; does nothing where it is over.
    func end(_ number: UInt64) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.current == number else { return nil }
            state.current += 1
            return state.waiters.removeValue(forKey: state.current)
        }
        next?.resume()
    }
}

/// The place of a call among those of its object.
struct CallTurn: Sendable {
    fileprivate let order: CallOrder
    fileprivate let number: UInt64

    /// Returns when the turn has come.
    func wait() async { await order.wait(for: number) }

    /// Lets the next call begin, once this one's turn has come.
    func end() { order.end(number) }
}
