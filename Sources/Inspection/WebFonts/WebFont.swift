internal import CWOFF2
internal import FontModel

/// Expands web fonts to the TrueType and OpenType fonts that they hold.
///
/// What comes of it is as untrusted as what it was made from.
package enum WebFont {
    /// The formats of web fonts.
    package enum Format: Sendable, Hashable {
        /// WOFF 1.0: the tables of a font, each compressed with zlib.
        case woff
        /// WOFF 2.0: the tables of one or more faces, rearranged and compressed together with Brotli.
        case woff2
    }

    /// Tells the format from the first bytes; `nil` for what is no web font.
    ///
    /// - Parameter bytes: The file, or its beginning.
    /// - Returns: The format.
    package static func format(of bytes: RawSpan) -> Format? {
        switch try? bytes.uint32(at: 0) {
        case WOFFHeader.signature: .woff
        case 0x774F_4632: .woff2
        default: nil
        }
    }

    /// Expands a web font.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - limit: The most bytes of the font that it holds.
    /// - Returns: The font, TrueType or OpenType or a collection of them.
    /// - Throws: That it is no web font, is damaged, or would be too large.
    package static func expand(
        _ bytes: RawSpan, limit: Int = FontLimits.webFontSize
    ) throws(WebFontError) -> [UInt8] {
        let plausible = bytes.byteCount.multipliedReportingOverflow(by: FontLimits.expansion)
        let limit = plausible.overflow ? limit : min(limit, plausible.partialValue)
        switch format(of: bytes) {
        case .woff: return try WOFFHeader(bytes).expand(bytes, limit: limit)
        case .woff2: return try expandWOFF2(bytes, limit: limit)
        case nil: throw WebFontError(.notAWebFont, "The file is not a web font: it is neither WOFF 1.0 nor WOFF 2.0.")
        }
    }

    private static func expandWOFF2(_ bytes: RawSpan, limit: Int) throws(WebFontError) -> [UInt8] {
        guard Int(try bytes.uint32(at: 8)) == bytes.byteCount else { throw .wrongLength }
        // What the header says of the size is a hint only, but who announces too much need not be tried.
        if Int(try bytes.uint32(at: 16)) > limit { throw .tooLarge(limit: limit) }
        var result: Int32 = 0
        // The decoder takes pointers, and is told how many bytes each leads to.
        let font = unsafe bytes.withUnsafeBytes { content in
            // Nothing of it costs memory before it is written to.
            unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                result = unsafe typecase_woff2_expand(
                    content.baseAddress?.assumingMemoryBound(to: UInt8.self), content.count, buffer.baseAddress,
                    buffer.count, &count)
            }
        }
        switch Int(result) {
        case typecase_woff2_expanded: return font
        case typecase_woff2_too_large: throw .tooLarge(limit: limit)
        case typecase_woff2_out_of_memory: throw WebFontError(.tooLarge, "The font needs too much memory to expand.")
        default: throw WebFontError(.damaged, "The WOFF 2.0 font is damaged.")
        }
    }
}

/// Why a web font could not be expanded.
package struct WebFontError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, as a value that programs can compare.
    package enum Kind: Sendable, Hashable {
        /// The file is no web font.
        case notAWebFont
        /// The file breaks the rules of its format.
        case damaged
        /// The font in it would be too large, or is implausibly large for the size of the file.
        case tooLarge
    }

    /// What is wrong.
    package let kind: Kind
    /// What exactly, for people; without text from the font.
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    static let wrongLength = WebFontError(
        .damaged, "The file is damaged: its length differs from the length in its header.")
    static let cut = WebFontError(.damaged, "The file is damaged: it ends too early.")

    static func tooLarge(limit: Int) -> WebFontError {
        WebFontError(
            .tooLarge,
            "The font would expand to more than \(limit) bytes: the most that a font may have, and at most "
                + "\(FontLimits.expansion) for each byte of its web font.")
    }
}
