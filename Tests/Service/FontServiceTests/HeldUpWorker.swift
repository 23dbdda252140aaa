import InspectionProtocol
import Synchronization
import TestSupport

/// A worker that warms caches, until it is told to be held up at the next ones or to fail.
final class HeldUpWorker: Sendable {
    private struct State {
        var holdsUpNext = false
        var isWell = true
        var jobs = 0
    }

    /// Where the one job waits that is held up.
    let gate: Gate
    private let state = Mutex(State())

    init() throws { gate = try Gate() }

    /// How often it was asked for caches.
    var jobCount: Int { state.withLock { $0.jobs } }

    /// Has the next job for fonts wait at the gate; those after it, and notices to programs, do not.
    func holdUpNext() { state.withLock { $0.holdsUpNext = true } }

    /// Says whether caches can be written.
    func set(well: Bool) { state.withLock { $0.isWell = well } }

    /// Does a job.
    func warm(_ directories: [String]) -> InspectionReply {
        let waits = state.withLock { state in
            state.jobs += 1
            guard state.holdsUpNext, directories.first?.hasSuffix("/changes") == false else { return false }
            state.holdsUpNext = false
            return true
        }
        if waits { gate.pass() }
        return state.withLock { $0.isWell }
            ? .warmed(patternCounts: directories.map { _ in 1 })
            : .failed(.refused("no cache could be written for the directory \(directories.first ?? "")"))
    }
}
