internal import CLinux
internal import FetchProtocol
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import WorkerProtocol

/// The fetcher's end of the connection with the daemon.
struct FetchConnection: Sendable {
    let descriptor: OwnedFileDescriptor

    /// The reason why there is no request.
    enum End: Error, Equatable {
        /// The other side has closed the connection, or has sent nothing for too long.
        case closed
        /// The received data is not a request.
        case malformed(String)
    }

    /// The maximum time until the request arrives, in milliseconds.
    ///
    /// The request is sent together with the connection, but the machine may be busy.
    private static let requestTime: Int32 = 60_000

    /// Receives the job, and the memory that the file is written to.
    func receive() throws(End) -> (job: FetchJob, file: OwnedFileDescriptor) {
        var file: OwnedFileDescriptor?
        let header = try read(RecordFrame.headerSize, descriptor: &file)
        do throws(MalformedRecord) {
            let length = try RecordFrame.recordLength(header: header, limit: FetchWire.limit)
            var surplus: OwnedFileDescriptor?
            guard let record = try? read(length, descriptor: &surplus) else {
                throw MalformedRecord("the record ends early")
            }
            let job = try FetchWire.decodeJob(record)
            guard let file, (try? FileStatus(of: file))?.kind == .regular else {
                throw MalformedRecord("there is no memory beside the request")
            }
            return (job, file)
        } catch {
            throw .malformed(error.description)
        }
    }

    /// Sends a report.
    ///
    /// Errors are ignored: if the receiver no longer listens, it has ended this process.
    func send(_ report: FetchReport) {
        guard let record = try? FetchWire.encode(report) else { return }
        var rest = RecordFrame.bytes(of: record)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                try? retryingInterrupts { write(descriptor.rawValue, bytes.baseAddress, bytes.count) }
            }
            guard let count else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads a number of bytes, and keeps the first descriptor that arrives with them.
    private func read(_ count: Int, descriptor kept: inout OwnedFileDescriptor?) throws(End) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: count)
        while bytes.count < count {
            guard typecase_poll(descriptor.rawValue, Int16(POLLIN), Self.requestTime) > 0 else { throw .closed }
            var received: Int32 = -1
            let wanted = count - bytes.count
            let result = try? retryingInterrupts {
                typecase_receive_with_descriptor(descriptor.rawValue, &buffer, wanted, &received)
            }
            if received >= 0 {
                let owned = OwnedFileDescriptor(adopting: received)
                if kept == nil { kept = owned }
            }
            guard let result, result > 0 else { throw .closed }
            bytes += buffer[..<result]
        }
        return bytes
    }
}
