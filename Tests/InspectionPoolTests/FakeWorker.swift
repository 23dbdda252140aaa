import CLinux
import Foundation
import FontModel
import Glibc
import InspectionPool
import InspectionProtocol
import LinuxSystem
import Synchronization
import Testing

/// A worker that a test makes up: it listens on a socket and does as it is told, in threads.
final class FakeWorker: Sendable {
    let directory: String
    private let listener: OwnedFileDescriptor
    private let connectionCount = Mutex(0)

    var path: String { "\(directory)/inspect.socket" }

    // The script says what to do on each connection, which is closed afterwards; it gets the connection's number from 0.
    init(_ script: @escaping @Sendable (FakeConnection, Int) -> Void) throws {
        var template = Array("/tmp/typecase-pool-XXXXXX".utf8CString)
        let directory = try #require(
            template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            })
        self.directory = directory
        let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(raw >= 0)
        listener = OwnedFileDescriptor(adopting: raw)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(directory)/inspect.socket".utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        try #require(listen(raw, 64) == 0)
        Thread.detachNewThread { @Sendable [weak self] in
            while true {
                let accepted = accept(raw, nil, nil)
                guard accepted >= 0 else { return }
                _ = typecase_fcntl(accepted, F_SETFD, FD_CLOEXEC)
                let connection = FakeConnection(socket: OwnedFileDescriptor(adopting: accepted))
                guard let number = self?.nextNumber() else { return }
                Thread.detachNewThread { @Sendable in script(connection, number) }
            }
        }
    }

    deinit {
        // Wakes the thread that accepts.
        _ = shutdown(listener.rawValue, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func nextNumber() -> Int {
        connectionCount.withLock { count in
            count += 1
            return count - 1
        }
    }

    /// A pool that has this worker for all modes.
    func pool(
        deadline: Duration = .seconds(30), _ change: (inout InspectionPoolConfiguration) -> Void = { _ in }
    ) -> InspectionPool {
        var configuration = InspectionPoolConfiguration(environment: [:]) { _ in .socket(path) }
        configuration.inspect.deadline = deadline
        configuration.warm.deadline = deadline
        configuration.systemFaces.deadline = deadline
        // A worker that is made up judges fonts only once.
        configuration.asksForSecondOpinion = false
        change(&configuration)
        return InspectionPool(configuration: configuration, threads: BlockingThreads(name: "pool", maximumCount: 8))
    }
}

/// The worker's end of a connection.
final class FakeConnection: Sendable {
    private let socket: OwnedFileDescriptor

    init(socket: OwnedFileDescriptor) { self.socket = socket }

    /// The next job and what came with it; `nil` once the pool has closed the connection.
    func receive() -> (job: InspectionJob, font: OwnedFileDescriptor?)? {
        var font: OwnedFileDescriptor?
        guard let header = read(4, &font),
            let length = try? InspectionWire.recordLength(header: header, limit: InspectionWire.jobLimit),
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

    func send(_ bytes: [UInt8]) {
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

    func reply(_ reply: InspectionReply) {
        guard let record = try? InspectionWire.encode(reply) else { return }
        send(InspectionWire.frame(record))
    }

    /// Answers all jobs, and self-tests as a well worker does.
    func serve(_ answer: (InspectionJob, OwnedFileDescriptor?) -> InspectionReply) {
        while let (job, font) = receive() {
            if job == .selfTest {
                reply(.selfTest(SandboxReport(mode: .inspect, attempts: [], opinions: [])))
            } else {
                reply(answer(job, font))
            }
        }
    }
}

/// A place where threads of a fake worker wait until the test lets them go on.
final class Gate: Sendable {
    private let condition = NSCondition()
    private let isOpen = Mutex(false)
    private let arrivals = Mutex(0)

    var arrivalCount: Int { arrivals.withLock { $0 } }

    func pass() {
        arrivals.withLock { $0 += 1 }
        condition.lock()
        while !isOpen.withLock({ $0 }) { condition.wait() }
        condition.unlock()
    }

    func open() {
        condition.lock()
        isOpen.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
    }
}

/// A list that several threads add to.
final class Record<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

enum Sample {
    static func font(_ text: String = "a font") throws -> SealedMemory { try SealedMemory(bytes: Array(text.utf8)) }

    static func text(of font: OwnedFileDescriptor?) -> String {
        guard let font, let copy = try? SealedMemory(copying: font, limit: 1 << 20) else { return "" }
        var bytes = [UInt8](repeating: 0, count: copy.size)
        _ = pread(copy.descriptor.rawValue, &bytes, bytes.count, 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func face(_ change: (inout FaceDescription) -> Void = { _ in }) -> FaceDescription {
        var face = FaceDescription(
            index: 0, postscriptName: "Sample-Regular", family: "Sample", style: "Regular", fullName: "Sample Regular")
        change(&face)
        return face
    }

    static func inspection(
        scanCost: Int = 120, format: FontFormat? = .truetype, faces: [FaceDescription] = [face()]
    ) -> FontInspection {
        FontInspection(format: format, faces: faces, findings: [], scanCost: scanCost)
    }

    static func provider(_ name: String) throws -> ProviderIdentifier {
        try #require(ProviderIdentifier(rawValue: name))
    }
}

extension InspectionPool {
    /// Waits until so many callers wait for a place.
    func waitUntilWaiting(_ count: Int) async {
        while statistics[.inspect].waiting != count { await Task.yield() }
    }

    /// The error that an inspection ends in.
    func inspectionError(_ text: String = "a font") async throws -> FontError? {
        let font = try Sample.font(text)
        do throws(FontError) {
            _ = try await inspect(font, for: .user)
            return nil
        } catch {
            return error
        }
    }
}
