internal import Glibc

/// Which machine this is, and which run of it.
package struct Machine: Sendable, Hashable {
    /// The machine's identifier, the same over all its runs; empty where it has none, as in some containers.
    package var identifier: String
    /// The identifier of this run of the kernel, another after each boot; containers have that of their host.
    package var bootIdentifier: String
    /// What people call the machine.
    package var hostName: String

    /// Describes a machine.
    package init(identifier: String, bootIdentifier: String, hostName: String) {
        self.identifier = identifier
        self.bootIdentifier = bootIdentifier
        self.hostName = hostName
    }

    /// The machine that this process runs on, from machine-id(5) and random(4).
    package static func current() -> Machine {
        Machine(
            identifier: word(in: "/etc/machine-id") ?? word(in: "/var/lib/dbus/machine-id") ?? "",
            bootIdentifier: word(in: "/proc/sys/kernel/random/boot_id") ?? "", hostName: currentHostName())
    }

    /// The one word of a file; `nil` where it cannot be read or has no hexadecimal digits, dashes apart.
    private static func word(in path: String) -> String? {
        guard let text = try? SmallFile(path: path).read() else { return nil }
        let word = text.prefix { !$0.isWhitespace }
        // An image that has not been booted yet says "uninitialized".
        guard !word.isEmpty, word.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return nil }
        return String(word)
    }

    private static func currentHostName() -> String {
        var name = [CChar](repeating: 0, count: 65)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
