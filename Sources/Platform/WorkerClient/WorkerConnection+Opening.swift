internal import CLinux
package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension WorkerConnection {
    /// The time limit for the service manager to accept a connection, in seconds.
    private static let connectSeconds = 5

    /// Connects to a worker or starts one; blocks.
    ///
    /// - Parameters:
    ///   - access: How to reach the worker.
    ///   - arguments: The arguments of a worker that is started.
    ///   - unit: The name of the unit to which the socket belongs.
    ///   - environment: The environment of a worker that is started.
    /// - Returns: The connection.
    /// - Throws: ``FontModel/FontError/Code/registrationFailed``, with the socket or the executable in the message.
    package static func open(
        _ access: WorkerAccess, arguments: [String], unit: String, environment: [String: String]
    ) throws(FontError) -> WorkerConnection {
        do throws(Errno) {
            switch access {
            case .socket(let path): return try connect(to: path)
            case .executable(let path): return try start(path, arguments, environment: environment)
            }
        } catch {
            let advice: String
            switch access {
            case .socket:
                advice = "Check the unit \(unit): systemctl --user status 'typecase-*'."
            case .executable:
                advice = "Check that it is installed and can be executed."
            }
            throw FontError(.registrationFailed, "Cannot reach \(access): \(error). \(advice)")
        }
    }

    private static func connect(to path: String) throws(Errno) -> WorkerConnection {
        let raw = try retryingInterrupts {
            Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        }
        let socket = OwnedFileDescriptor(adopting: raw)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < capacity, !bytes.contains(0) else { throw .fileNameTooLong }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }

        var limit = timeval(tv_sec: connectSeconds, tv_usec: 0)
        try retryingInterrupts {
            setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        try retryingInterrupts {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        // The process that listens on the socket receives fonts and returns results about them.
        var peer = PeerCredentials()
        var size = socklen_t(MemoryLayout<PeerCredentials>.size)
        try retryingInterrupts { getsockopt(raw, SOL_SOCKET, SO_PEERCRED, &peer, &size) }
        guard size == MemoryLayout<PeerCredentials>.size, peer.userID == geteuid() else { throw .permissionDenied }
        try setNonBlocking(raw)
        return WorkerConnection(socket: socket)
    }

    private static func start(
        _ path: String, _ arguments: [String], environment: [String: String]
    ) throws(Errno) -> WorkerConnection {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts {
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        let (ours, theirs) = (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
        try setNonBlocking(ours.rawValue)
        let process = try WorkerProcess(
            executable: path, arguments: arguments, connection: theirs, environment: environment)
        return WorkerConnection(socket: ours, process: process)
    }

    private static func setNonBlocking(_ raw: Int32) throws(Errno) {
        let flags = try retryingInterrupts { typecase_fcntl(raw, F_GETFL, 0) }
        try retryingInterrupts { typecase_fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
    }
}

/// The kernel's `struct ucred`, which the C library's header only declares with its extensions.
private struct PeerCredentials {
    var processID: Int32 = 0
    var userID: UInt32 = 0
    var groupID: UInt32 = 0
}
