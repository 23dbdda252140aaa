internal import RenderingProtocol

/// Refuses text that would take Pango too long, or whose width Pango cannot calculate.
enum TextCheck {
    /// Checks a text and its runs.
    ///
    /// - Parameters:
    ///   - drawing: The text.
    ///   - faces: The faces of its runs.
    ///   - scale: The number of pixels for a unit.
    /// - Throws: ``DrawingError`` with the exceeded limit.
    static func check(_ drawing: TextDrawing, _ faces: FaceMap, scale: Double) throws(DrawingError) {
        let count = drawing.text.utf8.count
        guard count <= DrawingLimits.text else {
            throw DrawingError(.limit, "The text has \(count) bytes; \(DrawingLimits.text) are the most.")
        }
        var position = 0
        for run in drawing.runs {
            guard run.start == position, run.end > run.start, run.end <= count, run.face < faces.count else {
                throw DrawingError(.invalidRequest, "The runs of the text do not cover it one after the other.")
            }
            try checkSize(run.size, scale: scale)
            position = run.end
        }
        guard position == count else {
            throw DrawingError(.invalidRequest, "The runs of the text do not cover it one after the other.")
        }
        guard (0...16).contains(drawing.lineSpacing) else {
            throw DrawingError(.invalidRequest, "A line spacing is a factor of 0 to 16.")
        }
        for side in [drawing.width, drawing.height] {
            guard (0...DrawingLimits.size).contains(side ?? 0) else {
                throw DrawingError(.limit, "A side of a frame is at most \(Int(DrawingLimits.size)).")
            }
        }
        try checkScalars(drawing, faces, scale: scale)
    }

    /// Checks the size of an em.
    static func checkSize(_ size: Double, scale: Double) throws(DrawingError) {
        guard size * scale >= DrawingLimits.leastFontPixels else {
            throw DrawingError(
                .invalidRequest, "A font size is at least 1/\(Int(1 / DrawingLimits.leastFontPixels)) of a pixel.")
        }
        guard size * scale <= DrawingLimits.fontPixels else {
            throw DrawingError(.limit, "A font size is at most \(Int(DrawingLimits.fontPixels)) pixels.")
        }
    }

    private static func checkScalars(
        _ drawing: TextDrawing, _ faces: FaceMap, scale: Double
    ) throws(DrawingError) {
        var (marks, position, width) = (0, 0, 0.0)
        var runs = drawing.runs[...]
        for scalar in drawing.text.unicodeScalars {
            while let run = runs.first, run.end <= position { runs.removeFirst() }
            guard let run = runs.first else { break }
            position += scalar.utf8.count
            guard scalar.value != 0 else { throw DrawingError(.invalidRequest, "The text has a NUL character.") }
            if isMark(scalar) {
                marks += 1
                guard marks <= DrawingLimits.marks else {
                    throw DrawingError(
                        .limit, "More than \(DrawingLimits.marks) combining marks follow one character.")
                }
            } else {
                marks = 0
            }
            if scalar == "\n" || scalar == "\r" || scalar == "\u{2029}" { width = 0 }
            let advance = faces.glyph(of: scalar.value, in: run.face).map { faces.advance(of: $0, in: run.face) } ?? 1
            width += max(0, advance) * run.size * scale
            guard width < DrawingLimits.paragraphWidth * 0.8 else {
                throw DrawingError(
                    .limit,
                    "A paragraph is wider than \(Int(DrawingLimits.paragraphWidth * 0.8)) pixels. Shorten it, break it, "
                        + "or make its font smaller.")
            }
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
