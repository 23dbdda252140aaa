import CLinux
import Glibc
import LinuxSystem
import SystemPackage
import TestSupport

/// The other end of the notify and journal protocols: a real socket that keeps what it is sent.
final class DatagramReceiver {
    let path: String
    private let directory: ScratchDirectory
    private let descriptor: OwnedFileDescriptor

    /// Binds a socket in a scratch directory, or under an abstract name.
    init(abstract: Bool = false) throws {
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

    /// The next datagram that has arrived, as text; `nil` where none has.
    func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = recv(descriptor.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// The next datagram taken apart into fields.
    func nextFields() -> [String: String] {
        let lines = (next() ?? "").split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
        return Dictionary(lines.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }) { first, _ in first }
    }
}
