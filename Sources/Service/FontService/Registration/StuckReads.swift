package import FontModel
package import LinuxSystem
internal import Synchronization

/// Counts, for each provider, the reads that a file system does not answer, so that no provider blocks all threads.
///
/// A read that has passed its deadline occupies its thread until the kernel returns. If a provider has several of them,
/// further reads are refused immediately until these return.
package final class StuckReads: Sendable {
    /// The number of stuck reads from which a provider is refused.
    ///
    /// Reads that are already under way may become stuck as well.
    package static let limit = 2

    /// The reason why there is no result.
    package enum Failure: Error, Sendable, Equatable {
        /// The read did not return in time.
        case overdue
        /// Earlier reads for the provider have not returned yet.
        case stuck
        /// All threads are stuck, or the system has no more threads.
        case overloaded
        /// The result is no longer needed: the caller has left, or the service is about to exit.
        case unwanted
    }

    /// The caller that a task reads for.
    ///
    /// It is a type, because optimized programs crash if a task-local value is a closure (Swift 6.3.1).
    package struct Caller: Sendable {
        /// Returns whether the caller is still waiting.
        let isWaiting: @Sendable () -> Bool

        /// Creates a caller.
        ///
        /// - Parameter isWaiting: Returns whether the caller is still waiting.
        package init(isWaiting: @escaping @Sendable () -> Bool) { self.isWaiting = isWaiting }
    }

    /// The caller that the current task reads for.
    @TaskLocal package static var caller = Caller { true }

    /// Whether the results of reads are no longer needed.
    private let isEnding = Atomic(false)

    private let counts = Mutex<[ProviderIdentifier: Int]>([:])

    /// Creates an empty count.
    package init() {}

    /// Runs a read on a thread that may block.
    ///
    /// - Parameters:
    ///   - threads: The threads to read on.
    ///   - provider: The provider for which the read is counted if it does not return.
    ///   - deadline: The maximum time to wait.
    ///   - work: The read.
    /// - Returns: The result of the read.
    /// - Throws: The reason why there is no result.
    package func run<Value: Sendable>(
        on threads: BlockingThreads, for provider: ProviderIdentifier, deadline: Duration,
        _ work: @escaping @Sendable () -> Value
    ) async throws(Failure) -> Value {
        if count(of: provider) >= Self.limit { throw .stuck }
        let progress = Progress()
        let isUnwanted: @Sendable () -> Bool = { [self, caller = Self.caller] in
            isEnding.load(ordering: .relaxed) || !caller.isWaiting()
        }
        do {
            return try await threads.run(deadline: deadline, unless: isUnwanted) { [self] in
                if progress.begin() { add(1, to: provider) }
                defer { if progress.end() { add(-1, to: provider) } }
                return work()
            }
        } catch is BlockingThreads.DeadlineExceeded {
            if progress.expire() { add(1, to: provider) }
            throw isUnwanted() ? .unwanted : .overdue
        } catch {
            throw .overloaded
        }
    }

    /// Abandons, from now on, reads that have not returned within a second.
    package func end() { isEnding.store(true, ordering: .relaxed) }

    /// Returns the number of stuck reads for a provider.
    package func count(of provider: ProviderIdentifier) -> Int { counts.withLock { $0[provider] ?? 0 } }

    private func add(_ number: Int, to provider: ProviderIdentifier) {
        counts.withLock { counts in
            let count = counts[provider, default: 0] + number
            counts[provider] = count == 0 ? nil : count
        }
    }
}

/// The progress of one read.
private final class Progress: Sendable {
    private enum State {
        case waiting, running, done
        /// The deadline passed before the read started; it may be dropped, or start anyway.
        case expired
        case stuck
    }

    private let state = Mutex(State.waiting)

    /// Records that the read has started.
    ///
    /// - Returns: Whether the read is overdue already.
    func begin() -> Bool {
        state.withLock { state in
            let isLate = state == .expired
            state = isLate ? .stuck : .running
            return isLate
        }
    }

    /// Records that the read has returned.
    ///
    /// - Returns: Whether the read was counted as stuck.
    func end() -> Bool {
        state.withLock { state in
            defer { state = .done }
            return state == .stuck
        }
    }

    /// Records that the deadline has passed.
    ///
    /// - Returns: Whether the read is stuck.
    func expire() -> Bool {
        state.withLock { state in
            switch state {
            case .waiting: state = .expired
            case .running:
                state = .stuck
                return true
            case .done, .expired, .stuck: break
            }
            return false
        }
    }
}
