internal import Glibc

/// The identity of a machine and of its current boot.
package struct Machine: Sendable, Hashable {
    /// The machine's identifier, which is the same for all boots; empty if it has none, as in some containers.
    package var identifier: String
    /// The identifier of the current boot, which changes with each boot; a container has the identifier of its host.
    package var bootIdentifier: String
    /// The machine's name for people.
    package var hostName: String

    /// Creates a machine.
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

    /// The single word in a file; `nil` if the file cannot be read or the word is not hexadecimal digits and dashes.
    private static func word(in path: String) -> String? {
        guard let text = try? SmallFile(path: path).read() else { return nil }
        let word = text.prefix { !$0.isWhitespace }
        // A system image that has not been booted yet contains "uninitialized".
        guard !word.isEmpty, word.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return nil }
        return String(word)
    }

    private static func currentHostName() -> String {
        var name = [CChar](repeating: 0, count: 65)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
