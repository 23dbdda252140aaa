internal import CPango
internal import CTextFaces
internal import RenderingProtocol

/// A text in lines as Pango breaks it, with their positions in the frame, in pixels.
final class TextLayout {
    /// A line that is drawn.
    struct Line {
        /// Pango's line, which its layout owns.
        var line: UnsafeMutablePointer<PangoLayoutLine>
        var x: Double
        var baseline: Double
        var box: DrawingResult.Rectangle
        var ink: DrawingResult.Rectangle
    }

    private let drawing: TextDrawing
    private let faces: FaceMap
    private let scale: Double
    private let text: [UInt8]
    private let layout: OpaquePointer
    // The last line, if it ends with an ellipsis.
    private var lastLayout: OpaquePointer?

    /// The lines that are shown.
    private(set) var lines: [Line] = []
    /// The result of the layout, without a picture.
    private(set) var result = DrawingResult()

    /// Lays out a text.
    ///
    /// - Parameters:
    ///   - drawing: The text, which has been checked.
    ///   - faces: Its faces, for which its characters have been set.
    ///   - scale: The number of pixels for a unit of the text.
    init(_ drawing: TextDrawing, _ faces: FaceMap, scale: Double) {
        self.drawing = drawing
        self.faces = faces
        self.scale = scale
        text = Array(drawing.text.utf8)
        layout = pango_layout_new(faces.context)
        fill(layout, with: text[...], runs: drawing.runs)
        if let width = drawing.width {
            pango_layout_set_width(layout, Self.units(width * scale))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            if drawing.alignment == .justified { pango_layout_set_justify(layout, 1) }
        }
        if drawing.lineSpacing > 0 { pango_layout_set_line_spacing(layout, Float(drawing.lineSpacing)) }
        fit()
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
        if let lastLayout { g_object_unref(UnsafeMutableRawPointer(lastLayout)) }
    }

    /// The size of the frame, or of the text if there is no frame.
    var size: (width: Double, height: Double) {
        (
            drawing.width.map { $0 * scale } ?? result.suggestedWidth,
            drawing.height.map { $0 * scale } ?? result.suggestedHeight
        )
    }

    /// Draws the lines.
    ///
    /// - Parameters:
    ///   - cairo: The context to draw in.
    ///   - x: The position of the left edge of the frame.
    ///   - y: The position of the upper edge of the frame.
    func draw(_ cairo: OpaquePointer, x: Double = 0, y: Double = 0) {
        for line in lines { typecase_draw_line(cairo, line.line, x + line.x, y + line.baseline) }
    }

    private func fill(_ layout: OpaquePointer, with text: ArraySlice<UInt8>, runs: [TextDrawing.Run]) {
        text.withUnsafeBytes {
            pango_layout_set_text(layout, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
        }
        let attributes = pango_attr_list_new()
        for run in runs {
            let start = max(run.start - text.startIndex, 0)
            let end = min(run.end, text.endIndex) - text.startIndex
            guard end > start else { continue }
            func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
                attribute?.pointee.start_index = UInt32(start)
                attribute?.pointee.end_index = UInt32(end)
                pango_attr_list_insert(attributes, attribute)
            }
            let description = pango_font_description_new()
            typecase_describe_face(description, UInt32(clamping: run.face))
            pango_font_description_set_absolute_size(description, run.size * scale * Double(PANGO_SCALE))
            insert(pango_attr_font_desc_new(description))
            pango_font_description_free(description)
            if !run.language.isEmpty {
                insert(pango_attr_language_new(pango_language_from_string(run.language)))
            }
            if !run.features.isEmpty { insert(pango_attr_font_features_new(run.features)) }
        }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        // A text without characters has the height of a line in this font.
        if let run = drawing.runs.first {
            let description = pango_font_description_new()
            typecase_describe_face(description, UInt32(clamping: run.face))
            pango_font_description_set_absolute_size(description, run.size * scale * Double(PANGO_SCALE))
            pango_layout_set_font_description(layout, description)
            pango_font_description_free(description)
        }
    }

    /// Determines the shown lines and their positions.
    private func fit() {
        var all = Self.lines(of: layout)
        result.suggestedWidth = all.map(\.box.width).max() ?? 0
        result.suggestedHeight = all.last.map { $0.box.y + $0.box.height } ?? 0
        result.missingCount = Int(pango_layout_get_unknown_glyphs_count(layout))
        if result.missingCount > 0 { result.missing = missing() }
        let frameWidth = drawing.width.map { $0 * scale } ?? result.suggestedWidth
        let count = all.firstIndex { line in
            // The tolerance of half a pixel is for rounding.
            line.box.y + line.box.height > (drawing.height.map { $0 * scale } ?? .infinity) + 0.5
                || line.box.width > frameWidth + 0.5
        }
        let limit = drawing.lineLimit > 0 ? drawing.lineLimit : Int.max
        let shown = min(count ?? all.count, limit)
        if shown < all.count {
            let next = Int(pango_layout_line_get_start_index(all[shown].line))
            all.removeSubrange(shown...)
            result.fittedLength = shown == 0 ? 0 : next
            if drawing.hasEllipsis, shown > 0 { endWithEllipsis(&all[shown - 1], within: frameWidth) }
        } else {
            result.fittedLength = text.count
        }
        let height = all.last.map { $0.box.y + $0.box.height } ?? 0
        let top = ((drawing.height.map { $0 * scale } ?? height) - height) / 2
        for index in all.indices {
            let x = offset(of: all[index], isLast: index == all.indices.last, in: frameWidth)
            all[index].x = x
            all[index].baseline += top
            all[index].box.x = x
            all[index].box.y += top
            all[index].ink.x += x
            all[index].ink.y += top
        }
        lines = all
        result.lineCount = all.count
        result.baseline = all.first?.baseline ?? 0
        result.textBox = Self.union(all.map(\.box))
        result.inkBox = Self.union(all.map(\.ink).filter { $0.width > 0 && $0.height > 0 })
    }

