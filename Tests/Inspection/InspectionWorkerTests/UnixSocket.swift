import Glibc
import LinuxSystem
import SystemPackage

/// Unix stream sockets with a path.
enum UnixSocket {
    static func listening(at path: String) throws -> OwnedFileDescriptor {
        let socket = try make()
        try withAddress(path) { address, size in try retryingInterrupts { bind(socket.rawValue, address, size) } }
        try retryingInterrupts { listen(socket.rawValue, 8) }
        return socket
    }

    static func connected(to path: String) throws -> OwnedFileDescriptor {
        let socket = try make()
        try withAddress(path) { address, size in try retryingInterrupts { connect(socket.rawValue, address, size) } }
        return socket
    }

    private static func make() throws -> OwnedFileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        return OwnedFileDescriptor(adopting: try retryingInterrupts { socket(AF_UNIX, type, 0) })
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
