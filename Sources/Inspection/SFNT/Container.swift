internal import FontModel

/// The kind of file, according to its first bytes.
enum Container: Equatable {
    /// A single face; its table directory is at the start of the file.
    case single
    /// An index of table directories.
    case collection
    /// An unsupported font or a file that may contain one; the value is its kind, as the end of "The file is …".
    case refused(String)
    /// Not a known kind of font; the value is its kind, as the end of "The file is …".
    case unknown(String)

    /// Determines the kind from the content; the name of a file is not considered.
    init(_ bytes: RawSpan) {
        guard let whole = Table(tag: "", start: 0, length: bytes.byteCount, fileSize: bytes.byteCount),
            let signature = try? bytes.uint32(at: 0, of: whole)
        else {
            self = .unknown(bytes.isEmpty ? "empty" : "too short to be a font")
            return
        }
        self =
            switch signature {
            case 0x0001_0000, Self.code("true"), Self.code("OTTO"): .single
            case Self.code("ttcf"): .collection
            default:
                Self.reason(signature, in: bytes, whole).map { .refused($0) }
                    ?? .unknown("neither TrueType nor OpenType nor a collection of them")
            }
    }

    /// Returns the kind of an unsupported font; `nil` if the file is not a font.
    private static func reason(_ signature: UInt32, in bytes: RawSpan, _ whole: Table) -> String? {
        switch signature {
        case code("wOFF"), code("wOF2"):
            return
                "a web font (WOFF), which desktop programs cannot use; to convert it, use 'typecase install --convert'"
        case code("typ1"), code("%!PS"), code("%!Fo"): return type1
        case code("\u{1}fcp"): return "an X11 bitmap font (PCF); bitmap fonts are not supported"
        case code("STAR"): return "a bitmap font (BDF); bitmap fonts are not supported"
        case code("PFR0"), code("PFR1"): return "a Portable Font Resource, a format that is not supported"
        case 0x0000_0100: return "a resource fork (dfont or suitcase); extract the TrueType fonts in it"
        default: break
        }
        let high = signature >> 16
        if high == 0x8001 { return type1 }
        if high == 0x1F8B || high == UInt32(0x504B) { return "compressed; unpack it first" }
        if high == 0x4D5A { return "a Windows program or bitmap font (FON), a format that is not supported" }
        // Bare CFF has version 1.0, a header of four bytes, and the size of an offset; bare CFF2 has version 2.0 and
        // a header of five bytes.
        if signature >> 8 == 0x01_0004 && 1...4 ~= signature & 0xFF || signature >> 8 == 0x02_0005 {
            return "a bare CFF font without the tables around it; make an OpenType font of it"
        }
        // Source: the Embedded OpenType submission to the W3C, its magic number.
        if (try? bytes.uint16(at: 34, of: whole)) == 0x4C50 {
            return "an Embedded OpenType font (EOT), a format that is not supported"
        }
        return nil
    }

    private static let type1 = "a PostScript Type 1 font, a format that is not supported; convert it to OpenType"

    private static func code(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}
