package import FontModel

/// The name of a published font file: our 32 lower-case hexadecimal digits, and the extension of the detected format.
///
/// This type ensures that no text from a font or from a caller ever becomes a name in the tree.
package struct FontFileName: Sendable, Hashable, CustomStringConvertible {
    /// The name, without a directory.
    package let rawValue: String

    /// Creates the name of a new file; `nil` if the identifier is not 32 lower-case hexadecimal digits.
    ///
    /// - Parameters:
    ///   - identifier: A registered font's identifier.
    ///   - format: The format detected from the content.
    package init?(_ identifier: FontIdentifier, format: FontFormat) {
        self.init(rawValue: "\(identifier.rawValue).\(format.fileExtension)")
    }

    /// Creates a file name from text; `nil` if the text is not one of our names.
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