    /// The characters that neither the face of their run nor a fallback has, in their order.
    private func missing() -> String {
        var (seen, position) = (Set<Unicode.Scalar>(), 0)
        var (missing, runs) = (String.UnicodeScalarView(), drawing.runs[...])
        for scalar in drawing.text.unicodeScalars where seen.count < DrawingLimits.missing {
            while let run = runs.first, run.end <= position { runs.removeFirst() }
            guard let run = runs.first else { break }
            position += scalar.utf8.count
            let properties = scalar.properties
            guard !properties.isDefaultIgnorableCodePoint, !properties.isWhitespace,
                properties.generalCategory != .control, !seen.contains(scalar),
                !([run.face] + faces.fallbacks).contains(where: { faces.glyph(of: scalar.value, in: $0) != nil })
            else { continue }
            seen.insert(scalar)
            missing.append(scalar)
        }
        return String(missing)
    }

    /// Puts the rest of the text from a line on into that line, with an ellipsis at its end.
    private func endWithEllipsis(_ line: inout Line, within width: Double) {
        let start = Int(pango_layout_line_get_start_index(line.line))
        let rest = text[start...]
        // The characters after which Pango begins a paragraph; the last is U+2029.
        let breaks: [[UInt8]] = [[0x0A], [0x0D], [0xE2, 0x80, 0xA9]]
        let end = rest.indices.first { index in breaks.contains { rest[index...].starts(with: $0) } } ?? rest.endIndex
        var paragraph = rest[..<end]
        var runs = drawing.runs.filter { $0.end >= start && $0.start <= end }
        if end < rest.endIndex {
            // The ellipsis shows that paragraphs follow, even if this one fits.
            paragraph = paragraph + Array("…".utf8)
            if let last = runs.indices.last { runs[last].end = end + 3 }
        }
        let layout: OpaquePointer = pango_layout_new(faces.context)
        lastLayout = layout
        fill(layout, with: paragraph, runs: runs)
        pango_layout_set_width(layout, Self.units(width))
        pango_layout_set_height(layout, -1)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        guard let last = Self.lines(of: layout).first else { return }
        let ellipsis = Int(typecase_ellipsis_start(last.line))
        result.fittedLength = ellipsis >= 0 ? start + ellipsis : end
        line.line = last.line
        line.box.width = last.box.width
        line.ink = DrawingResult.Rectangle(
            x: last.ink.x, y: line.baseline + last.ink.y - last.baseline, width: last.ink.width,
            height: last.ink.height)
    }

    /// The horizontal position of a line in a frame.
    private func offset(of line: Line, isLast: Bool, in width: Double) -> Double {
        let isRightToLeft = pango_layout_line_get_resolved_direction(line.line) == PANGO_DIRECTION_RTL
        let room = width - line.box.width
        return switch drawing.alignment {
        case .left: 0
        case .center: room / 2
        case .right: room
        case .natural: isRightToLeft ? room : 0
        // Pango has stretched all lines except the last line of each paragraph.
        case .justified: isRightToLeft ? room : 0
        }
    }

    /// The lines of a layout from the top, aligned to the left edge.
    private static func lines(of layout: OpaquePointer) -> [Line] {
        guard let iterator = pango_layout_get_iter(layout) else { return [] }
        defer { pango_layout_iter_free(iterator) }
        var lines: [Line] = []
        repeat {
            guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
            var (ink, logical) = (PangoRectangle(), PangoRectangle())
            pango_layout_iter_get_line_extents(iterator, &ink, &logical)
            lines.append(
                Line(
                    line: line, x: 0, baseline: pixels(pango_layout_iter_get_baseline(iterator)),
                    box: rectangle(logical, from: logical.x), ink: rectangle(ink, from: logical.x)))
        } while pango_layout_iter_next_line(iterator) != 0
        return lines
    }

    private static func rectangle(_ rectangle: PangoRectangle, from x: Int32) -> DrawingResult.Rectangle {
        DrawingResult.Rectangle(
            x: pixels(rectangle.x &- x), y: pixels(rectangle.y), width: pixels(rectangle.width),
            height: pixels(rectangle.height))
    }

    private static func union(_ boxes: [DrawingResult.Rectangle]) -> DrawingResult.Rectangle {
        guard let first = boxes.first else { return DrawingResult.Rectangle() }
        var (left, top, right, bottom) = (first.x, first.y, first.x + first.width, first.y + first.height)
        for box in boxes.dropFirst() {
            (left, top) = (min(left, box.x), min(top, box.y))
            (right, bottom) = (max(right, box.x + box.width), max(bottom, box.y + box.height))
        }
        return DrawingResult.Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    private static func units(_ pixels: Double) -> Int32 {
        Int32(min(pixels * Double(PANGO_SCALE), Double(Int32.max)))
    }

    private static func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
}

extension DrawingResult {
    /// The result in the units of the request.
    func divided(by scale: Double) -> DrawingResult {
        func divided(_ box: Rectangle) -> Rectangle {
            Rectangle(x: box.x / scale, y: box.y / scale, width: box.width / scale, height: box.height / scale)
        }
        var result = self
        result.suggestedWidth /= scale
        result.suggestedHeight /= scale
        result.baseline /= scale
        result.textBox = divided(textBox)
        result.inkBox = divided(inkBox)
        return result
    }
}
