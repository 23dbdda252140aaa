internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage
internal import WorkerProtocol

/// One end of a socket that carries jobs and their replies.
///
/// The socket connects either the worker with the daemon, or a job's process with its supervisor.
struct JobConnection {
    let descriptor: OwnedFileDescriptor

    /// Why there is no further job.
    enum End: Error, Equatable {
        /// The other side closed the connection, or it broke.
        case closed
        /// The received bytes are not a job.
        case malformed(String)
    }

    /// Whether a job has already arrived.
    ///
    /// Uses a system call that a job's process may make.
    var hasJob: Bool {
        var byte: UInt8 = 0
        return typecase_peek(descriptor.rawValue, &byte) > 0
    }

    /// Waits until there is something to receive, or the other side has closed the connection.
    ///
    /// - Parameter milliseconds: The longest to wait.
    /// - Returns: Whether this happened in time.
    func waitForInput(_ milliseconds: Int32) -> Bool {
        typecase_poll(descriptor.rawValue, Int16(POLLIN), milliseconds) > 0
    }

    /// Waits for the next job.
    ///
    /// - Returns: The job, and the descriptors that came with it.
    func receive() throws(End) -> (job: InspectionJob, descriptors: JobDescriptors) {
        var descriptors = JobDescriptors()
        let header = try read(RecordFrame.headerSize, descriptor: &descriptors.font)
        let length = try Self.checked { () throws(MalformedRecord) in
            try RecordFrame.recordLength(header: header, limit: InspectionWire.jobLimit)
        }
        let record = try read(length, descriptor: &descriptors.output)
        let job = try Self.checked { () throws(MalformedRecord) in try InspectionWire.decodeJob(record) }
        for _ in 0..<job.followingDescriptors {
            var font: OwnedFileDescriptor?
            _ = try read(1, descriptor: &font)
            guard let font else { throw .malformed("a font is missing") }
            descriptors.furtherFonts.append(font)
        }
        return (job, descriptors)
    }

    private static func checked<Value>(
        _ body: () throws(MalformedRecord) -> Value
    ) throws(End) -> Value {
        do throws(MalformedRecord) { return try body() } catch { throw .malformed(error.description) }
    }

    /// Sends a record without descriptors.
    ///
    /// With this separate function, a job's process needs no system call that could send descriptors.
    func send(_ record: [UInt8]) throws(End) {
        var rest = RecordFrame.bytes(of: record)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                // If the other side has closed the connection, this returns an error, because the worker ignores
                // SIGPIPE.
                try? retryingInterrupts { write(descriptor.rawValue, bytes.baseAddress, bytes.count) }
            }
            guard let count else { throw .closed }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a record with descriptors.
    ///
    /// The first font is sent with the first byte of the frame, the output file with the first byte of the record, and
    /// further fonts after the record.
    func send(_ record: [UInt8], with descriptors: JobDescriptors) throws(End) {
        guard descriptors.font != nil || descriptors.output != nil else { return try send(record) }
        let frame = RecordFrame.bytes(of: record)
        try send(frame[..<RecordFrame.headerSize], beside: descriptors.font)
        try send(frame[RecordFrame.headerSize...], beside: descriptors.output)
        for font in descriptors.furtherFonts { try send([0], beside: font) }
    }

    private func send(_ part: ArraySlice<UInt8>, beside descriptor: OwnedFileDescriptor?) throws(End) {
        let count = part.withUnsafeBytes { bytes in
            try? retryingInterrupts {
                typecase_send_with_descriptor(
                    self.descriptor.rawValue, bytes.baseAddress, bytes.count, descriptor?.rawValue ?? -1)
            }
        }
        // An unused socket accepts a whole record at once.
        guard count == part.count else { throw .closed }
    }

    /// Reads this number of bytes, and keeps the first descriptor that comes with them.
    private func read(_ count: Int, descriptor kept: inout OwnedFileDescriptor?) throws(End) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var received: Int32 = -1
            var failed = false
            let chunk = [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, filled in
                let result = try? retryingInterrupts {
                    typecase_receive_with_descriptor(
                        descriptor.rawValue, buffer.baseAddress, buffer.count, &received)
                }
                filled = result ?? 0
                failed = filled == 0
            }
            if received >= 0 {
                let owned = OwnedFileDescriptor(adopting: received)
                if kept == nil { kept = owned }
            }
            guard !failed else { throw .closed }
            bytes += chunk
        }
        return bytes
    }
}
