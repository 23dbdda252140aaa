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

/// Shows toasts over a widget, one at a time.
package final class ToastOverlay: Widget {
    /// A toast that has not been shown yet.
    private struct Message {
        let text: String
        let button: String?
        let action: @MainLoop () -> Void
    }

    /// The minimum time that a toast is shown, in microseconds.
    ///
    /// libadwaita 1.2 crashes if a toast is dismissed while it appears, which takes half a second.
    private static let minimumTime: Int64 = 1_000_000

    private var waiting: [Message] = []
    private var shown: (toast: OpaquePointer, hasButton: Bool, since: Int64)?
    private var timer: Toolkit.Timer?

    package init(_ child: Widget) {
        super.init(adw_toast_overlay_new())
        adw_toast_overlay_set_child(cast(), child.pointer)
    }

    /// Shows a toast.
    ///
    /// A toast with a button replaces earlier ones with a button, because the user rather needs that of the last change.
    /// Other toasts wait until the earlier ones have disappeared.
    ///
    /// - Parameters:
    ///   - text: The message, without markup.
    ///   - button: The label of its button, if it has one.
    ///   - action: What the button does.
    package func show(_ text: String, button: String? = nil, action: @escaping @MainLoop () -> Void = {}) {
        if button != nil { waiting.removeAll { $0.button != nil } }
        waiting.append(Message(text: text, button: button, action: action))
        showNext()
    }

    private func showNext() {
        timer?.cancel()
        timer = nil
        guard let next = waiting.first else { return }
        guard let shown else {
            waiting.removeFirst()
            return present(next)
        }
        guard shown.hasButton, next.button != nil else { return }
        let rest = shown.since + Self.minimumTime - Int64(g_get_monotonic_time())
        guard rest > 0 else { return adw_toast_dismiss(shown.toast) }
        showNext(in: UInt32(rest / 1000) + 1)
    }

    private func showNext(in milliseconds: UInt32) {
        timer?.cancel()
        timer = Toolkit.after(milliseconds: milliseconds) { [weak self] in self?.showNext() }
    }

    private func present(_ message: Message) {
        let escaped = g_markup_escape_text(message.text, -1)
        defer { g_free(escaped) }
        guard let toast = adw_toast_new(escaped) else { return }
        adw_toast_set_timeout(toast, message.button == nil ? 4 : 8)
        if let button = message.button {
            adw_toast_set_button_label(toast, button)
            Signal.connect(UnsafeMutableRawPointer(toast), "button-clicked", message.action)
        }
        Signal.connect(UnsafeMutableRawPointer(toast), "dismissed") { [weak self] in
            guard let self, shown?.toast == toast else { return }
            shown = nil
            // The overlay removes the toast after this.
            showNext(in: 0)
        }
        shown = (toast: toast, hasButton: message.button != nil, since: Int64(g_get_monotonic_time()))
        adw_toast_overlay_add_toast(cast(), toast)
    }
}
