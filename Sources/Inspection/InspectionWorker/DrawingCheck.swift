internal import FontModel
internal import InspectionProtocol
internal import SFNT
internal import WebFonts

/// The look into the compressed drawings of a font, which every program that shows them expands.
///
/// FreeType takes as much memory for a drawing as its last four bytes say, and then expands it.
enum DrawingCheck {
    /// The most bytes of all drawings of a font, expanded: as many as a font of a program may have.
    private static let limit = FontLimits.fileSizeOfPrograms

    /// Looks into the drawings.
    ///
    /// - Parameter bytes: The whole file, a font that passes by our own rules.
    /// - Returns: What is wrong, if anything is.
    static func finding(_ bytes: RawSpan) -> FontInspection.Finding? {
        guard let drawings = FontReader.compressedDrawings(bytes) else { return invalid("has no drawings") }
        var left = limit
        var compressed = 0
        for drawing in drawings {
            // Drawings may share their bytes, or part of them: what is read again counts again.
            compressed += drawing.count
            guard compressed <= bytes.byteCount else { return invalid("has drawings within drawings") }
            let content = bytes.extracting(drawing)
            let declared = drawing.count < 4 ? 0 : declaredSize(content)
            let plausible = min(left, WebFont.maximumExpansion * drawing.count)
            guard declared <= plausible else { return tooLarge(declared, of: drawing.count) }
            do throws(GzipStream.Failure) {
                let size = try GzipStream.expandedSize(of: content, limit: plausible)
                guard size == declared else { return invalid("has a drawing of another size than it declares") }
                left -= size
            } catch {
                switch error {
                case .damaged: return invalid("has a drawing that cannot be expanded")
                case .tooLarge: return tooLarge(plausible + 1, of: drawing.count)
                }
            }
        }
        return nil
    }

    /// The last four bytes of gzip's format, least significant first.
    private static func declaredSize(_ content: RawSpan) -> Int {
        let number = content.unsafeLoadUnaligned(fromByteOffset: content.byteCount - 4, as: UInt32.self)
        return Int(UInt32(littleEndian: number))
    }

    private static let rule = "'SVG ' table structure"

    private static func invalid(_ what: String) -> FontInspection.Finding {
        .init(kind: .invalid, rule: rule, message: "The table 'SVG ' \(what).")
    }

    private static func tooLarge(_ size: Int, of compressed: Int) -> FontInspection.Finding {
        .init(
            kind: .limit, rule: rule,
            message:
                "A drawing of \(compressed) bytes expands to \(size) or more; \(WebFont.maximumExpansion) for each "
                + "byte and \(limit) for all drawings of a font are allowed.")
    }
}
