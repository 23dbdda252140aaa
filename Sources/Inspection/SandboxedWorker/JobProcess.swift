internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage
internal import WorkerProtocol

/// A process for one job: it is forked before the job is known, and watched until it has replied.
///
/// The process ends when this value is destroyed.
struct JobProcess: ~Copyable {
    private var process: ForkedProcess
    private let channel: JobConnection

    /// Forks a process that waits for its job.
    ///
    /// - Parameter body: Receives the job over its end of the channel, sends one reply, and never returns.
    /// - Throws: The error of the system.
    init(_ body: (JobConnection) -> Never) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) }
        let (ours, theirs) = (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
        process = try ForkedProcess { body(JobConnection(descriptor: theirs)) }
        channel = JobConnection(descriptor: ours)
    }

    /// The outcome of a job.
    enum Outcome: Equatable {
        /// The process sent these bytes.
        case record([UInt8])
        /// The process exited with this status and sent nothing.
        case exited(Int32)
        case failed(InspectionFailure)
        /// The client that requested the job has disconnected.
        case abandoned
    }

    /// Whether the process still waits for its job.
    ///
    /// Something may have ended it while it waited: if memory is short, the kernel kills the worker's processes first.
    var isWaiting: Bool { typecase_poll(channel.descriptor.rawValue, Int16(POLLIN), 0) == 0 }

    /// Sends the process its only job.
    ///
    /// - Parameters:
    ///   - job: The record of the job.
    ///   - descriptors: The descriptors to send with it.
    func start(_ job: [UInt8], with descriptors: JobDescriptors) {
        // If the process has ended, the wait for its reply detects that.
        try? channel.send(job, with: descriptors)
    }

    /// Waits for the reply.
    ///
    /// The job is aborted at the deadline, if it writes too much, or if the client has disconnected.
    ///
    /// - Parameters:
    ///   - milliseconds: The time that the job may take from now.
    ///   - limit: The most bytes of its reply.
    ///   - connection: The client's connection; -1 watches none.
    /// - Returns: The outcome of the job.
    mutating func wait(_ milliseconds: Int64, limit: Int, watching connection: Int32) -> Outcome {
        let deadline = ForkedProcess.now + milliseconds
        var reply: [UInt8] = []
        while true {
            var entries = [
                pollfd(fd: channel.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
                // This requests no events: a closed connection is reported anyway.
                pollfd(fd: connection, events: 0, revents: 0),
            ]
            let rest = deadline - ForkedProcess.now
            guard rest > 0 else { return .failed(process.overdue(after: milliseconds)) }
            guard poll(&entries, nfds_t(entries.count), Int32(clamping: rest)) > 0 else { continue }
            if entries[1].revents != 0 { return .abandoned }
            if entries[0].revents & Int16(POLLIN) == 0 || !receive(into: &reply) {
                // The process has closed its end, which happens only when it ends or becomes another program.
                return process.end(before: deadline) ?? .failed(process.overdue(after: milliseconds))
            }
            guard reply.count >= RecordFrame.headerSize else { continue }
            let header = Array(reply[..<RecordFrame.headerSize])
            guard let length = try? RecordFrame.recordLength(header: header, limit: limit)
            else { return .failed(.noReport) }
            // Do not wait for the end of the process: that takes as long as some jobs, and its further output is
            // ignored.
            let record = reply.dropFirst(RecordFrame.headerSize)
            if record.count >= length { return record.count == length ? .record(Array(record)) : .failed(.noReport) }
        }
    }

    /// Receives some bytes; returns `false` at the end of the input.
    private func receive(into reply: inout [UInt8]) -> Bool {
        let chunk = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = max(0, read(channel.descriptor.rawValue, buffer.baseAddress, buffer.count))
        }
        reply += chunk
        return !chunk.isEmpty
    }
}
