internal import CAdwaita

/// A window.
package final class Window: Widget {
    package init(title: String, width: Int, height: Int, _ content: Widget) {
        super.init(adw_window_new())
        gtk_window_set_title(cast(), title)
        gtk_window_set_default_size(cast(), Int32(width), height > 0 ? Int32(height) : -1)
        setSize(width: 360, height: height > 0 ? 294 : -1)
        adw_window_set_content(cast(), content.pointer)
    }

    package func present() { gtk_window_present(cast()) }

    package func close() { gtk_window_destroy(cast()) }

    /// Closes the window as its close button does.
    package func requestClose() { gtk_window_close(cast()) }

    /// Shows the window as a modal dialog of another window.
    package func belong(to parent: Window) {
        gtk_window_set_transient_for(cast(), parent.cast())
        gtk_window_set_modal(cast(), 1)
        gtk_window_set_destroy_with_parent(cast(), 1)
    }

    /// Sets the activation token, with which the window may come to the front.
    package func setActivationToken(_ token: String) { gtk_window_set_startup_id(cast(), token) }

    /// Makes the window a child of a window of another program, by its Wayland handle.
    package func setExportedParent(_ handle: String) {
        gtk_widget_realize(pointer)
        typecase_set_exported_parent(cast(), handle)
    }

    /// Makes the window a child of a window of another program, by its X11 number.
    package func setX11Parent(_ identifier: UInt) {
        gtk_widget_realize(pointer)
        typecase_set_x11_parent(cast(), identifier)
    }

    /// Calls a closure when the window gets or loses the keyboard focus.
    package func onActive(_ body: @escaping @MainLoop () -> Void) { on("notify::is-active", body) }

    /// Calls a closure when the user closes the window, which is then destroyed.
    package func onClose(_ body: @escaping @MainLoop () -> Void) {
        onCloseRequest {
            body()
            return true
        }
    }

    /// Calls a closure when the user closes the window.
    ///
    /// - Parameter body: Returns whether the window closes.
    package func onCloseRequest(_ body: @escaping @MainLoop () -> Bool) {
        Signal.connectAnswering(raw, "close-request") { !body() }
    }

    /// Calls a closure when keys are pressed together, such as `<Control>w`, regardless of the focus.
    package func addShortcut(_ trigger: String, _ body: @escaping @MainLoop () -> Void) {
        guard let controller = gtk_shortcut_controller_new() else { return }
        let shortcuts = OpaquePointer(UnsafeMutableRawPointer(controller))
        gtk_shortcut_controller_set_scope(shortcuts, GTK_SHORTCUT_SCOPE_GLOBAL)
        let handler = Handler<Void, Void> { _ in body() }
        let action = gtk_callback_action_new(callShortcut, handler.retained, releaseData)
        gtk_shortcut_controller_add_shortcut(
            shortcuts, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(trigger), action))
        gtk_widget_add_controller(pointer, controller)
    }
}

private func callShortcut(
    _: UnsafeMutablePointer<GtkWidget>?, _: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> gboolean {
    Handler<Void, Void>.call(data, (), or: ())
    return 1
}

/// The header bar of a window or a page.
package final class HeaderBar: Widget {
    package init(title: String, subtitle: String = "") {
        super.init(adw_header_bar_new())
        setTitle(Widget(adw_window_title_new(title, subtitle)))
    }

    package func setTitle(_ widget: Widget) { adw_header_bar_set_title_widget(cast(), widget.pointer) }

    package func setTitle(title: String, subtitle: String = "") {
        setTitle(Widget(adw_window_title_new(title, subtitle)))
    }

    package func addStart(_ widget: Widget) { adw_header_bar_pack_start(cast(), widget.pointer) }

    package func addEnd(_ widget: Widget) { adw_header_bar_pack_end(cast(), widget.pointer) }

    /// Removes all window buttons except the close button.
    package func onlyCloses() -> HeaderBar {
        adw_header_bar_set_decoration_layout(cast(), ":close")
        return self
    }

    /// Sets whether the window buttons are shown on each side.
    package func showsButtons(start: Bool, end: Bool) {
        adw_header_bar_set_show_start_title_buttons(cast(), start ? 1 : 0)
        adw_header_bar_set_show_end_title_buttons(cast(), end ? 1 : 0)
    }
}

/// Lets the user choose files.
package enum FileChooser {
    /// Shows the dialog.
    ///
    /// - Parameters:
    ///   - window: The window that it belongs to.
    ///   - title: The title of the dialog.
    ///   - accept: The label of the button.
    ///   - chosen: Called with the paths, unless the user chose none.
    @MainLoop
    package static func open(
        on window: Window, title: String, accept: String, _ chosen: @escaping @MainLoop ([String]) -> Void
    ) {
        guard
            let chooser = gtk_file_chooser_native_new(title, window.cast(), GTK_FILE_CHOOSER_ACTION_OPEN, accept, nil)
        else { return }
        let raw = UnsafeMutableRawPointer(chooser)
        gtk_file_chooser_set_select_multiple(OpaquePointer(raw), 1)
        gtk_native_dialog_set_modal(raw.assumingMemoryBound(to: GtkNativeDialog.self), 1)
        Signal.connectNumber(raw, "response") { response in
            if response == GTK_RESPONSE_ACCEPT.rawValue, let model = gtk_file_chooser_get_files(OpaquePointer(raw)) {
                var found: [String] = []
                for index in 0..<g_list_model_get_n_items(model) {
                    guard let file = g_list_model_get_item(model, index) else { continue }
                    if let path = g_file_get_path(OpaquePointer(file)) {
                        found.append(String(cString: path))
                        g_free(path)
                    }
                    g_object_unref(file)
                }
                g_object_unref(UnsafeMutableRawPointer(model))
                if !found.isEmpty { chosen(found) }
            }
            g_object_unref(raw)
        }
        gtk_native_dialog_show(raw.assumingMemoryBound(to: GtkNativeDialog.self))
    }

    /// The paths of a list of files; files that are not on local file systems have none.
    static func paths(_ list: UnsafeMutablePointer<GSList>) -> [String] {
        var paths: [String] = []
        var next: UnsafeMutablePointer<GSList>? = list
        while let element = next {
            if let file = element.pointee.data, let path = g_file_get_path(OpaquePointer(file)) {
                paths.append(String(cString: path))
                g_free(path)
            }
            next = element.pointee.next
        }
        return paths
    }
}
