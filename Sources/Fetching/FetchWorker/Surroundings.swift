// For `sockaddr`, which the headers of libcurl include.
internal import CCurl
internal import CLinux
internal import FetchProtocol
internal import Glibc

/// Decides which connections are allowed: none to the local network or this machine, except to proxies.
///
/// Each connection is checked by its destination address. Resolving a name before libcurl resolves it would not be
/// safe, because a name server can return one address for the check and another for the connection. The addresses that
/// a proxy connects to cannot be checked.
struct Surroundings: Sendable {
    /// The networks that this machine is connected to, in which neighbours may have public addresses.
    private let networks: [(address: NetworkAddress, length: Int)]
    /// The addresses and ports of the proxies in the environment.
    private let proxies: [(address: NetworkAddress, port: UInt16)]

    /// Creates surroundings from networks and proxies; without them, only the addresses themselves decide.
    init(
        networks: [(address: NetworkAddress, length: Int)] = [], proxies: [(address: NetworkAddress, port: UInt16)] = []
    ) {
        self.networks = networks
        self.proxies = proxies
    }

    /// The surroundings of this machine, with the proxies of the environment.
    static var current: Surroundings {
        let variables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"]
        let proxies = variables.compactMap { name in getenv(name).flatMap { ProxyAddress(String(cString: $0)) } }
        return Surroundings(
            networks: machineNetworks(),
            proxies: proxies.flatMap { proxy in proxy.resolved().map { ($0, proxy.port) } })
    }

    /// Returns whether a connection is allowed.
    ///
    /// - Parameter socketAddress: The bytes of a `sockaddr_in` or `sockaddr_in6`.
    /// - Returns: Whether the address is on the Internet, or is the address of a proxy.
    func admits(_ socketAddress: UnsafeRawBufferPointer) -> Bool {
        guard let address = NetworkAddress(socketAddress) else { return false }
        if address.isPublic, !networks.contains(where: { address.isIn($0.address, length: $0.length) }) { return true }
        // The port has the same offset in both kinds of socket addresses.
        let port = UInt16(bigEndian: socketAddress.loadUnaligned(fromByteOffset: 2, as: in_port_t.self))
        return proxies.contains { $0 == (address, port) }
    }

    private static func machineNetworks() -> [(address: NetworkAddress, length: Int)] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
            guard let entry, let address = NetworkAddress(entry.pointee.ifa_addr),
                let mask = NetworkAddress(entry.pointee.ifa_netmask), let length = mask.maskLength, length > 0
            else { return nil }
            return (address, length)
        }
    }
}

extension NetworkAddress {
    /// Reads a socket address from memory that has the size of its address family.
    fileprivate init?(_ socketAddress: UnsafeMutablePointer<sockaddr>?) {
        guard let socketAddress else { return nil }
        let size =
            switch Int32(socketAddress.pointee.sa_family) {
            case AF_INET: MemoryLayout<sockaddr_in>.size
            case AF_INET6: MemoryLayout<sockaddr_in6>.size
            default: 0
            }
        self.init(UnsafeRawBufferPointer(start: socketAddress, count: size))
    }
}
