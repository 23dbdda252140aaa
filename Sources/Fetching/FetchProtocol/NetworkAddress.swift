internal import Glibc

/// An IP address, which is on the Internet or on a nearer network.
package struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    /// The 16 bytes of an IPv6 address; an IPv4 address is mapped to `::ffff:0:0/96` (RFC 4291).
    private let bytes: [UInt8]

    private static let mapping: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// Parses the text of an address, such as `192.0.2.1` or `2001:db8::1`; `nil` if it is not an address.
    package init?(_ text: some StringProtocol) {
        var version4 = in_addr()
        var version6 = in6_addr()
        let text = String(text)
        if inet_pton(AF_INET, text, &version4) == 1 {
            bytes = Self.mapping + withUnsafeBytes(of: version4) { Array($0) }
        } else if inet_pton(AF_INET6, text, &version6) == 1 {
            bytes = withUnsafeBytes(of: version6) { Array($0) }
        } else {
            return nil
        }
    }

    /// Creates the address of a socket; `nil` if the socket is neither IPv4 nor IPv6.
    ///
    /// - Parameter socketAddress: The bytes of a `sockaddr_in` or `sockaddr_in6`.
    package init?(_ socketAddress: UnsafeRawBufferPointer) {
        guard socketAddress.count >= MemoryLayout<sa_family_t>.size else { return nil }
        switch Int32(socketAddress.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where socketAddress.count >= MemoryLayout<sockaddr_in>.size:
            let address = socketAddress.loadUnaligned(as: sockaddr_in.self).sin_addr
            bytes = Self.mapping + withUnsafeBytes(of: address) { Array($0) }
        case AF_INET6 where socketAddress.count >= MemoryLayout<sockaddr_in6>.size:
            bytes = withUnsafeBytes(of: socketAddress.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: return nil
        }
    }

    private init(version4: ArraySlice<UInt8>) { bytes = Self.mapping + version4 }

    package var description: String {
        if let version4 { return version4.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }

    /// The four bytes of an IPv4 address; `nil` for IPv6.
    private var version4: ArraySlice<UInt8>? { bytes.starts(with: Self.mapping) ? bytes[12...] : nil }

    /// Whether the address is in a range, because it begins with the same bits.
    ///
    /// - Parameters:
    ///   - range: An address of the range.
    ///   - length: The number of bits that are compared, up to 32 or 128.
    /// - Returns: Whether it is in the range; an IPv4 address is in no range of IPv6.
    package func isIn(_ range: NetworkAddress, length: Int) -> Bool {
        let isVersion4 = version4 != nil
        guard isVersion4 == (range.version4 != nil) else { return false }
        let length = min(max(0, isVersion4 ? length + 96 : length), 128)
        let (whole, rest) = length.quotientAndRemainder(dividingBy: 8)
        guard bytes[..<whole] == range.bytes[..<whole] else { return false }
        return rest == 0 || (bytes[whole] ^ range.bytes[whole]) >> (8 - rest) == 0
    }

    /// The number of bits that a network mask sets, of 32 or 128; `nil` if it is not a mask.
    package var maskLength: Int? {
        let part = version4 ?? bytes[...]
        let length = part.reduce((count: 0, isOpen: true)) { mask, byte in
            mask.isOpen ? (mask.count + (~byte).leadingZeroBitCount, byte == 0xFF) : mask
        }.count
        let isMask = part.reduce(0) { $0 + $1.nonzeroBitCount } == length
        return isMask ? length : nil
    }

    /// Whether the address is that of a machine on the Internet, as far as its number shows.
    ///
    /// The addresses in the registries of special addresses are not, except those that contain an Internet address.
    ///
    /// Sources: the IANA registries of IPv4 and IPv6 special-purpose addresses, RFC 6890, RFC 6052, RFC 3056.
    package var isPublic: Bool {
        if version4 != nil { return !Self.special4.contains { isIn($0.address, length: $0.length) } }
        // NAT64 and 6to4 addresses contain the IPv4 address at which a packet arrives.
        if isIn(Self.nat64, length: 96) { return NetworkAddress(version4: bytes[12...]).isPublic }
        if isIn(Self.sixToFour, length: 16) { return NetworkAddress(version4: bytes[2..<6]).isPublic }
        return isIn(Self.global, length: 3) && !Self.special6.contains { isIn($0.address, length: $0.length) }
    }

    private static func range(_ text: String, _ length: Int) -> (address: NetworkAddress, length: Int) {
        guard let address = NetworkAddress(text) else { preconditionFailure("\(text) is no address") }
        return (address, length)
    }

    private static let special4 = [
        range("0.0.0.0", 8), range("10.0.0.0", 8), range("100.64.0.0", 10), range("127.0.0.0", 8),
        range("169.254.0.0", 16), range("172.16.0.0", 12), range("192.0.0.0", 24), range("192.0.2.0", 24),
        range("192.88.99.0", 24), range("192.168.0.0", 16), range("198.18.0.0", 15), range("198.51.100.0", 24),
        range("203.0.113.0", 24), range("224.0.0.0", 3),
        // The metadata service of a cloud, which has an address among those of the Internet.
        // Source: "What is IP address 168.63.129.16?", learn.microsoft.com.
        range("168.63.129.16", 32),
    ]
    private static let special6 = [range("2001::", 23), range("2001:db8::", 32), range("3fff::", 20)]
    private static let global = range("2000::", 3).address
    private static let nat64 = range("64:ff9b::", 96).address
    private static let sixToFour = range("2002::", 16).address
}
