internal import CAdwaita

/// A widget, which lives at least as long as this object.
@MainLoop
package class Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    init(_ pointer: UnsafeMutablePointer<GtkWidget>?) {
        guard let pointer else { preconditionFailure("GTK made no widget.") }
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    isolated deinit { g_object_unref(pointer) }

    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// The pointer as an opaque pointer.
    func cast() -> OpaquePointer { OpaquePointer(pointer) }

    /// The pointer as a pointer to another type.
    func cast<Type>() -> UnsafeMutablePointer<Type> { raw.assumingMemoryBound(to: Type.self) }

    /// Calls a closure whenever a signal without a result is emitted.
    package func on(_ signal: String, _ body: @escaping @MainLoop () -> Void) { Signal.connect(raw, signal, body) }

    package var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
    }

    package var isSensitive: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    /// Sets the name of the widget for assistive technology.
    package func setAccessibleName(_ name: String) { typecase_set_accessible_label(pointer, name) }

    package func setTooltip(_ text: String) { gtk_widget_set_tooltip_text(pointer, text) }

    /// Adds classes of the style sheet.
    @discardableResult
    package func styled(_ classes: String...) -> Self {
        for name in classes { gtk_widget_add_css_class(pointer, name) }
        return self
    }

    package func removeStyle(_ name: String) { gtk_widget_remove_css_class(pointer, name) }

    /// Makes the widget take all available room.
    @discardableResult
    package func expanding(horizontally: Bool = true, vertically: Bool = false) -> Self {
        if horizontally { gtk_widget_set_hexpand(pointer, 1) }
        if vertically { gtk_widget_set_vexpand(pointer, 1) }
        return self
    }

    /// Makes the widget take only the width that it needs.
    package func keepsWidth() { gtk_widget_set_hexpand(pointer, 0) }

    /// Sets the alignment of the widget in its room.
    package enum Alignment { case start, center, end, fill }

    @discardableResult
    package func aligned(_ horizontal: Alignment? = nil, vertically vertical: Alignment? = nil) -> Self {
        if let horizontal { gtk_widget_set_halign(pointer, horizontal.value) }
        if let vertical { gtk_widget_set_valign(pointer, vertical.value) }
        return self
    }

    /// Sets the margins in pixels.
    @discardableResult
    package func margins(_ all: Int = 0, horizontal: Int? = nil, vertical: Int? = nil) -> Self {
        gtk_widget_set_margin_start(pointer, Int32(horizontal ?? all))
        gtk_widget_set_margin_end(pointer, Int32(horizontal ?? all))
        gtk_widget_set_margin_top(pointer, Int32(vertical ?? all))
        gtk_widget_set_margin_bottom(pointer, Int32(vertical ?? all))
        return self
    }

    package func setSize(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(pointer, Int32(width), Int32(height))
    }

    package var width: Int { Int(gtk_widget_get_width(pointer)) }

    /// The number of display pixels for a pixel of the toolkit.
    package var scale: Int { Int(gtk_widget_get_scale_factor(pointer)) }

    package func focus() { gtk_widget_grab_focus(pointer) }

    /// Accepts files that people drop on the widget.
    ///
    /// - Parameter body: Called with their paths.
    package func acceptFiles(_ body: @escaping @MainLoop ([String]) -> Void) {
        guard let target = gtk_drop_target_new(typecase_file_list_type(), GDK_ACTION_COPY) else { return }
        let handler = Handler<UnsafePointer<GValue>?, Bool> { value in
            guard let list = value.flatMap({ typecase_dropped_files($0) }) else { return false }
            let paths = FileChooser.paths(list)
            g_slist_free(list)
            body(paths)
            return !paths.isEmpty
        }
        let function: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<GValue>?) -> gboolean = callDrop
        _ = typecase_connect(
            UnsafeMutableRawPointer(target), "drop", genericCallback(function), handler.retained,
            releaseHandler, 1)
        gtk_widget_add_controller(pointer, target)
    }
}

private func callDrop(_ data: UnsafeMutableRawPointer?, _ value: UnsafePointer<GValue>?) -> gboolean {
    Handler<UnsafePointer<GValue>?, Bool>.call(data, value, or: false) ? 1 : 0
}

extension Widget.Alignment {
    var value: GtkAlign {
        switch self {
        case .start: GTK_ALIGN_START
        case .center: GTK_ALIGN_CENTER
        case .end: GTK_ALIGN_END
        case .fill: GTK_ALIGN_FILL
        }
    }
}
