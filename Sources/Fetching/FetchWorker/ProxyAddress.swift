internal import CCurl
internal import CLinux
internal import FetchProtocol
internal import Glibc

/// Where a proxy is, as a variable of the environment names it: `http://name:port`, of which all but the name may be left
/// out.
struct ProxyAddress: Sendable, Equatable {
    /// Its name, or its number.
    let host: String
    /// Its port.
    let port: UInt16

    /// Understands the value of a variable; `nil` for what names no proxy.
    ///
    /// Source: curl's manual, "proxy" and CURLOPT_PROXY(3), for the ports that are left out.
    init?(_ text: String) {
        guard let url = CurlURL(text, guessesScheme: true), let name = url.part(CURLUPART_HOST) else { return nil }
        host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        guard !host.isEmpty else { return nil }
        let usualPort: UInt16 = url.part(CURLUPART_SCHEME) == "https" ? 443 : 1080
        port = url.part(CURLUPART_PORT).flatMap(UInt16.init) ?? usualPort
        guard port > 0 else { return nil }
    }

    /// Its numbers; none where nobody knows its name.
    func resolved() -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        return sequence(first: first, next: { $0?.pointee.ai_next }).compactMap { entry in
            guard let entry else { return nil }
            return NetworkAddress(
                UnsafeRawBufferPointer(start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen)))
        }
    }
}
