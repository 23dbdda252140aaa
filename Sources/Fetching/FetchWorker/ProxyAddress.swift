internal import CCurl
internal import CLinux
internal import FetchProtocol
internal import Glibc

/// The address of a proxy in an environment variable.
///
/// The form is `http://name:port`; everything except the name is optional.
struct ProxyAddress: Sendable, Equatable {
    /// The name or IP address of the proxy.
    let host: String
    /// The port of the proxy.
    let port: UInt16

    /// Parses the value of a variable; `nil` if it does not name a proxy.
    ///
    /// Source for the default ports: curl's manual, "proxy" and CURLOPT_PROXY(3).
    init?(_ text: String) {
        guard let url = CurlURL(text, guessesScheme: true), let name = url.part(CURLUPART_HOST) else { return nil }
        host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        guard !host.isEmpty else { return nil }
        let usualPort: UInt16 = url.part(CURLUPART_SCHEME) == "https" ? 443 : 1080
        port = url.part(CURLUPART_PORT).flatMap(UInt16.init) ?? usualPort
        guard port > 0 else { return nil }
    }

    /// Returns the IP addresses of the proxy; none if its name cannot be resolved.
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
