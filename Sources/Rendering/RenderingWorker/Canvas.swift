internal import CCairo
internal import LinuxSystem
internal import RenderingProtocol

/// The surface that a picture is drawn on, which can be written to a file.
final class Canvas {
    /// The cairo context.
    let cairo: OpaquePointer
    private let surface: OpaquePointer
    private let width: Int
    private let height: Int
    private let request: DrawingRequest
    /// Whether a pixel contains only its coverage: in masks, and on paper if nothing has colour.
    private let isGrey: Bool
    private let document = Document()

    /// The part of an SVG file that cairo has written.
    private final class Document {
        var bytes: [UInt8] = []
        var isTooLarge = false
    }

    /// Creates an empty canvas.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - request: The request, which contains the format.
    ///   - hasColor: Whether any face has colours.
    /// - Throws: ``DrawingError`` if a limit is exceeded.
    init(width: Double, height: Double, for request: DrawingRequest, hasColor: Bool) throws(DrawingError) {
        let side = Double(DrawingLimits.side)
        guard width <= side, height <= side, width * height <= Double(DrawingLimits.area) else {
            throw DrawingError(
                .limit,
                "The picture would have \(Int(min(width, 1e9))) x \(Int(min(height, 1e9))) pixels; \(DrawingLimits.side) to "
                    + "a side and \(DrawingLimits.area) in all are the most.")
        }
        // A picture without pixels is not a valid file in any format.
        self.width = max(1, Int(width.rounded(.up)))
        self.height = max(1, Int(height.rounded(.up)))
        self.request = request
        isGrey = request.ground == .mask || request.ground == .paper && !hasColor && request.format != .svg
        if request.format == .svg {
            let write: cairo_write_func_t = { context, bytes, count in
                guard let context, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
                let document = Unmanaged<Document>.fromOpaque(context).takeUnretainedValue()
                document.isTooLarge = document.isTooLarge || document.bytes.count + Int(count) > DrawingLimits.file
                if document.isTooLarge { return CAIRO_STATUS_WRITE_ERROR }
                document.bytes += UnsafeBufferPointer(start: bytes, count: Int(count))
                return CAIRO_STATUS_SUCCESS
            }
            surface = cairo_svg_surface_create_for_stream(
                write, Unmanaged.passUnretained(document).toOpaque(), Double(self.width), Double(self.height))
            cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        } else {
            surface = cairo_image_surface_create(
                isGrey ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32, Int32(self.width), Int32(self.height))
        }
        cairo = cairo_create(surface)
        guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
            throw DrawingError(.limit, "There is not enough memory for the picture.")
        }
        if request.ground == .paper, !isGrey {
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_paint(cairo)
        }
        use(shade: 0)
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    /// Sets the shade of grey for what is drawn next.
    ///
    /// - Parameter shade: 0 for black, 1 for white.
    func use(shade: Double) {
        if isGrey {
            cairo_set_source_rgba(cairo, 0, 0, 0, 1 - shade)
        } else {
            cairo_set_source_rgb(cairo, shade, shade, shade)
        }
    }

    /// Fills a rectangle.
    func fill(x: Double, y: Double, width: Double, height: Double) {
        cairo_rectangle(cairo, x, y, width, height)
        cairo_fill(cairo)
    }

    /// Writes the picture to a file.
    ///
    /// - Parameter output: The file, which is empty.
    /// - Returns: A description of the picture.
    /// - Throws: ``DrawingError`` if cairo could not draw it, or the file could not be written.
    func finish(to output: OwnedFileDescriptor) throws(DrawingError) -> DrawingResult.Picture {
        let status = cairo_status(cairo)
        guard status == CAIRO_STATUS_SUCCESS else {
            let reason = String(cString: cairo_status_to_string(status))
            throw DrawingError(.invalidFont, "A glyph cannot be drawn: \(reason).")
        }
        if request.format == .svg {
            cairo_surface_finish(surface)
            guard !document.isTooLarge else { throw DrawingError(.limit, "The outlines are too many for an SVG file.") }
            try write(document.bytes, to: output)
            return picture(size: document.bytes.count)
        }
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else {
            throw DrawingError(.limit, "There is not enough memory for the picture.")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let pixels = UnsafeRawBufferPointer(start: data, count: stride * height)
        if request.format == .raw, request.ground == .mask {
            try output.write(inked: pixels, rowsOf: stride)
            return picture(stride: stride, size: pixels.count)
        }
        let isColorful = !isGrey || request.format == .raw
        let rows = isGrey ? greyRows(pixels, stride, expanded: isColorful) : colorRows(pixels, stride)
        if request.format == .raw {
            try write(rows, to: output)
            return picture(stride: width * 4, size: rows.count)
        }
        let file = try Self.encode(rows, width, height, isGrey ? .grey : .colour)
        try write(file, to: output)
        return picture(size: file.count)
    }

    private static func encode(
        _ rows: [UInt8], _ width: Int, _ height: Int, _ pixels: PNGFile.Pixels
    ) throws(DrawingError) -> [UInt8] {
        let result = rows.withUnsafeBytes { rows in
            Result { () throws(DrawingError) in try PNGFile.encode(rows, width: width, height: height, pixels) }
        }
        return try result.get()
    }

    private func write(_ bytes: [UInt8], to output: OwnedFileDescriptor) throws(DrawingError) {
        try bytes.withUnsafeBytes { bytes in Result { () throws(DrawingError) in try output.write(all: bytes) } }.get()
    }

    private func picture(stride: Int = 0, size: Int) -> DrawingResult.Picture {
        DrawingResult.Picture(width: width, height: height, stride: stride, size: size, hasColor: !isGrey)
    }

    /// Returns rows without gaps: the mask itself, or black on white paper.
    private func greyRows(_ pixels: UnsafeRawBufferPointer, _ stride: Int, expanded: Bool) -> [UInt8] {
        let inversion: UInt8 = request.ground == .paper ? 0xFF : 0
        let count = width * height * (expanded ? 4 : 1)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var target = 0
            for row in 0..<height {
                for value in pixels[(row * stride)..<(row * stride + width)] {
                    if expanded {
                        for channel in 0..<3 { buffer[target + channel] = value ^ inversion }
                        buffer[target + 3] = 0xFF
                        target += 4
                    } else {
                        buffer[target] = value ^ inversion
                        target += 1
                    }
                }
            }
            filled = count
        }
    }

    /// Returns rows of red, green, blue and alpha; cairo's pixels are 32-bit numbers with premultiplied alpha.
    private func colorRows(_ pixels: UnsafeRawBufferPointer, _ stride: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, filled in
            var target = 0
            for row in 0..<height {
                for column in 0..<width {
                    let pixel = pixels.loadUnaligned(fromByteOffset: row * stride + column * 4, as: UInt32.self)
                    let alpha = pixel >> 24
                    for (channel, shift) in [16, 8, 0].enumerated() {
                        let value = pixel >> UInt32(shift) & 0xFF
                        let plain = alpha == 0 || alpha == 0xFF ? value : min(0xFF, (value * 0xFF + alpha / 2) / alpha)
                        buffer[target + channel] = UInt8(truncatingIfNeeded: plain)
                    }
                    buffer[target + 3] = UInt8(truncatingIfNeeded: alpha)
                    target += 4
                }
            }
            filled = width * height * 4
        }
    }
}
