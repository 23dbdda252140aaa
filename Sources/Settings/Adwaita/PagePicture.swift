internal import CAdwaita

/// A picture of a whole page, ready to be drawn.
package final class PageTexture: Sendable {
    // Textures are immutable, and GDK can create and free them on any thread.
    nonisolated(unsafe) fileprivate let texture: OpaquePointer

    /// Reads a picture outside the main thread, because it takes longer than a frame.
    ///
    /// - Parameter bytes: A PNG file; for anything else, the result is `nil`.
    package init?(_ bytes: [UInt8]) {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        guard let texture = gdk_texture_new_from_bytes(data, nil) else { return nil }
        self.texture = texture
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }
}

/// Shows a picture of a whole page in its own colours, as wide as possible.
package final class PagePicture: Widget {
    package init() {
        super.init(gtk_picture_new())
        gtk_picture_set_can_shrink(cast(), 1)
        aligned(vertically: .start)
    }

    /// Shows a picture, or nothing.
    package func show(_ picture: PageTexture?) {
        gtk_picture_set_paintable(cast(), picture?.texture)
        // If it is narrower than the picture, the picture is scaled down; if it is lower, it scrolls.
        setSize(height: picture.map { Int(gdk_texture_get_height($0.texture)) / max(scale, 1) } ?? -1)
    }

    /// The name of the picture for assistive technology.
    package override func setAccessibleName(_ name: String) {
        super.setAccessibleName(name)
        gtk_picture_set_alternative_text(cast(), name)
    }
}
