internal import CAdwaita

/// A button with a menu.
package final class MenuButton: Widget {
    /// Creates the button of the main menu, which F10 opens as well.
    ///
    /// - Parameters:
    ///   - icon: The name of the icon.
    ///   - name: Its name, for the tooltip and for assistive technology.
    ///   - items: The items of the menu, each with its action.
    package init(icon: String, name: String, _ items: [(title: String, action: @MainLoop () -> Void)]) {
        super.init(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(cast(), icon)
        setTooltip(name)
        setAccessibleName(name)
        // The button inside gets the focus.
        if let button = gtk_widget_get_first_child(pointer) { typecase_set_accessible_label(button, name) }
        guard let menu = g_menu_new(), let actions = g_simple_action_group_new() else { return }
        for (index, item) in items.enumerated() {
            let id = "item-\(index)"
            guard let action = g_simple_action_new(id, nil) else { continue }
            Signal.connect(UnsafeMutableRawPointer(action), "activate", item.action)
            g_action_map_add_action(OpaquePointer(actions), action)
            g_object_unref(UnsafeMutableRawPointer(action))
            g_menu_append(menu, item.title, "menu.\(id)")
        }
        gtk_widget_insert_action_group(pointer, "menu", OpaquePointer(actions))
        g_object_unref(UnsafeMutableRawPointer(actions))
        let raw = UnsafeMutableRawPointer(menu)
        gtk_menu_button_set_menu_model(cast(), raw.assumingMemoryBound(to: GMenuModel.self))
        g_object_unref(raw)
        gtk_menu_button_set_primary(cast(), 1)
    }
}

/// A window that lists the keyboard shortcuts of another window.
package enum ShortcutsWindow {
    /// Shows the window.
    ///
    /// - Parameters:
    ///   - parent: The window that has the shortcuts.
    ///   - title: The title above them.
    ///   - shortcuts: The keys, as GTK writes them, and what they do.
    @MainLoop
    package static func present(
        on parent: Window, title: String, _ shortcuts: [(keys: String, title: String)]
    ) {
        let rows = shortcuts.map { shortcut in
            """
            <child><object class="GtkShortcutsShortcut">
            <property name="accelerator">\(Markup.escaped(shortcut.keys))</property>
            <property name="title">\(Markup.escaped(shortcut.title))</property>
            </object></child>
            """
        }
        // Before version 4.14, GTK offers no other way to fill it.
        let description = """
            <interface><object class="GtkShortcutsWindow" id="window">
            <child><object class="GtkShortcutsSection"><property name="section-name">all</property>
            <child><object class="GtkShortcutsGroup"><property name="title">\(Markup.escaped(title))</property>
            \(rows.joined())
            </object></child></object></child></object></interface>
            """
        guard let builder = gtk_builder_new_from_string(description, -1) else { return }
        if let window = gtk_builder_get_object(builder, "window") {
            let raw = UnsafeMutableRawPointer(window)
            present(Widget(raw.assumingMemoryBound(to: GtkWidget.self)), on: parent)
        }
        g_object_unref(UnsafeMutableRawPointer(builder))
    }

    /// Shows a window as a modal dialog of another window.
    @MainLoop
    fileprivate static func present(_ dialog: Widget, on parent: Window) {
        gtk_window_set_transient_for(dialog.cast(), parent.cast())
        gtk_window_set_modal(dialog.cast(), 1)
        gtk_window_set_destroy_with_parent(dialog.cast(), 1)
        gtk_window_present(dialog.cast())
    }
}

/// A window that tells what a program is, and who made it.
package enum AboutWindow {
    /// Shows the window.
    ///
    /// - Parameters:
    ///   - parent: The window that it belongs to.
    ///   - name: The name of the program.
    ///   - icon: The name of its icon.
    ///   - version: Its version.
    ///   - developer: Who made it.
    ///   - website: The address of its page.
    @MainLoop
    package static func present(
        on parent: Window, name: String, icon: String, version: String, developer: String, website: String
    ) {
        let dialog = Widget(adw_about_window_new())
        let about: OpaquePointer = dialog.cast()
        adw_about_window_set_application_name(about, name)
        adw_about_window_set_application_icon(about, icon)
        adw_about_window_set_version(about, version)
        adw_about_window_set_developer_name(about, developer)
        adw_about_window_set_website(about, website)
        adw_about_window_set_license_type(about, GTK_LICENSE_APACHE_2_0)
        ShortcutsWindow.present(dialog, on: parent)
    }
}
