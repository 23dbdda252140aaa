internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage
internal import WorkerProtocol

/// A process for one job: forked before the job is known, and watched until its reply is there.
///
/// It ends with this value.
struct JobProcess: ~Copyable {
    private var process: ForkedProcess
    private let channel: JobConnection

    /// Forks a process that waits for its job.
    ///
    /// - Parameter body: Receives the job over its end of the channel, sends one reply, and never returns.
    /// - Throws: What the system said.
    init(_ body: (JobConnection) -> Never) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) }
        let (ours, theirs) = (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
        process = try ForkedProcess { body(JobConnection(descriptor: theirs)) }
        channel = JobConnection(descriptor: ours)
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
    ///   - descriptors: What goes with it.
    func start(_ job: [UInt8], with descriptors: JobDescriptors) {
        // If it has ended, waiting for its reply tells.
        try? channel.send(job, with: descriptors)
    }

    /// Waits for the reply, or gives the job up: at the deadline, if it writes too much, or if nobody wants to know any
    /// more.
    ///
    /// - Parameters:
    ///   - milliseconds: The time the job may take from now.
    ///   - limit: The most bytes of its reply.
    ///   - connection: Where the answer will go; -1 watches nothing.
    /// - Returns: What became of the job.
    mutating func wait(_ milliseconds: Int64, limit: Int, watching connection: Int32) -> Outcome {
        let deadline = ForkedProcess.now + milliseconds
        var reply: [UInt8] = []
        while true {
            var entries = [
                pollfd(fd: channel.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
                // Asks for nothing: a connection that is closed is reported all the same.
                pollfd(fd: connection, events: 0, revents: 0),
            ]
            let rest = deadline - ForkedProcess.now
            guard rest > 0 else { return .failed(process.overdue(after: milliseconds)) }
            guard poll(&entries, nfds_t(entries.count), Int32(clamping: rest)) > 0 else { continue }
            if entries[1].revents != 0 { return .abandoned }
            if entries[0].revents & Int16(POLLIN) == 0 || !receive(into: &reply) {
                // It has closed its end, which it does not do before it ends or becomes another program.
                return process.end(before: deadline) ?? .failed(process.overdue(after: milliseconds))
            }
            guard reply.count >= RecordFrame.headerSize else { continue }
            let header = Array(reply[..<RecordFrame.headerSize])
            guard let length = try? RecordFrame.recordLength(header: header, limit: limit)
            else { return .failed(.noReport) }
            // Not its end: that takes as long as some jobs do, and nothing it does now is heard any more.
            let record = reply.dropFirst(RecordFrame.headerSize)
            if record.count >= length { return record.count == length ? .record(Array(record)) : .failed(.noReport) }
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
}
