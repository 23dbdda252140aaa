internal import CAdwaita

/// A picture with one byte for each pixel: its coverage.
package struct MaskPicture: Sendable {
    package let width: Int
    package let height: Int
    package let stride: Int
    package let bytes: [UInt8]

    /// Creates a picture.
    ///
    /// - Returns: `nil` if there are not enough bytes for the size.
    package init?(width: Int, height: Int, stride: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, width <= 16_384, height <= 16_384, stride >= width, bytes.count >= stride * height
        else { return nil }
        // In cairo, rows begin at multiples of four bytes.
        let aligned = (width + 3) & ~3
        if stride == aligned {
            self.bytes = bytes
        } else {
            var copy = [UInt8](repeating: 0, count: aligned * height)
            for row in 0..<height {
                copy.replaceSubrange(
                    row * aligned..<row * aligned + width, with: bytes[row * stride..<row * stride + width])
            }
            self.bytes = copy
        }
        self.stride = aligned
        self.width = width
        self.height = height
    }
}

/// Shows a mask in the colour of text, which is different in the dark style.
package final class PictureView: Widget {
    /// The shown picture, which outlives the view, as the widget does.
    @MainLoop
    private final class Shown {
        var picture: MaskPicture?
    }

    private let shown = Shown()

    package init() {
        super.init(typecase_picture_area())
        let area = pointer
        let handler = Handler<PictureDrawing, Void> { [shown] drawing in
            if let picture = shown.picture { Self.draw(picture, drawing, area) }
        }
        gtk_drawing_area_set_draw_func(cast(), callDrawing, handler.retained, releaseData)
    }

    /// Shows a picture, or nothing.
    package func show(_ picture: MaskPicture?) {
        shown.picture = picture
        gtk_widget_queue_draw(pointer)
    }

    private static func draw(
        _ picture: MaskPicture, _ drawing: PictureDrawing, _ area: UnsafeMutablePointer<GtkWidget>
    ) {
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(area), &color)
        let scale = Double(gtk_widget_get_scale_factor(area))
        let isRightToLeft = gtk_widget_get_direction(area) == GTK_TEXT_DIR_RTL
        let overhang = Double(picture.width) / scale - Double(drawing.width)
        let left = isRightToLeft && overhang < 0 ? -overhang : 0
        let top = (Double(drawing.height) - Double(picture.height) / scale) / 2
        var bytes = picture.bytes
        bytes.withUnsafeMutableBufferPointer { buffer in
            let surface = cairo_image_surface_create_for_data(
                buffer.baseAddress, CAIRO_FORMAT_A8, Int32(picture.width), Int32(picture.height), Int32(picture.stride))
            cairo_surface_set_device_scale(surface, scale, scale)
            gdk_cairo_set_source_rgba(drawing.context, &color)
            if overhang > 0 { cairo_push_group(drawing.context) }
            cairo_mask_surface(drawing.context, surface, left, top)
            if overhang > 0 { fade(drawing) }
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }

    /// Fades out the end of a picture that does not fit, so that it does not end in the middle of a letter.
    private static func fade(_ drawing: PictureDrawing) {
        cairo_pop_group_to_source(drawing.context)
        let end = Double(drawing.width)
        let gradient = cairo_pattern_create_linear(max(end - 40, 0), 0, end, 0)
        cairo_pattern_add_color_stop_rgba(gradient, 0, 0, 0, 0, 1)
        cairo_pattern_add_color_stop_rgba(gradient, 1, 0, 0, 0, 0)
        cairo_mask(drawing.context, gradient)
        cairo_pattern_destroy(gradient)
    }
}

struct PictureDrawing {
    let context: OpaquePointer?
    let width: Int32
    let height: Int32
}

private func callDrawing(
    _: UnsafeMutablePointer<GtkDrawingArea>?, _ context: OpaquePointer?, _ width: Int32, _ height: Int32,
    _ data: UnsafeMutableRawPointer?
) {
    Handler<PictureDrawing, Void>.call(data, PictureDrawing(context: context, width: width, height: height), or: ())
}
