internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// The worker's end of a connection with the daemon.
struct JobConnection {
    let descriptor: OwnedFileDescriptor

    /// Why there is no further job.
    enum End: Error, Equatable {
        /// The daemon closed the connection, or it broke.
        case closed
        /// What came was no job.
        case malformed(String)
    }

    /// Waits for the next job.
    ///
    /// - Returns: The job and the descriptor that came with it.
    func receive() throws(End) -> (job: InspectionJob, font: OwnedFileDescriptor?) {
        var font: OwnedFileDescriptor?
        let header = try read(InspectionWire.headerSize, descriptor: &font)
        let length = try Self.checked { () throws(InspectionWire.Malformed) in
            try InspectionWire.recordLength(header: header, limit: InspectionWire.jobLimit)
        }
        var surplus: OwnedFileDescriptor?
        let record = try read(length, descriptor: &surplus)
        return (try Self.checked { () throws(InspectionWire.Malformed) in try InspectionWire.decodeJob(record) }, font)
    }

    private static func checked<Value>(
        _ body: () throws(InspectionWire.Malformed) -> Value
    ) throws(End) -> Value {
        do throws(InspectionWire.Malformed) { return try body() } catch { throw .malformed(error.description) }
    }

    /// Sends a reply's record.
    func send(_ record: [UInt8]) throws(End) {
        var rest = InspectionWire.frame(record)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                try? retryingInterrupts {
                    typecase_send_with_descriptor(descriptor.rawValue, bytes.baseAddress, bytes.count, -1)
                }
            }
            guard let count else { throw .closed }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads so many bytes, and keeps the first descriptor that comes with them.
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
