/// The identifier of one registration: opaque, random, never derived from the font.
///
/// For fonts registered here, it is 32 lower-case hexadecimal digits. For a system face, it is `system-` and a digest
/// of its path and index.
package struct FontIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The identifier as it is sent over D-Bus.
    package let rawValue: String

    /// Creates an identifier from text of the registry or of a caller.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a new identifier of 128 random bits.
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

/// The identifier of a provider: an application id, `snap.NAME`, `appimage.NAME`, `package.NAME`, `session.UNIT` or
/// `user`.
package struct ProviderIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The identifier as it is stored and sent over D-Bus.
    package let rawValue: String

    /// The maximum number of bytes of an identifier: D-Bus names are limited to 255 bytes.
    package static let maximumLength = 255

    /// The provider of fonts that the user installs by hand.
    package static let user = ProviderIdentifier(unchecked: "user")

    /// The provider of fonts that the service activates because programs requested them; see `RequestFonts`.
    package static let request = ProviderIdentifier(unchecked: "request")

    private init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier from text; `nil` if the text is invalid.
    ///
    /// - Parameter rawValue: 1 to 255 bytes of ASCII letters, digits, `.`, `-`, `_`, `@`, `:` and `\`, not starting
    ///   with `.` or `-`. Application ids and systemd unit names consist of these characters.
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

    /// Creates the provider id of an application, which is the application id itself; `nil` if the text is invalid.
    ///
    /// `user`, `request`, `session.…`, `snap.…`, `appimage.…` and `package.…` are providers of other kinds. An
    /// application with such an id would own their fonts.
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

    /// Creates a digest from its bytes; `nil` unless there are exactly 32.
    ///
    /// - Parameter bytes: The 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Creates a digest from hexadecimal digits; `nil` for any other text.
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
