internal import CLinux
internal import Glibc
package import LinuxSystem
package import SystemPackage
internal import WorkerProtocol

/// Why a job on a connection failed.
package enum ConversationFailure: Error, Sendable, Equatable {
    /// The worker closed the connection before or during its reply.
    case closed
    /// The deadline passed.
    case timedOut
    /// The received bytes are not a valid reply frame, or arrived unrequested.
    case malformed(String)
    /// The socket failed.
    case system(Errno)
}

/// A connection to a worker.
///
/// Only one thread at a time may use it, except for ``interrupt()``.
package final class WorkerConnection: Sendable {
    private let socket: OwnedFileDescriptor
    private let process: WorkerProcess?

    /// Creates a connection that takes over a connected, non-blocking stream socket.
    init(socket: OwnedFileDescriptor, process: WorkerProcess? = nil) {
        self.socket = socket
        self.process = process
    }

    /// Makes the exchange in progress fail immediately; may be called from any thread.
    package func interrupt() {
        _ = shutdown(socket.rawValue, Int32(SHUT_RDWR))
        process?.kill()
    }

    /// Closes the connection and, if this process started the worker, waits for the worker to end.
    ///
    /// - Parameter isImmediate: Whether to kill such a worker.
    package func end(immediately isImmediate: Bool) {
        _ = shutdown(socket.rawValue, Int32(SHUT_RDWR))
        process?.end(immediately: isImmediate)
    }

    /// Whether an idle connection can take a job: the worker has neither closed it nor sent anything unrequested.
    package func isQuiet() -> Bool {
        var byte: UInt8 = 0
        let count = recv(socket.rawValue, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == -1 && Errno(rawValue: typecase_errno()) == .wouldBlock
    }

    /// Sends a job and receives the reply; blocks.
    ///
    /// - Parameters:
    ///   - record: The job's record.
    ///   - descriptors: The descriptors to send with the record.
    ///   - deadline: How long sending and receiving may take together.
    ///   - limit: The maximum number of bytes in the reply's record.
    ///   - onceSent: Called after the job is sent, while the worker processes it.
    /// - Returns: The reply's record.
    /// - Throws: Why there is no reply; the connection is unusable afterwards.
    package func converse(
        _ record: [UInt8], with descriptors: MessageDescriptors, within deadline: Duration, limit: Int,
        onceSent: () -> Void = {}
    ) throws(ConversationFailure) -> [UInt8] {
        // This clock stops while the machine is suspended: a closed lid must not count against the font.
        let end = SuspendingClock.now.advanced(by: deadline)
        try send(record, with: descriptors.input, output: descriptors.output, until: end)
        for descriptor in descriptors.following { try send([0][...], with: descriptor, until: end) }
        onceSent()
        return try receive(until: end, limit: limit)
    }

    /// Sends a record; blocks.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - descriptor: A descriptor to send with the record.
    ///   - output: The file that the worker writes to.
    ///   - end: The time by which the record must be sent.
    /// - Throws: Why the record was not sent; the connection is unusable afterwards.
    package func send(
        _ record: [UInt8], with descriptor: OwnedFileDescriptor?, output: OwnedFileDescriptor? = nil,
        until end: SuspendingClock.Instant
    ) throws(ConversationFailure) {
        let frame = RecordFrame.bytes(of: record)
        guard let output else { return try send(frame[...], with: descriptor, until: end) }
        try send(frame[..<RecordFrame.headerSize], with: descriptor, until: end)
        try send(frame[RecordFrame.headerSize...], with: output, until: end)
    }

    /// Receives a record; blocks.
    ///
    /// - Parameters:
    ///   - end: The time by which the record must have arrived.
    ///   - limit: The maximum number of bytes in the record.
    /// - Returns: The record.
    /// - Throws: Why there is no record; the connection is unusable afterwards.
    package func receive(until end: SuspendingClock.Instant, limit: Int) throws(ConversationFailure) -> [UInt8] {
        let header = try receive(RecordFrame.headerSize, until: end)
        let length: Int
        do throws(MalformedRecord) {
            length = try RecordFrame.recordLength(header: header, limit: limit)
        } catch {
            throw .malformed(error.description)
        }
        return try receive(length, until: end)
    }

    private func send(
        _ bytes: ArraySlice<UInt8>, with descriptor: OwnedFileDescriptor?, until end: SuspendingClock.Instant
    ) throws(ConversationFailure) {
        var done = 0
        while done < bytes.count {
            let sent = try attempt(waitingFor: Int16(POLLOUT), until: end) {
                bytes.withUnsafeBytes { buffer in
                    // The descriptor is sent with the first byte only.
                    typecase_send_with_descriptor(
                        socket.rawValue, buffer.baseAddress.map { $0 + done }, buffer.count - done,
                        done == 0 ? descriptor?.rawValue ?? -1 : -1)
                }
            }
            done += sent
        }
    }

    /// Receives the given number of bytes, in pieces, so that memory is only used for bytes that have arrived.
    private func receive(
        _ count: Int, until end: SuspendingClock.Instant
    ) throws(ConversationFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(count, 64 << 10))
        while bytes.count < count {
            let wanted = min(buffer.count, count - bytes.count)
            let received = try attempt(waitingFor: Int16(POLLIN), until: end) {
                recv(socket.rawValue, &buffer, wanted, 0)
            }
            if received == 0 { throw .closed }
            bytes += buffer[..<received]
        }
        return bytes
    }

    /// Repeats a call until the socket is ready or the time is over.
    private func attempt(
        waitingFor events: Int16, until end: SuspendingClock.Instant, _ call: () -> Int
    ) throws(ConversationFailure) -> Int {
        while true {
            do throws(Errno) {
                return try retryingInterrupts(call)
            } catch {
                switch error {
                case .wouldBlock: try wait(for: events, until: end)
                case .brokenPipe, .connectionReset: throw .closed
                default: throw .system(error)
                }
            }
        }
    }

    private func wait(for events: Int16, until end: SuspendingClock.Instant) throws(ConversationFailure) {
        let remaining = SuspendingClock.now.duration(to: end)
        guard remaining > .zero else { throw .timedOut }
        let (seconds, attoseconds) = remaining.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
        do throws(Errno) {
            // If nothing is ready or the wait was interrupted, the caller checks the clock again.
            try retryingInterrupts {
                typecase_poll(socket.rawValue, events, Int32(clamping: milliseconds))
            }
        } catch {
            throw .system(error)
        }
    }
}
