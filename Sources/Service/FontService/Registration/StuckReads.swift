package import FontModel
package import LinuxSystem
internal import Synchronization

/// Counts by provider the reads that a file system does not answer, so that no provider gets all threads stuck.
///
/// A read that passed its deadline keeps its thread for as long as the kernel keeps the read. A provider with some of
/// them is refused at once, until they come back.
package final class StuckReads: Sendable {
    /// The stuck reads from which on a provider is refused.
    ///
    /// Those that were under way meanwhile may join them.
    package static let limit = 2

    /// Why there is no result.
    package enum Failure: Error, Sendable, Equatable {
        /// The read did not come back in time.
        case overdue
        /// Earlier reads for the provider have not come back yet.
        case stuck
        /// All threads are stuck, or the system has none left.
        case overloaded
        /// The result is not waited for any more: the caller has left, or the service ends.
        case unwanted
    }

    /// Whether the caller that a task reads for still waits.
    @TaskLocal package static var isWanted: @Sendable () -> Bool = { true }

    /// Whether no read is waited for any more.
    private let isEnding = Atomic(false)

    private let counts = Mutex<[ProviderIdentifier: Int]>([:])

    /// Creates a count of nothing.
    package init() {}

    /// Reads on a thread that may get stuck.
    ///
    /// - Parameters:
    ///   - threads: Where to read.
    ///   - provider: Who is to blame if the read does not come back.
    ///   - deadline: How long to wait.
    ///   - work: The read.
    /// - Returns: What was read.
    /// - Throws: Why nothing was.
    package func run<Value: Sendable>(
        on threads: BlockingThreads, for provider: ProviderIdentifier, deadline: Duration,
        _ work: @escaping @Sendable () -> Value
    ) async throws(Failure) -> Value {
        if count(of: provider) >= Self.limit { throw .stuck }
        let progress = Progress()
        let isUnwanted: @Sendable () -> Bool = { [self, isWanted = Self.isWanted] in
            isEnding.load(ordering: .relaxed) || !isWanted()
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

    /// From now on gives up reads that have not come back within a second.
    package func end() { isEnding.store(true, ordering: .relaxed) }

    /// How many reads for a provider are stuck.
    package func count(of provider: ProviderIdentifier) -> Int { counts.withLock { $0[provider] ?? 0 } }

    private func add(_ number: Int, to provider: ProviderIdentifier) {
        counts.withLock { counts in
            let count = counts[provider, default: 0] + number
            counts[provider] = count == 0 ? nil : count
        }
    }
}

/// How far one read has come.
private final class Progress: Sendable {
    private enum State {
        case waiting, running, done
        /// The deadline passed before it ran; it may be dropped, or begin all the same.
        case expired
        case stuck
    }

    private let state = Mutex(State.waiting)

    /// Notes that it runs.
    ///
    /// - Returns: Whether it is overdue already.
    func begin() -> Bool {
        state.withLock { state in
            let isLate = state == .expired
            state = isLate ? .stuck : .running
            return isLate
        }
    }

    /// Notes that it came back.
    ///
    /// - Returns: Whether it had been counted as stuck.
    func end() -> Bool {
        state.withLock { state in
            defer { state = .done }
            return state == .stuck
        }
    }

    /// Notes that its deadline has passed.
    ///
    /// - Returns: Whether it is stuck.
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
