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
        var rest = text[...]
        var usualPort: UInt16 = 1080
        if let end = rest.firstRange(of: "://") {
            if rest[..<end.lowerBound].lowercased() == "https" { usualPort = 443 }
            rest = rest[end.upperBound...]
        }
        rest = rest.prefix { $0 != "/" }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { $0 != ":" }
            host = String(name)
            rest = rest[name.endIndex...]
        }
        guard !host.isEmpty else { return nil }
        guard rest.hasPrefix(":") else {
            port = usualPort
            return
        }
        guard let number = UInt16(rest.dropFirst()), number > 0 else { return nil }
        port = number
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
