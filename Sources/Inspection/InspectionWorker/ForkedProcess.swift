internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// A process that was forked from this one, and ends with this value.
struct ForkedProcess: ~Copyable {
    private let processID: Int32
    private var isReaped = false

    /// Forks a process.
    ///
    /// - Parameter body: What it does; never returns.
    /// - Throws: What the system said.
    init(_ body: () -> Never) throws(Errno) {
        let parent = getpid()
        let processID = try retryingInterrupts { fork() }
        if processID == 0 {
            Confinement.endWithParent(parent)
            body()
        }
        self.processID = processID
    }

    deinit {
        guard !isReaped else { return }
        _ = kill(processID, SIGKILL)
        _ = try? retryingInterrupts { waitpid(processID, nil, 0) }
    }

    /// A descriptor that can be read from once the process has ended.
    func exitDescriptor() throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(processID) })
    }

    /// Waits for the end of the process and reaps it.
    ///
    /// - Parameter deadline: Up to when, by ``now``.
    /// - Returns: What its end means, or `nil` if it goes on past the deadline.
    mutating func end(before deadline: Int64) -> JobProcess.Outcome? {
        guard let exit = try? exitDescriptor() else { return nil }
        while true {
            let rest = deadline - Self.now
            guard rest > 0 else { return nil }
            if typecase_poll(exit.rawValue, Int16(POLLIN), Int32(clamping: rest)) > 0 { break }
        }
        return reap()
    }

    /// What it means that the process has come to no end in its time.
    ///
    /// One that the machine gave no time to, or that somebody has stopped, tells nothing of its job. One that computed for
    /// at least half of that time would go on doing so: it has had what a job may use, whatever the clock says.
    ///
    /// - Parameter milliseconds: The time it had by the clock.
    /// - Returns: Whether it was the job that took it, or the machine.
    func overdue(after milliseconds: Int64) -> InspectionFailure {
        var time = timespec()
        // The clock of the processor time of another process, which the kernel shows to anyone.
        // Source: MAKE_PROCESS_CPUCLOCK with CPUCLOCK_SCHED of linux/posix-timers_types.h.
        guard clock_gettime(~processID << 3 | 2, &time) == 0 else { return .timedOut }
        let used = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return used >= milliseconds / 2 ? .outOfProcessorTime : .timedOut
    }

    /// Reaps the process, which has ended.
    ///
    /// - Returns: What its end means.
    mutating func reap() -> JobProcess.Outcome {
        var status: Int32 = 0
        _ = try? retryingInterrupts { waitpid(processID, &status, 0) }
        isReaped = true
        return switch status & 0x7F {
        case 0: .exited(status >> 8 & 0xFF)
        case SIGXCPU: .failed(.outOfProcessorTime)
        // Nobody but the kernel ends a job before its supervisor does.
        case SIGKILL: .failed(.outOfMemory)
        // Somebody ends the whole worker, as a service manager does. A job cannot signal itself, so that no font asks
        // for it; and an answer without a verdict is none.
        case SIGTERM, SIGINT, SIGHUP: .abandoned
        case let signal: .failed(.crashed(signal: signal))
        }
    }

    /// Milliseconds of a clock that nobody sets.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
