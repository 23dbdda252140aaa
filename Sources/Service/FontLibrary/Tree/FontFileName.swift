package import FontModel

/// The name of a published font file: 32 lower-case hexadecimal digits of ours and the extension of the sniffed format.
///
/// Nothing from a font and nothing from a caller ever becomes a name in the tree, which this type makes certain.
package struct FontFileName: Sendable, Hashable, CustomStringConvertible {
    /// The name, without a directory.
    package let rawValue: String

    /// Makes the name of a new file; `nil` where the identifier is not 32 lower-case hexadecimal digits.
    ///
    /// - Parameters:
    ///   - identifier: A registered font's identifier.
    ///   - format: The format as told from the content.
    package init?(_ identifier: FontIdentifier, format: FontFormat) {
        self.init(rawValue: "\(identifier.rawValue).\(format.fileExtension)")
    }

    /// Checks a name; `nil` where it is not one of ours.
    package init?(rawValue: String) {
        guard Self.isValid(rawValue.utf8) else { return nil }
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    private static let digitCount = 32

    private static func isValid(_ bytes: String.UTF8View) -> Bool {
        guard bytes.count == digitCount + 4, bytes.prefix(digitCount).allSatisfy(\.isLowercaseHexadecimalDigit) else {
            return false
        }
        return FontFormat.allCases.contains { bytes.dropFirst(digitCount).elementsEqual(".\($0.fileExtension)".utf8) }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII digit or one of `a` to `f`.
    var isLowercaseHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
