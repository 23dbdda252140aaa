/// The name of one registration: opaque, random, never derived from the font.
///
/// 32 lower-case hexadecimal digits for fonts registered here. A face of the system has `system-` and a digest of its
/// path and index.
package struct FontIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The identifier as it travels over D-Bus.
    package let rawValue: String

    /// Takes over an identifier that came from the registry or from a caller.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a new identifier of 128 random bits.
    package static func random() -> FontIdentifier {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in hexadecimal(generator.next() as UInt64) }
        return FontIdentifier(rawValue: digits.joined())
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package var description: String { rawValue }
}

/// Who provides a font: an application id, `snap.NAME`, `appimage.NAME`, `package.NAME`, `session.UNIT` or `user`.
package struct ProviderIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The identifier as it is stored and travels over D-Bus.
    package let rawValue: String

    /// The most bytes an identifier has: D-Bus names end at 255 bytes.
    package static let maximumLength = 255

    /// What a person installs by hand.
    package static let user = ProviderIdentifier(unchecked: "user")

    /// What the service has in use because programs have asked for it; see `RequestFonts`.
    package static let request = ProviderIdentifier(unchecked: "request")

    private init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// Checks an identifier; `nil` where the text is none.
    ///
    /// - Parameter rawValue: 1 to 255 bytes of ASCII letters, digits, `.`, `-`, `_`, `@`, `:` and `\`, not starting
    ///   with `.` or `-`: what application ids and systemd unit names are made of.
    package init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard let first = bytes.first, bytes.count <= Self.maximumLength,
            first != UInt8(ascii: "."), first != UInt8(ascii: "-")
        else { return nil }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "\\"):
                continue
            default: return nil
            }
        }
        self.rawValue = rawValue
    }

    /// Checks the id of an application, which is its own provider id; `nil` where the text is none.
    ///
    /// `user`, `request`, `session.…`, `snap.…`, `appimage.…` and `package.…` are providers of other kinds: an application that
    /// could call itself so would own their fonts.
    ///
    /// - Parameter applicationID: The id.
    package init?(applicationID: String) {
        let text = applicationID.lowercased()
        guard text != "user", text != "request",
            !["session.", "snap.", "appimage.", "package."].contains(where: { text.hasPrefix($0) })
        else { return nil }
        self.init(rawValue: applicationID)
    }

    package var description: String { rawValue }
}

/// The SHA-256 of a font file's bytes: the identity of a content.
package struct FontDigest: Sendable, Hashable, CustomStringConvertible {
    /// The digest, 32 bytes.
    package let bytes: [UInt8]

    /// Takes over a digest; `nil` for any count but 32 bytes.
    ///
    /// - Parameter bytes: The 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads a digest from hexadecimal digits; `nil` for anything else.
    ///
    /// - Parameter hexadecimal: Exactly 64 digits.
    package init?(hexadecimal: String) {
        let digits = Array(hexadecimal.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The digest as 64 lower-case hexadecimal digits.
    package var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = Self.digit(of: byte >> 4)
                text[2 * index + 1] = Self.digit(of: byte & 15)
            }
            return 2 * bytes.count
        }
    }

    private static func digit(of value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    package var description: String { hexadecimal }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
