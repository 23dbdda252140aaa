internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A socket that sends datagrams to the service manager or the journal.
///
/// Both protocols consist of one text datagram per message and are guaranteed to be stable. Linking libsystemd would
/// cost more: this way, nothing of it is mapped into the process that parses fonts.
struct DatagramSocket {
    private let descriptor: OwnedFileDescriptor
    private let path: String

    /// Creates a socket.
    ///
    /// - Parameter path: The path of the receiver's socket; a leading `@` denotes a Linux abstract socket.
    /// - Throws: The system's error, `Errno.fileNameTooLong` for a path that is too long for a socket.
    init(path: String) throws(Errno) {
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { throw .fileNameTooLong }
        self.path = path
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = OwnedFileDescriptor(adopting: try retryingInterrupts { socket(AF_UNIX, kind, 0) })
    }

    /// Sends one datagram.
    ///
    /// - Parameters:
    ///   - bytes: The datagram.
    ///   - waiting: Whether to wait if the receiver is behind.
    /// - Throws: The system's error, `Errno.resourceTemporarilyUnavailable` if the receiver is behind.
    func send(_ bytes: [UInt8], waiting: Bool) throws(Errno) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let length = MemoryLayout<sa_family_t>.size + path.utf8.count + (path.hasPrefix("@") ? 0 : 1)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: path.utf8)
            if path.hasPrefix("@") { target[0] = 0 }
        }
        let flags = Int32(MSG_NOSIGNAL) | (waiting ? 0 : Int32(MSG_DONTWAIT))
        try retryingInterrupts {
            withUnsafePointer(to: address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    sendto(descriptor.rawValue, bytes, bytes.count, flags, address, socklen_t(length))
                }
            }
        }
    }
}
