internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// One job in a process of its own, watched until it has ended.
struct JobProcess {
    private let processID: Int32
    private let output: OwnedFileDescriptor
    private let exit: OwnedFileDescriptor
    private let deadline: Int64

    /// Starts a job.
    ///
    /// - Parameters:
    ///   - milliseconds: The time the job may take.
    ///   - body: The job; gets the descriptor to write its record to, and never returns.
    /// - Throws: What the system said.
    init(milliseconds: Int64, _ body: (Int32) -> Never) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts { pipe(&ends) }
        output = OwnedFileDescriptor(adopting: ends[0])
        let input = OwnedFileDescriptor(adopting: ends[1])
        // Only our end: the job is to wait until we have read.
        try retryingInterrupts { typecase_fcntl(ends[0], F_SETFL, O_NONBLOCK) }
        let parent = getpid()
        let processID = try retryingInterrupts { fork() }
        self.processID = processID
        if processID == 0 {
            Confinement.endWithParent(parent)
            body(input.rawValue)
        }
        deadline = Self.now + milliseconds
        do throws(Errno) {
            exit = OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(processID) })
        } catch {
            _ = kill(processID, SIGKILL)
            _ = waitpid(processID, nil, 0)
            throw error
        }
    }

    /// What became of a job.
    enum Outcome: Equatable {
        /// It ended by itself and left these bytes.
        case record([UInt8])
        case failed(InspectionFailure)
        /// Whoever asked has gone.
        case abandoned
    }

    /// Waits for the end of the job, or brings it about: at the deadline, if it writes too much, or if nobody wants to
    /// know any more.
    ///
    /// - Parameter connection: Where the answer will go.
    /// - Returns: What became of the job.
    func wait(watching connection: Int32) -> Outcome {
        var record: [UInt8] = []
        var failure: InspectionFailure?
        var isAbandoned = false
        var hasEnded = false
        while failure == nil, !isAbandoned, !hasEnded {
            var entries = [
                pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: exit.rawValue, events: Int16(POLLIN), revents: 0),
                // Asks for nothing: a connection that is closed is reported all the same.
                pollfd(fd: connection, events: 0, revents: 0),
            ]
            let rest = deadline - Self.now
            guard rest > 0 else {
                failure = .timedOut
                break
            }
            guard poll(&entries, nfds_t(entries.count), Int32(clamping: rest)) > 0 else { continue }
            isAbandoned = entries[2].revents != 0
            // First the exit: what is in the pipe after it is all there will ever be.
            hasEnded = entries[1].revents != 0
            if entries[0].revents & Int16(POLLIN) != 0, !drain(into: &record) { failure = .noReport }
            if entries[0].revents != 0, entries[0].revents & Int16(POLLIN) == 0, !hasEnded {
                // The job has closed its end: nothing left to watch but its exit.
                hasEnded = waitForExit()
                if !hasEnded { failure = .timedOut }
            }
        }
        if !hasEnded { _ = kill(processID, SIGKILL) }
        let status = reap()
        if isAbandoned { return .abandoned }
        if let failure { return .failed(failure) }
        return Self.outcome(status: status, record: record)
    }

    private static func outcome(status: Int32, record: [UInt8]) -> Outcome {
        let signal = status & 0x7F
        if signal == SIGXCPU { return .failed(.timedOut) }
        if signal != 0 { return .failed(.crashed(signal: signal)) }
        guard status >> 8 & 0xFF == 0, !record.isEmpty else { return .failed(.noReport) }
        return .record(record)
    }

    /// Reads what is there; `false` if it is more than a reply may have.
    private func drain(into record: inout [UInt8]) -> Bool {
        while true {
            let free = InspectionWire.replyLimit + 1 - record.count
            guard free > 0 else { return false }
            let chunk = [UInt8](unsafeUninitializedCapacity: min(free, 64 << 10)) { buffer, count in
                count = max(0, read(output.rawValue, buffer.baseAddress, buffer.count))
            }
            if chunk.isEmpty { return record.count <= InspectionWire.replyLimit }
            record += chunk
        }
    }

    private func waitForExit() -> Bool {
        while true {
            let rest = deadline - Self.now
            guard rest > 0 else { return false }
            if typecase_poll(exit.rawValue, Int16(POLLIN), Int32(clamping: rest)) > 0 { return true }
        }
    }

    private func reap() -> Int32 {
        var status: Int32 = 0
        _ = try? retryingInterrupts { waitpid(processID, &status, 0) }
        return status
    }

    /// Milliseconds of a clock that nobody sets.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
