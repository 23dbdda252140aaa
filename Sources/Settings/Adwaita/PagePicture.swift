internal import CAdwaita

/// A picture of a whole page, ready to be drawn.
package final class PageTexture: Sendable {
    // Textures never change, and GDK makes and frees them on any thread.
    nonisolated(unsafe) fileprivate let texture: OpaquePointer

    /// Reads a picture, off the thread of the window: that takes longer than a frame.
    ///
    /// - Parameter bytes: A PNG file; `nil` is returned where it is none.
    package init?(_ bytes: [UInt8]) {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        guard let texture = gdk_texture_new_from_bytes(data, nil) else { return nil }
        self.texture = texture
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }
}

/// Shows a picture of a whole page in its own colours, as wide as there is room.
package final class PagePicture: Widget {
    package init() {
        super.init(gtk_picture_new())
        gtk_picture_set_can_shrink(cast(), 1)
        aligned(vertically: .start)
    }

    /// Shows a picture, or nothing.
    package func show(_ picture: PageTexture?) {
        gtk_picture_set_paintable(cast(), picture?.texture)
        // It may be less wide than the picture, and is scrolled rather than made smaller where it is less high.
        setSize(height: picture.map { Int(gdk_texture_get_height($0.texture)) / max(scale, 1) } ?? -1)
    }

    /// What assistive technology calls the picture.
    package override func setAccessibleName(_ name: String) {
        super.setAccessibleName(name)
        gtk_picture_set_alternative_text(cast(), name)
    }
}
