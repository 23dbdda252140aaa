internal import Glibc

/// Addresses of files, as desktops pass them.
enum FileAddress {
    private static let scheme = "file://"

    /// The address of a file, in which special bytes are escaped with `%` and two hexadecimal digits.
    static func address(_ path: String) -> String {
        var text = scheme
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }

    /// The path of a file on this machine; `nil` for any other address.
    static func path(_ address: String) -> String? {
        guard address.hasPrefix(scheme) else { return nil }
        let rest = address.dropFirst(scheme.count)
        // The path may be preceded by a host.
        guard let start = rest.firstIndex(of: "/") else { return nil }
        var bytes: [UInt8] = []
        var digits = Array(rest[start...].utf8)[...]
        while let byte = digits.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard digits.count >= 2, let value = UInt8(String(decoding: digits.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            digits = digits.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A variable of the environment; `nil` if it is missing or empty.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
