internal import CAdwaita

/// Widgets beside each other or one below the other.
package final class Box: Widget {
    package init(vertical: Bool, spacing: Int = 0, _ children: [Widget] = []) {
        super.init(gtk_box_new(vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, Int32(spacing)))
        for child in children { append(child) }
    }

    package func append(_ child: Widget) { gtk_box_append(cast(), child.pointer) }

    package func remove(_ child: Widget) { gtk_box_remove(cast(), child.pointer) }

    /// Gives all children the same size.
    package func sharesEvenly() { gtk_box_set_homogeneous(cast(), 1) }
}

/// Shows a part of a widget, and lets people scroll.
package final class ScrolledWindow: Widget {
    package init(_ child: Widget, scrollsHorizontally: Bool = false) {
        super.init(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(
            cast(), scrollsHorizontally ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(cast(), child.pointer)
        expanding(vertically: true)
    }

    /// Takes the height of its content, up to a limit.
    package func growing(to height: Int) -> Self {
        gtk_widget_set_vexpand(pointer, 0)
        gtk_scrolled_window_set_propagate_natural_height(cast(), 1)
        gtk_scrolled_window_set_max_content_height(cast(), Int32(height))
        return self
    }
}

/// Limits the width of a widget to one that is good for reading.
package final class Clamp: Widget {
    package init(_ child: Widget, width: Int = 640) {
        super.init(adw_clamp_new())
        adw_clamp_set_maximum_size(cast(), Int32(width))
        adw_clamp_set_child(cast(), child.pointer)
    }
}

/// Limits the width of a list to one that is good for reading, and tells it which rows are visible.
package final class ClampScrollable: Widget {
    package init(_ list: ListView, width: Int) {
        super.init(adw_clamp_scrollable_new())
        adw_clamp_scrollable_set_maximum_size(cast(), Int32(width))
        adw_clamp_scrollable_set_child(cast(), list.pointer)
    }
}

/// Shows one of several widgets.
package final class Stack: Widget {
    package init() {
        super.init(gtk_stack_new())
        gtk_stack_set_transition_type(cast(), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    }

    package func add(_ child: Widget, name: String) { gtk_stack_add_named(cast(), child.pointer, name) }

    package func show(_ name: String) { gtk_stack_set_visible_child_name(cast(), name) }

    package var shown: String { gtk_stack_get_visible_child_name(cast()).map { String(cString: $0) } ?? "" }
}

/// Two panes beside each other if there is room, otherwise one at a time; or a stack of subpages.
package final class Leaflet: Widget {
    /// Creates one without children.
    ///
    /// - Parameter showsAll: Whether it shows all children if there is room.
    package init(showsAll: Bool) {
        super.init(adw_leaflet_new())
        adw_leaflet_set_can_unfold(cast(), showsAll ? 1 : 0)
        adw_leaflet_set_can_navigate_back(cast(), 1)
    }

    package func append(_ child: Widget) { _ = adw_leaflet_append(cast(), child.pointer) }

    package func remove(_ child: Widget) { adw_leaflet_remove(cast(), child.pointer) }

    package func show(_ child: Widget) { adw_leaflet_set_visible_child(cast(), child.pointer) }

    package func shows(_ child: Widget) -> Bool { adw_leaflet_get_visible_child(cast()) == child.pointer }

    /// Whether there is room for only one child.
    package var isFolded: Bool { adw_leaflet_get_folded(cast()) != 0 }

    package var isMoving: Bool { adw_leaflet_get_child_transition_running(cast()) != 0 }

    package func onFold(_ body: @escaping @MainLoop () -> Void) { on("notify::folded", body) }

    package func onMoved(_ body: @escaping @MainLoop () -> Void) { on("notify::child-transition-running", body) }

    /// Adds a child that navigation skips, such as a separator.
    package func appendSeparator() {
        let line = Widget(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        let page = adw_leaflet_append(cast(), line.pointer)
        adw_leaflet_page_set_navigatable(page, 0)
    }
}

/// Shows toasts over a widget.
package final class ToastOverlay: Widget {
    /// The toast with a button that has not disappeared yet.
    @MainLoop
    private final class Current {
        var toast: OpaquePointer?
    }

    private let current = Current()

    package init(_ child: Widget) {
        super.init(adw_toast_overlay_new())
        adw_toast_overlay_set_child(cast(), child.pointer)
    }

    /// Shows a toast.
    ///
    /// A toast with a button replaces an earlier one with a button, behind which it would otherwise wait.
    ///
    /// - Parameters:
    ///   - text: The message, without markup.
    ///   - button: The label of its button, if it has one.
    ///   - action: What the button does.
    package func show(_ text: String, button: String? = nil, action: @escaping @MainLoop () -> Void = {}) {
        let escaped = g_markup_escape_text(text, -1)
        defer { g_free(escaped) }
        guard let toast = adw_toast_new(escaped) else { return }
        adw_toast_set_timeout(toast, button == nil ? 4 : 8)
        if let button {
            adw_toast_set_button_label(toast, button)
            Signal.connect(UnsafeMutableRawPointer(toast), "button-clicked", action)
            if let earlier = current.toast { adw_toast_dismiss(earlier) }
            current.toast = toast
            // The overlay may be destroyed, and its toasts with it.
            g_object_ref(UnsafeMutableRawPointer(toast))
            Signal.connect(UnsafeMutableRawPointer(toast), "dismissed") { [current] in
                if current.toast == toast { current.toast = nil }
                g_object_unref(UnsafeMutableRawPointer(toast))
            }
        }
        adw_toast_overlay_add_toast(cast(), toast)
    }
}
