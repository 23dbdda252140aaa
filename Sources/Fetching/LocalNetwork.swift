internal import CConnect
internal import CLinux
internal import FetchProtocol
internal import Glibc
internal import Synchronization

/// Keeps this process from the local network and from this machine: looked at where each connection is made.
///
/// A look at what a name stands for, before libcurl looks it up once more, would be no good: a name server can say one
/// thing to who checks and another to who connects. So `connect` itself is checked, see CConnect. What is not seen is
/// where a proxy connects to.
enum LocalNetwork {
    /// How many connections were made, and how many were refused.
    struct Counts: Sendable {
        var admitted = 0
        var refused = 0
    }

    private struct State {
        var counts = Counts()
        var surroundings = Surroundings()
    }

    private static let state = Mutex(State())

    /// Refuses it, for good.
    ///
    /// - Parameter environment: Names the proxies, which are reached wherever they are.
    /// - Throws: Why it could not, and nothing is to be fetched.
    static func refuse(_ environment: [String: String]) throws(FetchFailure) {
        let surroundings = Surroundings(environment)
        state.withLock { $0.surroundings = surroundings }
        guard typecase_check_connections(checkConnection) else {
            throw FetchFailure(.system, "The program cannot check where it connects to: it was linked otherwise.")
        }
    }

    /// What has become of the connections so far.
    static var counts: Counts { state.withLock { $0.counts } }

    fileprivate static func admits(_ socketAddress: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            let isAdmitted = state.surroundings.admits(socketAddress)
            if isAdmitted { state.counts.admitted += 1 } else { state.counts.refused += 1 }
            return isAdmitted
        }
    }
}

/// What the C code calls: a function of its own, so that no isolation of a caller is asserted there.
private func checkConnection(_ address: UnsafePointer<sockaddr>?, _ length: socklen_t) -> Bool {
    LocalNetwork.admits(UnsafeRawBufferPointer(start: address, count: Int(length)))
}

/// Where this machine is: what is near it, and what may be reached all the same.
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

    /// Those of this machine.
    ///
    /// - Parameter environment: Names the proxies.
    init(_ environment: [String: String]) {
        networks = Self.networks()
        proxies = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"]
            .compactMap { environment[$0].flatMap(ProxyAddress.init) }
            .flatMap { proxy in proxy.resolved().map { ($0, proxy.port) } }
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

    private static func networks() -> [(address: NetworkAddress, length: Int)] {
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
