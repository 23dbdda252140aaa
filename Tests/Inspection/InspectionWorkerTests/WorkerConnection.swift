import CLinux
import Glibc
import InspectionProtocol
import LinuxSystem
import SystemPackage
import TestSupport
import WorkerProtocol

/// The daemon's end of a worker's socket.
struct WorkerConnection {
    private let socket: OwnedFileDescriptor
    /// The worker, which would be killed with its last reference.
    private let process: ChildProcess
    /// The worker's home, which would be deleted with its last reference, perhaps while the worker starts.
    private let home: ScratchHome?

    /// The worker closed the connection.
    struct Closed: Error {}

    init(_ socket: OwnedFileDescriptor, to process: ChildProcess, in home: ScratchHome? = nil) {
        self.socket = socket
        self.process = process
        self.home = home
    }

    /// Two ends of a connection.
    static func pair() throws -> (OwnedFileDescriptor, OwnedFileDescriptor) {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) }
        for end in ends { try retryingInterrupts { typecase_fcntl(end, F_SETFD, FD_CLOEXEC) } }
        return (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
    }

    /// Sends a job and waits for its reply.
    func perform(_ job: InspectionJob, font: [UInt8]? = nil) throws -> InspectionReply {
        try send(job, font: font)
        return try receive(limit: InspectionWire.replyLimit(in: .archive))
    }

    /// Sends a job.
    func send(_ job: InspectionJob, font: [UInt8]? = nil) throws {
        let memory = try font.map { try SealedMemory(bytes: $0).descriptor }
        let frame = RecordFrame.bytes(of: try InspectionWire.encode(job))
        guard case .unpack = job else { return try send(frame, descriptor: memory) }
        try send(Array(frame[..<RecordFrame.headerSize]), descriptor: memory)
        try send(Array(frame[RecordFrame.headerSize...]), descriptor: SealedMemory.unsealed())
    }

    /// Inspects a font.
    func inspect(_ font: [UInt8]) throws -> FontInspection {
        guard case .inspection(let inspection) = try perform(.inspect, font: font) else { throw Closed() }
        return inspection
    }

    func send(_ bytes: [UInt8], descriptor: OwnedFileDescriptor? = nil) throws {
        var descriptor = descriptor
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try rest.withUnsafeBytes { content in
                try retryingInterrupts {
                    typecase_send_with_descriptor(
                        socket.rawValue, content.baseAddress, content.count, descriptor?.rawValue ?? -1)
                }
            }
            descriptor = nil
            rest = rest.dropFirst(count)
        }
    }

    func receive(limit: Int = InspectionWire.replyLimit) throws -> InspectionReply {
        let header = try read(RecordFrame.headerSize)
        let length = try RecordFrame.recordLength(header: header, limit: limit)
        return try InspectionWire.decodeReply(read(length))
    }

    /// Waits a moment for a reply, or for the end of the connection.
    ///
    /// - Returns: Whether there is either.
    func hasAnswer() -> Bool { typecase_poll(socket.rawValue, Int16(POLLIN), 10) > 0 }

    /// Hangs up.
    func close() { _ = shutdown(socket.rawValue, Int32(SHUT_RDWR)) }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < count {
            let received = try retryingInterrupts {
                recv(socket.rawValue, &chunk, min(chunk.count, count - bytes.count), 0)
            }
            guard received > 0 else { throw Closed() }
            bytes += chunk[..<received]
        }
        return bytes
    }
}

/// A worker that was started with one connection, as the daemon does where there is no service manager.
struct Worker {
    let home: ScratchHome
    let process: ChildProcess
    let connection: WorkerConnection

    /// The absolute path of one of this package's programs.
    static func executable(_ name: String) -> String {
        getenv("TYPECASE_BUILD_DIRECTORY").map { String(cString: $0) + "/" + name } ?? BuildProducts.executable(name)
    }

    init(
        _ mode: InspectionMode, in home: ScratchHome? = nil, environment: [String: String] = [:],
        executable: String? = nil
    ) throws {
        self.home = try home ?? ScratchHome()
        let (ours, theirs) = try WorkerConnection.pair()
        process = try ChildProcess(
            Self.executable(executable ?? mode.program.rawValue), ["--mode", mode.rawValue, "--connected"],
            environment: self.home.environment.merging(environment) { $1 }, descriptors: [3: theirs])
        connection = WorkerConnection(ours, to: process, in: self.home)
    }

    /// The processes that the worker has at the moment.
    func children() throws -> [Int32] {
        let path = "/proc/\(process.processID)/task/\(process.processID)/children"
        return try SmallFile(path: path).read()?.split(separator: " ").compactMap { Int32($0) } ?? []
    }
}
