internal import CLinux
internal import Glibc
package import InspectionClient
package import InspectionProtocol
package import LinuxSystem
internal import Synchronization
package import SystemPackage
internal import WorkerClient
import WorkerProtocol

/// A worker that a test makes up: it listens on a socket and does as it is told, in threads.
package final class FakeWorker: Sendable {
    private let directory: ScratchDirectory
    private let listener: OwnedFileDescriptor
    private let connectionCount = Mutex(0)

    /// The path of the socket.
    package var path: String { directory["inspect.socket"] }

    /// Begins to listen.
    ///
    /// - Parameter script: Says what to do on each connection, which is closed afterwards; it gets the connection's
    ///   number, from 0.
    /// - Throws: What the system said.
    package init(_ script: @escaping @Sendable (FakeConnection, Int) -> Void) throws(Errno) {
        directory = try ScratchDirectory(name: "typecase-pool")
        let raw = try retryingInterrupts { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        listener = OwnedFileDescriptor(adopting: raw)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = directory["inspect.socket"]
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(raw, 64) == 0 else { throw Errno(rawValue: errno) }
        try NativeThread(name: "fake-worker") { [weak self] in
            while true {
                let accepted = accept(raw, nil, nil)
                guard accepted >= 0 else { return }
                _ = typecase_fcntl(accepted, F_SETFD, FD_CLOEXEC)
                let connection = FakeConnection(socket: OwnedFileDescriptor(adopting: accepted))
                guard let number = self?.nextNumber() else { return }
                guard let thread = try? NativeThread(name: "fake-worker", { script(connection, number) }) else {
                    return
                }
                thread.detach()
            }
        }.detach()
    }

    // Wakes the thread that accepts.
    deinit { _ = shutdown(listener.rawValue, Int32(SHUT_RDWR)) }

    private func nextNumber() -> Int {
        connectionCount.withLock { count in
            count += 1
            return count - 1
        }
    }

    /// A pool that has this worker for all modes.
    ///
    /// - Parameters:
    ///   - deadline: How long a job may take.
    ///   - change: Takes the configuration for changes.
    ///   - onFailure: Takes what the pool tells of workers.
    /// - Returns: The pool.
    package func pool(
        deadline: Duration = .seconds(300), _ change: (inout WorkerConfiguration) -> Void = { _ in },
        onFailure: @escaping @Sendable (InspectionMode, String) -> Void = { _, _ in }
    ) -> FontInspector {
        var configuration = WorkerConfiguration(environment: [:]) { _ in .socket(path) }
        // On every machine alike.
        configuration.inspect.connectionCount = 2
        configuration.inspect.hasSparePlace = false
        configuration.secondOpinion.hasSparePlace = false
        configuration.inspect.deadline = deadline
        configuration.warm.deadline = deadline
        configuration.systemFaces.deadline = deadline
        configuration.secondOpinion.deadline = deadline
        // A worker that is made up judges fonts only once.
        configuration.asksForSecondOpinion = false
        change(&configuration)
        return FontInspector(
            configuration: configuration, threads: BlockingThreads(name: "pool", maximumCount: 8), onFailure: onFailure)
    }
}

/// The worker's end of a connection.
package final class FakeConnection: Sendable {
    private let socket: OwnedFileDescriptor

    init(socket: OwnedFileDescriptor) { self.socket = socket }

    /// The next job and what came with it; `nil` once the pool has closed the connection.
    package func receive() -> (job: InspectionJob, font: OwnedFileDescriptor?)? {
        var font: OwnedFileDescriptor?
        guard let header = read(4, &font),
            let length = try? RecordFrame.recordLength(header: header, limit: InspectionWire.jobLimit),
            let record = read(length, &font), let job = try? InspectionWire.decodeJob(record)
        else { return nil }
        return (job, font)
    }

    private func read(_ count: Int, _ font: inout OwnedFileDescriptor?) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var buffer = [UInt8](repeating: 0, count: count - bytes.count)
            var descriptor: Int32 = -1
            let received = typecase_receive_with_descriptor(socket.rawValue, &buffer, buffer.count, &descriptor)
            if descriptor >= 0 { font = OwnedFileDescriptor(adopting: descriptor) }
            guard received > 0 else { return nil }
            bytes += buffer[..<received]
        }
        return bytes
    }

    /// Sends bytes as they are.
    package func send(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes { buffer in
                typecase_send_with_descriptor(
                    socket.rawValue, buffer.baseAddress.map { $0 + done }, bytes.count - done, -1)
            }
            guard sent > 0 else { return }
            done += sent
        }
    }

    /// Sends a reply.
    package func reply(_ reply: InspectionReply) {
        guard let record = try? InspectionWire.encode(reply) else { return }
        send(RecordFrame.bytes(of: record))
    }

    /// Answers all jobs, and self-tests as a well worker does.
    package func serve(_ answer: (InspectionJob, OwnedFileDescriptor?) -> InspectionReply) {
        while let (job, font) = receive() {
            if job == .selfTest {
                reply(.selfTest(SandboxReport(mode: .inspect, attempts: [], opinions: [])))
            } else {
                reply(answer(job, font))
            }
        }
    }
}
