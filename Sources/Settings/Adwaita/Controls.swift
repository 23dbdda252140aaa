internal import CAdwaita

/// Text that is not edited.
package final class Label: Widget {
    package init(_ text: String, wraps: Bool = false) {
        super.init(gtk_label_new(text))
        if wraps {
            gtk_label_set_wrap(cast(), 1)
            gtk_label_set_wrap_mode(cast(), PANGO_WRAP_WORD_CHAR)
            gtk_label_set_natural_wrap_mode(cast(), GTK_NATURAL_WRAP_WORD)
        } else {
            gtk_label_set_ellipsize(cast(), PANGO_ELLIPSIZE_END)
        }
        gtk_label_set_xalign(cast(), 0)
    }

    package var text: String {
        get { String(cString: gtk_label_get_text(cast())) }
        set { gtk_label_set_text(cast(), newValue) }
    }

    package func centered() -> Self {
        gtk_label_set_xalign(cast(), 0.5)
        gtk_label_set_justify(cast(), GTK_JUSTIFY_CENTER)
        return self
    }

    package func selectable() -> Self {
        gtk_label_set_selectable(cast(), 1)
        return self
    }
}

/// A button with a text or an icon.
package final class Button: Widget {
    package init(_ label: String, _ action: @escaping @MainLoop () -> Void) {
        super.init(gtk_button_new_with_label(label))
        on("clicked", action)
    }

    /// Creates a button with only an icon.
    ///
    /// - Parameters:
    ///   - icon: The name of the icon.
    ///   - name: Its name, for the tooltip and for assistive technology.
    ///   - action: The action.
    package init(icon: String, name: String, _ action: @escaping @MainLoop () -> Void) {
        super.init(gtk_button_new_from_icon_name(icon))
        setTooltip(name)
        setAccessibleName(name)
        on("clicked", action)
    }
}

/// An icon.
package final class Icon: Widget {
    package init(named name: String, size: Int = 16) {
        super.init(gtk_image_new_from_icon_name(name))
        gtk_image_set_pixel_size(cast(), Int32(size))
    }

    /// Creates the icon of an application, or a general icon if it has none.
    package init(of application: Application?, or name: String, size: Int) {
        super.init(gtk_image_new_from_icon_name(name))
        if let icon = application?.icon { gtk_image_set_from_gicon(cast(), icon) }
        gtk_image_set_pixel_size(cast(), Int32(size))
    }
}

// A widget lives as long as the window shows it, which is longer than its wrapper here. Therefore closures of signals
// keep pointers to it, which are valid as long as it emits signals.

/// Records whether changes of a control are made by the user.
@MainLoop
private final class Telling {
    var isOn = true
}

/// A switch.
package final class Switch: Widget {
    private let telling = Telling()

    /// Creates a switch.
    ///
    /// - Parameters:
    ///   - isOn: Its initial state.
    ///   - change: Called with the new state if the user changes it, and not if the program does.
    package init(_ isOn: Bool, _ change: @escaping @MainLoop (Bool) -> Void) {
        super.init(gtk_switch_new())
        gtk_switch_set_active(cast(), isOn ? 1 : 0)
        aligned(vertically: .center)
        // GTK 4.8 does not handle these keys here, and the row of a list view would handle them first.
        if let keys = gtk_shortcut_controller_new() {
            let action = g_object_ref(UnsafeMutableRawPointer(gtk_activate_action_get()))
            gtk_shortcut_controller_add_shortcut(
                OpaquePointer(UnsafeMutableRawPointer(keys)),
                gtk_shortcut_new(
                    gtk_shortcut_trigger_parse_string("space|KP_Space|Return|KP_Enter|ISO_Enter"),
                    action.map { OpaquePointer($0) }))
            gtk_widget_add_controller(pointer, keys)
        }
        let control: OpaquePointer = cast()
        on("notify::active") { [telling] in
            if telling.isOn { change(gtk_switch_get_active(control) != 0) }
        }
    }

    package func set(_ isOn: Bool) {
        telling.isOn = false
        gtk_switch_set_active(cast(), isOn ? 1 : 0)
        telling.isOn = true
    }
}

