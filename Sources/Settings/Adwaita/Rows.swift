internal import CAdwaita

/// A page of groups of rows.
package final class PreferencesPage: Widget {
    private var groups: [PreferencesGroup] = []

    package init(_ groups: [PreferencesGroup] = []) {
        super.init(adw_preferences_page_new())
        expanding(vertically: true)
        set(groups)
    }

    package func set(_ groups: [PreferencesGroup]) {
        rebuild {
            for group in self.groups { adw_preferences_page_remove(cast(), group.cast()) }
            for group in groups { adw_preferences_page_add(cast(), group.cast()) }
        }
        self.groups = groups
    }
}

/// A group of rows.
package final class PreferencesGroup: Widget {
    private var rows: [Widget] = []

    package init(title: String = "", description: String = "", _ rows: [Widget] = []) {
        super.init(adw_preferences_group_new())
        // Both parse markup.
        adw_preferences_group_set_title(cast(), Markup.escaped(title))
        if !description.isEmpty { adw_preferences_group_set_description(cast(), Markup.escaped(description)) }
        for row in rows { add(row) }
    }

    package func add(_ row: Widget) {
        adw_preferences_group_add(cast(), row.pointer)
        rows.append(row)
    }

    package func removeAll() {
        for row in rows { adw_preferences_group_remove(cast(), row.pointer) }
        rows = []
    }

    package func setHeaderWidget(_ widget: Widget) { adw_preferences_group_set_header_suffix(cast(), widget.pointer) }
}

/// Texts with markup.
enum Markup {
    static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}

/// A row with a title, and with widgets before and after it.
package class ActionRow: Widget {
    package init(title: String, subtitle: String = "") {
        super.init(adw_action_row_new())
        set(title: title, subtitle: subtitle)
    }

    package func set(title: String, subtitle: String) {
        // Names of fonts and programs may contain markup.
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_title(cast(), title)
        adw_action_row_set_subtitle(cast(), subtitle)
        adw_action_row_set_subtitle_lines(cast(), 0)
        adw_action_row_set_title_lines(cast(), 2)
    }

    /// Shows the whole subtitle, which is the content of the row.
    package func makesSubtitleSelectable() { styled("property") }

    package func addPrefix(_ widget: Widget) { adw_action_row_add_prefix(cast(), widget.pointer) }

    package func addSuffix(_ widget: Widget) { adw_action_row_add_suffix(cast(), widget.pointer) }

    /// Makes a click on the row activate a control, which gets the row's name.
    package func controls(_ widget: Widget) {
        addSuffix(widget)
        adw_action_row_set_activatable_widget(cast(), widget.pointer)
        typecase_set_accessible_label(widget.pointer, adw_preferences_row_get_title(cast()))
    }

    /// Calls a closure when the row is activated, and shows an arrow.
    package func onActivate(_ body: @escaping @MainLoop () -> Void) {
        gtk_list_box_row_set_activatable(cast(), 1)
        let arrow = Icon(named: "go-next-symbolic")
        addSuffix(arrow)
        on("activated", body)
    }
}

/// A row that shows more rows when it is expanded.
package final class ExpanderRow: Widget {
    package init(title: String, subtitle: String = "") {
        super.init(adw_expander_row_new())
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_title(cast(), title)
        adw_expander_row_set_subtitle(cast(), subtitle)
        setAccessibleName(title)
    }

    package func add(_ row: Widget) { adw_expander_row_add_row(cast(), row.pointer) }

    package func addPrefix(_ widget: Widget) { adw_expander_row_add_prefix(cast(), widget.pointer) }

    package func addSuffix(_ widget: Widget) { adw_expander_row_add_action(cast(), widget.pointer) }

    /// Calls a closure when the row is expanded or collapsed.
    package func onOpen(_ body: @escaping @MainLoop (Bool) -> Void) {
        let row: UnsafeMutablePointer<AdwExpanderRow> = cast()
        on("notify::expanded") { body(adw_expander_row_get_expanded(row) != 0) }
    }

    package var isOpen: Bool {
        get { adw_expander_row_get_expanded(cast()) != 0 }
        set { adw_expander_row_set_expanded(cast(), newValue ? 1 : 0) }
    }
}

/// A list of a few rows, one of which is selected.
package final class NavigationList: Widget {
    package init(_ rows: [Widget], _ select: @escaping @MainLoop (Int) -> Void) {
        super.init(gtk_list_box_new())
        gtk_list_box_set_selection_mode(cast(), GTK_SELECTION_SINGLE)
        for row in rows { gtk_list_box_append(cast(), row.pointer) }
        Signal.connectPointer(raw, "row-activated") { row in
            guard let row else { return }
            select(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
        }
    }

    package func select(_ index: Int) {
        gtk_list_box_select_row(cast(), gtk_list_box_get_row_at_index(cast(), Int32(index)))
    }
}

/// A row of a ``NavigationList``.
package final class NavigationRow: Widget {
    package init(icon: String, title: String) {
        super.init(gtk_list_box_row_new())
        let box = Box(vertical: false, spacing: 12, [Icon(named: icon), Label(title)])
        box.margins(horizontal: 6, vertical: 10)
        gtk_list_box_row_set_child(cast(), box.pointer)
        setAccessibleName(title)
    }
}

/// A page that explains why there is nothing to show, and what to do.
package final class StatusPage: Widget {
    package init(icon: String, title: String, description: String, _ child: Widget? = nil) {
        super.init(adw_status_page_new())
        adw_status_page_set_icon_name(cast(), icon)
        adw_status_page_set_title(cast(), Markup.escaped(title))
        adw_status_page_set_description(cast(), Markup.escaped(description))
        if let child { adw_status_page_set_child(cast(), child.pointer) }
        expanding(vertically: true)
    }

    package func set(title: String, description: String) {
        adw_status_page_set_title(cast(), Markup.escaped(title))
        adw_status_page_set_description(cast(), Markup.escaped(description))
    }
}

/// A framed list of rows, each of which can contain any widgets.
package final class BoxedList: Widget {
    /// The actions of the rows, in order.
    @MainLoop
    private final class Actions {
        var list: [(@MainLoop () -> Void)?] = []
    }

    private var rows: [Widget] = []
    private let actions = Actions()

    package init() {
        super.init(gtk_list_box_new())
        gtk_list_box_set_selection_mode(cast(), GTK_SELECTION_NONE)
        styled("boxed-list")
        Signal.connectPointer(raw, "row-activated") { [actions] row in
            guard let row else { return }
            let index = Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))
            if actions.list.indices.contains(index) { actions.list[index]?() }
        }
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - content: Its content.
    ///   - name: Its name for assistive technology.
    ///   - activate: The action of a click; `nil` for none.
    package func add(_ content: Widget, name: String, activate: (@MainLoop () -> Void)? = nil) {
        let row = Widget(gtk_list_box_row_new())
        gtk_list_box_row_set_child(row.cast(), content.pointer)
        gtk_list_box_row_set_activatable(row.cast(), activate == nil ? 0 : 1)
        row.setAccessibleName(name)
        gtk_list_box_append(cast(), row.pointer)
        rows.append(row)
        actions.list.append(activate)
    }

    package func removeAll() {
        for row in rows { gtk_list_box_remove(cast(), row.pointer) }
        rows = []
        actions.list = []
    }
}
