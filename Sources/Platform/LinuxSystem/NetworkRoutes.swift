internal import Glibc

/// Whether this machine is connected to a network, according to the kernel's routes.
package enum NetworkRoutes {
    private static let loopback = "lo"
    /// Bits of a route's flags.
    ///
    /// Source: Linux, `include/uapi/linux/route.h`.
    private static let (isUp, isRefusing) = (0x1, 0x200)

    /// Whether there is a route to another machine; `true` if the kernel provides no routing table.
    package static var areThere: Bool {
        let tables = ["/proc/self/net/route", "/proc/self/net/ipv6_route"].map { try? SmallFile(path: $0).read() }
        let texts = tables.compactMap { $0 ?? nil }
        return texts.isEmpty || texts.contains(where: leadAway)
    }

    /// Whether a table contains a route to another machine.
    ///
    /// - Parameter table: A table as in `proc_net(5)`: lines of fields, with the device first for IPv4 and last for
    ///   IPv6.
    /// - Returns: Whether there is such a route.
    static func leadAway(_ table: String) -> Bool {
        table.split(separator: "\n").contains { line in
            let fields = line.split { $0 == " " || $0 == "\t" }
            // IPv4: device, destination, gateway, flags …; IPv6: ten fields, the flags before the device.
            let isIPv6 = fields.count == 10 && fields[0].utf8.count == 32
            guard fields.count >= 8, let device = isIPv6 ? fields.last : fields.first, device != loopback,
                let flags = Int(fields[isIPv6 ? 8 : 3], radix: 16)
            else { return false }
            // Multicast and link-local routes of IPv6 exist as soon as a device exists.
            let isLocal = isIPv6 && (fields[0].hasPrefix("ff") || fields[0].hasPrefix("fe80"))
            return flags & isUp != 0 && flags & isRefusing == 0 && !isLocal
        }
    }
}
