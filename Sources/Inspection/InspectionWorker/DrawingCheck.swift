internal import FontModel
internal import Gunzip
internal import InspectionProtocol
internal import SFNT

/// Checks the SVG drawings of a font, which every program that shows them decompresses and reads.
///
/// FreeType allocates as much memory for a compressed drawing as its last four bytes declare, and then decompresses it.
/// Drawings that a library cannot draw, or can draw only with excessive memory and time, are refused. Content that
/// libraries leave out, such as scripts and addresses, is a warning.
enum DrawingCheck {
    /// The most bytes of all decompressed drawings of a font.
    ///
    /// This is the default limit for a font file of a program.
    private static let limit = FontLimits.fileSizeOfPrograms

    /// Checks the drawings.
    ///
    /// - Parameter bytes: The whole file of a font that passes by our own rules.
    /// - Returns: The findings: warnings, or one refusal.
    static func findings(_ bytes: RawSpan) -> [FontInspection.Finding] {
        guard let drawings = FontReader.drawings(bytes) else { return [invalid("has no drawings")] }
        var left = limit
        var read = 0
        var (scripts, addresses, damaged) = (0, 0, 0)
        for drawing in drawings {
            // Drawings may share all or some of their bytes; bytes that are read again count again.
            read += drawing.count
            guard read <= bytes.byteCount else { return [invalid("has drawings within drawings")] }
            let content = bytes.extracting(drawing)
            do throws(Problem) {
                let markup: DrawingMarkup
                if isCompressed(content) {
                    let text = try expand(content, left: &left)
                    markup = try Self.markup(text.span.bytes)
                } else {
                    markup = try Self.markup(content)
                }
                if markup.hasScripts { scripts += 1 }
                if markup.hasAddresses { addresses += 1 }
                if markup.isDamaged { damaged += 1 }
            } catch {
                return [error.finding]
            }
        }
        return [
            warning(scripts, "scripts, which programs that draw glyphs do not run"),
            warning(addresses, "addresses of files or web pages, which programs that draw glyphs do not load"),
            warning(damaged, "incomplete XML, so programs show nothing for these glyphs"),
        ].compactMap(\.self)
    }

    /// A problem with a drawing.
    private struct Problem: Error {
        var finding: FontInspection.Finding
    }

    private static func isCompressed(_ drawing: RawSpan) -> Bool {
        drawing.byteCount >= 2 && drawing.unsafeLoad(fromByteOffset: 0, as: UInt8.self) == 0x1F
            && drawing.unsafeLoad(fromByteOffset: 1, as: UInt8.self) == 0x8B
    }

    private static func expand(_ drawing: RawSpan, left: inout Int) throws(Problem) -> [UInt8] {
        let declared = drawing.byteCount < 4 ? 0 : declaredSize(drawing)
        let plausible = min(left, FontLimits.expansion * drawing.byteCount)
        guard declared <= plausible else { throw Problem(finding: tooLarge(declared, of: drawing.byteCount)) }
        let text: [UInt8]
        do throws(GzipStream.Failure) {
            text = try GzipStream.expand(drawing, limit: plausible)
        } catch {
            switch error {
            case .damaged: throw Problem(finding: invalid("has a drawing that cannot be expanded"))
            case .tooLarge: throw Problem(finding: tooLarge(plausible + 1, of: drawing.byteCount))
            }
        }
        guard text.count == declared else {
            throw Problem(finding: invalid("has a drawing of another size than it declares"))
        }
        left -= text.count
        return text
    }

    private static func markup(_ text: RawSpan) throws(Problem) -> DrawingMarkup {
        do throws(DrawingMarkup.Excess) {
            return try DrawingMarkup(text)
        } catch {
            let finding =
                switch error {
                case .depth: limit("nested more than \(DrawingMarkup.maximumDepth) deep")
                case .elements: limit("of more than \(DrawingMarkup.maximumElements) elements")
                case .entities: limit("whose entities contain entities or markup, or expand to far more than its text")
                case .repetition: limit("of elements that are drawn again too often")
                case .cycle: invalid("has a drawing with an element that draws itself")
                case .encoding: invalid("has a drawing that is not in UTF-8")
                }
            throw Problem(finding: finding)
        }
    }

    /// Returns the size from the last four bytes of gzip's format, least significant first.
    private static func declaredSize(_ content: RawSpan) -> Int {
        let number = content.unsafeLoadUnaligned(fromByteOffset: content.byteCount - 4, as: UInt32.self)
        return Int(UInt32(littleEndian: number))
    }

    private static let rule = "'SVG ' table structure"

    private static func invalid(_ what: String) -> FontInspection.Finding {
        .init(kind: .invalid, rule: rule, message: "The table 'SVG ' \(what).")
    }

    private static func limit(_ what: String) -> FontInspection.Finding {
        .init(kind: .limit, rule: rule, message: "The table 'SVG ' has a drawing \(what): no program could draw it.")
    }

    private static func warning(_ count: Int, _ what: String) -> FontInspection.Finding? {
        guard count > 0 else { return nil }
        let drawings = count == 1 ? "1 drawing has" : "\(count) drawings have"
        return .init(kind: .warning, rule: rule, message: "\(drawings) \(what).")
    }

    private static func tooLarge(_ size: Int, of compressed: Int) -> FontInspection.Finding {
        .init(
            kind: .limit, rule: rule,
            message:
                "A drawing of \(compressed) bytes expands to \(size) or more; \(FontLimits.expansion) for each "
                + "byte and \(limit) for all drawings of a font are allowed.")
    }
}
