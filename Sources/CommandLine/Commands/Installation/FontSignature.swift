internal import FontModel
internal import Glibc
internal import LinuxSystem

/// Recognizes by their first bytes the files that fontconfig treats as fonts, whatever their names are.
enum FontSignature {
    /// The first bytes of the formats: TrueType, OpenType, collections, Apple's two, WOFF, and the older formats that
    /// only old programs use.
    private static let signatures: [[UInt8]] = [
        [0, 1, 0, 0], Array("OTTO".utf8), Array("ttcf".utf8), Array("true".utf8), Array("typ1".utf8),
        Array("wOFF".utf8), Array("wOF2".utf8), Array("%!PS".utf8), Array("%!Fo".utf8), [0x80, 1],
        [1, UInt8(ascii: "f"), UInt8(ascii: "c"), UInt8(ascii: "p")], Array("STARTFONT".utf8),
    ]

    /// Whether a file begins like a web font.
    static func isWebFont(_ file: OwnedFileDescriptor) -> Bool {
        let bytes = signature(of: file)
        return bytes == Array("wOFF".utf8) || bytes == Array("wOF2".utf8)
    }

    /// The extension for the name of a font for desktops.
    static func fileExtension(of file: OwnedFileDescriptor) -> String {
        switch signature(of: file) {
        case Array("OTTO".utf8): FontFormat.cff.fileExtension
        case Array("ttcf".utf8): FontFormat.collection.fileExtension
        default: FontFormat.truetype.fileExtension
        }
    }

    /// The first four bytes of a file; empty if it has fewer or cannot be read.
    private static func signature(of file: OwnedFileDescriptor) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4)
        let count = try? retryingInterrupts { pread(file.rawValue, &bytes, bytes.count, 0) }
        return count == bytes.count ? bytes : []
    }

    /// The first bytes of Type 1 fonts, which distinguish them from PostScript documents as programs print them.
    private static let type1Signatures: [[UInt8]] = [Array("%!PS-AdobeFont".utf8), Array("%!FontType1".utf8)]

    /// Whether a file begins like a font and not like any other kind of file; `false` if it cannot be read.
    static func isFontForSure(_ path: String) -> Bool {
        guard let start = start(of: path) else { return false }
        guard !start.starts(with: Array("%!".utf8)) else {
            return type1Signatures.contains { start.starts(with: $0) }
        }
        return signatures.contains { start.starts(with: $0) }
    }

    /// Whether a file begins like a font; for a file that cannot be read, whether its name ends like a font's.
    static func isFont(_ path: String) -> Bool {
        guard let start = start(of: path) else { return FontFileSearch.hasFontExtension(path) }
        return signatures.contains { start.starts(with: $0) }
    }

    /// The first bytes of a file, as many as are needed for the formats; `nil` if it cannot be opened.
    private static func start(of path: String) -> ArraySlice<UInt8>? {
        guard let file = try? FontFile.open(path) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = try? retryingInterrupts { pread(file.rawValue, &bytes, bytes.count, 0) }
        return bytes[..<(count ?? 0)]
    }
}
