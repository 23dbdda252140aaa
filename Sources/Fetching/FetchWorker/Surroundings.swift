// For `sockaddr`, which its headers bring in.
internal import CCurl
internal import CLinux
internal import FetchProtocol
internal import Glibc

/// Decides which connections may be made: none to the local network or this machine, except to proxies.
///
/// Each connection is checked by the address that it goes to. A check of what a name stands for before libcurl looks it up
/// would be no good: a name server can give one answer to the check and another to the connection. Where a proxy connects
/// to cannot be seen.
struct Surroundings: Sendable {
    /// The networks that this machine is in, by its own addresses: there its neighbours have numbers of the Internet.
    private let networks: [(address: NetworkAddress, length: Int)]
    /// The proxies of the environment, by their numbers and ports.
    private let proxies: [(address: NetworkAddress, port: UInt16)]

    /// Nothing but what numbers tell, unless somebody says more.
    init(
        networks: [(address: NetworkAddress, length: Int)] = [], proxies: [(address: NetworkAddress, port: UInt16)] = []
    ) {
        self.networks = networks
        self.proxies = proxies
    }

    /// Those of this machine, with the proxies of the environment.
    static var current: Surroundings {
        let variables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"]
        let proxies = variables.compactMap { name in getenv(name).flatMap { ProxyAddress(String(cString: $0)) } }
        return Surroundings(
            networks: machineNetworks(),
            proxies: proxies.flatMap { proxy in proxy.resolved().map { ($0, proxy.port) } })
    }

    /// Whether a connection may be made.
    ///
    /// - Parameter socketAddress: The bytes of a `sockaddr_in` or `sockaddr_in6`.
    /// - Returns: Whether it is one to the Internet, or to a proxy.
    func admits(_ socketAddress: UnsafeRawBufferPointer) -> Bool {
        guard let address = NetworkAddress(socketAddress) else { return false }
        if address.isPublic, !networks.contains(where: { address.isIn($0.address, length: $0.length) }) { return true }
        // The port is at the same place in both kinds of socket addresses.
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
    /// The address at a place in memory that has as many bytes as its kind has.
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
