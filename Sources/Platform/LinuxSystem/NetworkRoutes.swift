internal import Glibc

/// Whether this machine is in any network, by the routes of its kernel.
package enum NetworkRoutes {
    private static let loopback = "lo"
    /// Bits of a route's flags.
    ///
    /// Source: Linux, `include/uapi/linux/route.h`.
    private static let (isUp, isRefusing) = (0x1, 0x200)

    /// Whether there is a route to another machine; `true` where the kernel does not tell.
    package static var areThere: Bool {
        let tables = ["/proc/self/net/route", "/proc/self/net/ipv6_route"].map { try? SmallFile(path: $0).read() }
        let texts = tables.compactMap { $0 ?? nil }
        return texts.isEmpty || texts.contains(where: leadAway)
    }

    /// Whether one of the routes of a table leads to another machine.
    ///
    /// - Parameter table: A table as `proc_net(5)` has it: lines of fields, the device first for IPv4 and last for IPv6.
    /// - Returns: Whether one does.
    static func leadAway(_ table: String) -> Bool {
        table.split(separator: "\n").contains { line in
            let fields = line.split { $0 == " " || $0 == "\t" }
            // IPv4: device, destination, gateway, flags …; IPv6: ten fields, the flags before the device.
            let isIPv6 = fields.count == 10 && fields[0].utf8.count == 32
            guard fields.count >= 8, let device = isIPv6 ? fields.last : fields.first, device != loopback,
                let flags = Int(fields[isIPv6 ? 8 : 3], radix: 16)
            else { return false }
            // Multicast and link-local addresses of IPv6 are there as soon as a device is.
            let isLocal = isIPv6 && (fields[0].hasPrefix("ff") || fields[0].hasPrefix("fe80"))
            return flags & isUp != 0 && flags & isRefusing == 0 && !isLocal
        }
    }
}