/// A check box.
package final class CheckButton: Widget {
    private let telling = Telling()

    package init(_ isOn: Bool, name: String, _ change: @escaping @MainLoop (Bool) -> Void) {
        super.init(gtk_check_button_new())
        gtk_check_button_set_active(cast(), isOn ? 1 : 0)
        aligned(vertically: .center)
        setAccessibleName(name)
        let button: UnsafeMutablePointer<GtkCheckButton> = cast()
        on("toggled") { [telling] in
            if telling.isOn { change(gtk_check_button_get_active(button) != 0) }
        }
    }

    /// Sets the state without a call of the handler.
    package func set(_ isOn: Bool) {
        telling.isOn = false
        gtk_check_button_set_active(cast(), isOn ? 1 : 0)
        telling.isOn = true
    }

    /// Shows a widget beside the box; a click on it counts as a click on the box.
    package func setChild(_ widget: Widget) { gtk_check_button_set_child(cast(), widget.pointer) }

    /// Groups it with another one, so that exactly one of them is selected.
    package func excludes(_ other: CheckButton) { gtk_check_button_set_group(cast(), other.cast()) }

    /// Acts like a click on it.
    package func toggle() {
        gtk_check_button_set_active(cast(), gtk_check_button_get_active(cast()) == 0 ? 1 : 0)
    }
}

/// A button that stays down until it is pressed again.
package final class ToggleButton: Widget {
    package init(icon: String, name: String) {
        super.init(gtk_toggle_button_new())
        gtk_button_set_icon_name(cast(), icon)
        gtk_widget_set_tooltip_text(pointer, name)
        aligned(vertically: .center)
        setAccessibleName(name)
    }

    package func onChange(_ body: @escaping @MainLoop (Bool) -> Void) {
        let button: UnsafeMutablePointer<GtkToggleButton> = cast()
        on("toggled") { body(gtk_toggle_button_get_active(button) != 0) }
    }
}

/// A search field.
package final class SearchEntry: Widget {
    package init(name: String) {
        super.init(gtk_search_entry_new())
        g_object_set_property_text("placeholder-text", name)
        setAccessibleName(name)
    }

    private func g_object_set_property_text(_ property: String, _ text: String) {
        var value = GValue()
        g_value_init(&value, GType(16 << 2))
        g_value_set_string(&value, text)
        g_object_set_property(cast(), property, &value)
        g_value_unset(&value)
    }

    package var text: String { String(cString: gtk_editable_get_text(cast())) }

    /// Calls a closure with each change while people type.
    package func onChange(_ body: @escaping @MainLoop (String) -> Void) {
        let entry: OpaquePointer = cast()
        on("changed") { body(String(cString: gtk_editable_get_text(entry))) }
    }
}

/// A field for a line of text.
package final class Entry: Widget {
    package init(_ text: String, name: String) {
        super.init(gtk_entry_new())
        gtk_editable_set_text(cast(), text)
        setAccessibleName(name)
    }

    package var text: String {
        get { String(cString: gtk_editable_get_text(cast())) }
        set { gtk_editable_set_text(cast(), newValue) }
    }

    /// Sets the placeholder of the empty field.
    package func setPlaceholder(_ text: String) { gtk_entry_set_placeholder_text(cast(), text) }

    package func onChange(_ body: @escaping @MainLoop (String) -> Void) {
        let entry: OpaquePointer = cast()
        on("changed") { body(String(cString: gtk_editable_get_text(entry))) }
    }
}

