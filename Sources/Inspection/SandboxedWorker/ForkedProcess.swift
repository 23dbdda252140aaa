internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// A child process forked from this one, which ends when this value is destroyed.
struct ForkedProcess: ~Copyable {
    private let processID: Int32
    private var isReaped = false

    /// Forks a process.
    ///
    /// - Parameter body: The work of the child process; never returns.
    /// - Throws: The error of the system.
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

    /// Returns a descriptor that becomes readable when the process has ended.
    func exitDescriptor() throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(processID) })
    }

    /// Waits for the end of the process and reaps it.
    ///
    /// - Parameter deadline: The latest time to wait for, on the clock of ``now``.
    /// - Returns: The outcome that the exit status means, or `nil` if the process is still running at the deadline.
    mutating func end(before deadline: Int64) -> JobProcess.Outcome? {
        guard let exit = try? exitDescriptor() else { return nil }
        while true {
            let rest = deadline - Self.now
            guard rest > 0 else { return nil }
            if typecase_poll(exit.rawValue, Int16(POLLIN), Int32(clamping: rest)) > 0 { break }
        }
        return reap()
    }

    /// Determines why the process did not finish in its time.
    ///
    /// If the machine gave it no time, or something stopped it, the delay reveals nothing about its job. If it computed
    /// for at least half of that time, it would continue to compute: it has used what a job may use, whatever the wall
    /// clock shows.
    ///
    /// - Parameter milliseconds: The wall-clock time that the process had.
    /// - Returns: The failure, which tells whether the job or the machine is the cause.
    func overdue(after milliseconds: Int64) -> InspectionFailure {
        var time = timespec()
        // This is the clock of another process's processor time, which any process may read.
        // Source: MAKE_PROCESS_CPUCLOCK with CPUCLOCK_SCHED of linux/posix-timers_types.h.
        guard clock_gettime(~processID << 3 | 2, &time) == 0 else { return .timedOut }
        let used = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return used >= milliseconds / 2 ? .outOfProcessorTime : .timedOut
    }

    /// Reaps the process, which has already ended.
    ///
    /// - Returns: The outcome that its exit status means.
    mutating func reap() -> JobProcess.Outcome {
        var status: Int32 = 0
        _ = try? retryingInterrupts { waitpid(processID, &status, 0) }
        isReaped = true
        return switch status & 0x7F {
        case 0: .exited(status >> 8 & 0xFF)
        case SIGXCPU: .failed(.outOfProcessorTime)
        // Before the supervisor ends a job, only the kernel kills it.
        case SIGKILL: .failed(.outOfMemory)
        // The whole worker is being ended, for example by a service manager. A job cannot signal itself, so a font
        // cannot cause this. A reply without a verdict does not count as a reply.
        case SIGTERM, SIGINT, SIGHUP: .abandoned
        case let signal: .failed(.crashed(signal: signal))
        }
    }

    /// The milliseconds of a clock that cannot be set.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
