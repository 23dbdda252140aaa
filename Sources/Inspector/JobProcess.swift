internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// A process for one job: forked before the job is known, and watched until its reply is there.
///
/// It ends with this value.
struct JobProcess: ~Copyable {
    private let processID: Int32
    private let channel: JobConnection
    private var isReaped = false

    /// Forks a process that waits for its job.
    ///
    /// - Parameter body: Receives the job over its end of the channel, sends one reply, and never returns.
    /// - Throws: What the system said.
    init(_ body: (JobConnection) -> Never) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) }
        let (ours, theirs) = (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
        let parent = getpid()
        let processID = try retryingInterrupts { fork() }
        if processID == 0 {
            Confinement.endWithParent(parent)
            body(JobConnection(descriptor: theirs))
        }
        self.processID = processID
        channel = JobConnection(descriptor: ours)
    }

    deinit {
        guard !isReaped else { return }
        _ = kill(processID, SIGKILL)
        _ = try? retryingInterrupts { waitpid(processID, nil, 0) }
    }

    /// What became of a job.
    enum Outcome: Equatable {
        /// It left these bytes.
        case record([UInt8])
        /// It ended by itself with this status and left nothing.
        case exited(Int32)
        case failed(InspectionFailure)
        /// Whoever asked has gone.
        case abandoned
    }

    /// Whether it still waits for its job.
    ///
    /// While it waited, something may have ended it: a shortage of memory takes the worker's processes first.
    var isWaiting: Bool { typecase_poll(channel.descriptor.rawValue, Int16(POLLIN), 0) == 0 }

    /// Gives the process its job, the only one it will ever have.
    ///
    /// - Parameters:
    ///   - job: The record of the job.
    ///   - font: The descriptor that goes with it.
    func start(_ job: [UInt8], _ font: OwnedFileDescriptor?) {
        // If it has ended, waiting for its reply tells.
        try? channel.send(job, with: font)
    }

    /// Waits for the reply, or gives the job up: at the deadline, if it writes too much, or if nobody wants to know any
    /// more.
    ///
    /// - Parameters:
    ///   - milliseconds: The time the job may take from now.
    ///   - connection: Where the answer will go; -1 watches nothing.
    /// - Returns: What became of the job.
    mutating func wait(_ milliseconds: Int64, watching connection: Int32) -> Outcome {
        let deadline = Self.now + milliseconds
        var reply: [UInt8] = []
        while true {
            var entries = [
                pollfd(fd: channel.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
                // Asks for nothing: a connection that is closed is reported all the same.
                pollfd(fd: connection, events: 0, revents: 0),
            ]
            let rest = deadline - Self.now
            guard rest > 0 else { return .failed(.timedOut) }
            guard poll(&entries, nfds_t(entries.count), Int32(clamping: rest)) > 0 else { continue }
            if entries[1].revents != 0 { return .abandoned }
            if entries[0].revents & Int16(POLLIN) == 0 || !receive(into: &reply) {
                // It has closed its end, which it does not do before it ends or becomes another program.
                guard let status = end(before: deadline) else { return .failed(.timedOut) }
                return Self.outcome(status: status)
            }
            guard reply.count >= InspectionWire.headerSize else { continue }
            let header = Array(reply[..<InspectionWire.headerSize])
            guard let length = try? InspectionWire.recordLength(header: header, limit: InspectionWire.replyLimit)
            else { return .failed(.noReport) }
            // Not its end: that takes as long as some jobs do, and nothing it does now is heard any more.
            let record = reply.dropFirst(InspectionWire.headerSize)
            if record.count >= length { return record.count == length ? .record(Array(record)) : .failed(.noReport) }
        }
    }

    private static func outcome(status: Int32) -> Outcome {
        switch status & 0x7F {
        case 0: .exited(status >> 8 & 0xFF)
        case SIGXCPU: .failed(.outOfProcessorTime)
        // Nobody but the kernel ends a job before its supervisor does.
        case SIGKILL: .failed(.outOfMemory)
        case let signal: .failed(.crashed(signal: signal))
        }
    }

    /// Receives some bytes; `false` at their end.
    private func receive(into reply: inout [UInt8]) -> Bool {
        let chunk = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = max(0, read(channel.descriptor.rawValue, buffer.baseAddress, buffer.count))
        }
        reply += chunk
        return !chunk.isEmpty
    }

    /// Waits for the end of the process and reaps it.
    ///
    /// - Returns: Its status, or `nil` if it goes on past the deadline.
    private mutating func end(before deadline: Int64) -> Int32? {
        guard let number = try? retryingInterrupts({ typecase_pidfd_open(processID) }) else { return nil }
        let exit = OwnedFileDescriptor(adopting: number)
        while true {
            let rest = deadline - Self.now
            guard rest > 0 else { return nil }
            if typecase_poll(exit.rawValue, Int16(POLLIN), Int32(clamping: rest)) > 0 { break }
        }
        var status: Int32 = 0
        _ = try? retryingInterrupts { waitpid(processID, &status, 0) }
        isReaped = true
        return status
    }

    /// Milliseconds of a clock that nobody sets.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