/// A choice of one of a few texts.
package final class DropDown: Widget {
    private let model: OpaquePointer
    private let telling = Telling()
    private var count: Int

    package init(_ choices: [String], name: String, selected: Int = 0) {
        model = gtk_string_list_new(nil)
        count = 0
        super.init(gtk_drop_down_new(model, nil))
        set(choices, selected: selected)
        // The button inside gets the focus, and has no name of its own before GTK 4.10.
        if let button = gtk_widget_get_first_child(pointer) { typecase_set_accessible_label(button, name) }
        aligned(vertically: .center)
        setAccessibleName(name)
    }

    /// Sets other texts without a call of the handler.
    package func set(_ choices: [String], selected: Int) {
        telling.isOn = false
        defer { telling.isOn = true }
        var strings = choices.map { UnsafePointer<CChar>(g_strdup($0)) }
        strings.append(nil)
        gtk_string_list_splice(model, 0, UInt32(count), strings)
        for text in strings { g_free(UnsafeMutableRawPointer(mutating: text)) }
        count = choices.count
        gtk_drop_down_set_selected(cast(), UInt32(selected))
    }

    /// Selects a text without a call of the handler.
    package func select(_ index: Int) {
        telling.isOn = false
        gtk_drop_down_set_selected(cast(), UInt32(index))
        telling.isOn = true
    }

    /// Lets people find one of many choices by typing.
    ///
    /// - Parameter name: The name of the field for assistive technology.
    package func allowSearch(name: String) {
        let text = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        gtk_drop_down_set_expression(cast(), text)
        gtk_drop_down_set_enable_search(cast(), 1)
        gtk_expression_unref(text)
        // GTK creates the field without a name.
        if let field = Self.searchField(in: pointer) { typecase_set_accessible_label(field, name) }
    }

    private static func searchField(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            if g_type_check_instance_is_a(
                UnsafeMutableRawPointer(next).assumingMemoryBound(to: GTypeInstance.self),
                gtk_search_entry_get_type()) != 0
            {
                return next
            }
            if let field = searchField(in: next) { return field }
            child = gtk_widget_get_next_sibling(next)
        }
        return nil
    }

    /// Calls a closure with the index of the choice when the user changes it.
    package func onChange(_ body: @escaping @MainLoop (Int) -> Void) {
        let list: OpaquePointer = cast()
        on("notify::selected") { [telling] in
            if telling.isOn { body(Int(gtk_drop_down_get_selected(list))) }
        }
    }
}

/// A slider.
package final class Slider: Widget {
    private let telling = Telling()

    /// Creates a slider.
    ///
    /// - Parameters:
    ///   - range: Its minimum and its maximum.
    ///   - step: The step of a key.
    ///   - value: The initial value.
    ///   - name: Its name, for assistive technology.
    package init(_ range: ClosedRange<Double>, step: Double, value: Double, name: String) {
        super.init(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
        gtk_range_set_value(cast(), value)
        setAccessibleName(name)
        expanding()
    }

    /// Calls a closure with the value that the user sets, and not with one that the program sets.
    package func onChange(_ body: @escaping @MainLoop (Double) -> Void) {
        let range: UnsafeMutablePointer<GtkRange> = cast()
        on("value-changed") { [telling] in
            if telling.isOn { body(gtk_range_get_value(range)) }
        }
    }

    package var value: Double { gtk_range_get_value(cast()) }

    package func set(_ value: Double) {
        telling.isOn = false
        gtk_range_set_value(cast(), value)
        telling.isOn = true
    }

    package func addMark(at value: Double, _ text: String? = nil) {
        gtk_scale_add_mark(cast(), value, GTK_POS_BOTTOM, text)
    }

    package func setValueText(_ text: String) { typecase_set_value_text(pointer, text) }

    /// Moves in whole steps, and shows no number.
    package func showsValue(_ isShown: Bool, digits: Int = 0) {
        gtk_scale_set_draw_value(cast(), isShown ? 1 : 0)
        gtk_scale_set_value_pos(cast(), GTK_POS_RIGHT)
        gtk_scale_set_digits(cast(), Int32(digits))
        if digits == 0 { gtk_range_set_round_digits(cast(), 0) }
    }
}

/// A spinner.
package final class Spinner: Widget {
    package init() {
        super.init(gtk_spinner_new())
        // For an invisible spinner, GTK 4.8 would redraw the whole window with each frame of the screen.
        let spinner: UnsafeMutablePointer<GtkWidget> = pointer
        on("map") { gtk_spinner_start(OpaquePointer(spinner)) }
        on("unmap") { gtk_spinner_stop(OpaquePointer(spinner)) }
    }
}

/// A progress bar.
package final class ProgressBar: Widget {
    package init() { super.init(gtk_progress_bar_new()) }

    package var fraction: Double {
        get { gtk_progress_bar_get_fraction(cast()) }
        set { gtk_progress_bar_set_fraction(cast(), newValue) }
    }
}
