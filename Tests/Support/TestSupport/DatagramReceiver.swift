internal import CLinux
internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// The other end of the notify and journal protocols: a real socket that keeps what it is sent.
package final class DatagramReceiver: Sendable {
    /// Where to send to; a leading `@` stands for an abstract socket.
    package let path: String
    private let directory: ScratchDirectory
    private let descriptor: OwnedFileDescriptor

    /// Binds a socket.
    ///
    /// - Parameter abstract: Whether it has an abstract name, rather than one in a scratch directory.
    /// - Throws: What the system said.
    package init(abstract: Bool = false) throws(Errno) {
        directory = try ScratchDirectory(name: "socket")
        path = abstract ? "@\(directory.path)" : directory["socket"]
        descriptor = OwnedFileDescriptor(
            adopting: try retryingInterrupts { socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: path.utf8)
            if abstract { target[0] = 0 }
        }
        let length = MemoryLayout<sa_family_t>.size + path.utf8.count + (abstract ? 0 : 1)
        try retryingInterrupts {
            withUnsafePointer(to: address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor.rawValue, address, socklen_t(length))
                }
            }
        }
    }

    /// Waits for a datagram.
    ///
    /// Blocks, so it is for a thread that may.
    ///
    /// - Returns: The datagram, as text.
    package func wait() -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = (try? retryingInterrupts { recv(descriptor.rawValue, &buffer, buffer.count, 0) }) ?? 0
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// The next datagram that has arrived, as text; `nil` where none has.
    package func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = recv(descriptor.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// The next datagram taken apart into fields.
    package func nextFields() -> [String: String] {
        let lines = (next() ?? "").split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
        return Dictionary(lines.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }) { first, _ in first }
    }
}
