internal import CAdwaita

/// The toolkit as a whole.
package enum Toolkit {
    /// The user's cache directory.
    package static var cacheDirectory: String { String(cString: g_get_user_cache_dir()) }

    /// Opens the display.
    ///
    /// - Parameters:
    ///   - id: The id of the application, which is the name of its desktop entry.
    ///   - name: Its name for people.
    /// - Returns: Whether there is a display.
    @MainLoop
    package static func start(id: String, name: String) -> Bool {
        g_set_prgname(id)
        g_set_application_name(name)
        guard gtk_init_check() != 0 else { return false }
        adw_init()
        gtk_window_set_default_icon_name(id)
        return true
    }

    /// Scales all texts.
    ///
    /// - Parameter scale: The factor, which replaces that of the desktop; `nil` to follow the desktop.
    @MainLoop
    package static func setTextScale(_ scale: Double?) {
        guard let settings = gtk_settings_get_default() else { return }
        guard let scale else { return gtk_settings_reset_property(settings, textResolution) }
        var value = GValue()
        g_value_init(&value, g_type_from_name("gint"))
        // The unit is 1/1,024 dot per inch; 96 dots per inch are the default.
        g_value_set_int(&value, gint((96 * 1024 * scale).rounded()))
        g_object_set_property(
            UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), textResolution, &value)
        g_value_unset(&value)
    }

    private static let textResolution = "gtk-xft-dpi"

    /// Adds rules to the style sheet.
    @MainLoop
    package static func addStyle(_ css: String) {
        let provider = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, css, -1)
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Sets the dark or the light style, regardless of the desktop.
    @MainLoop
    package static func setDark(_ isDark: Bool) {
        adw_style_manager_set_color_scheme(
            adw_style_manager_get_default(), isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT)
    }

    /// Calls a closure once after a time, unless it is cancelled before.
    @MainLoop
    package static func after(milliseconds: UInt32, _ body: @escaping @MainLoop () -> Void) -> Timer {
        Timer(milliseconds, body)
    }

    /// A scheduled call.
    @MainLoop
    package final class Timer {
        private var source: UInt32 = 0

        fileprivate init(_ milliseconds: UInt32, _ body: @escaping @MainLoop () -> Void) {
            let handler = Handler<Void, Void> { [weak self] _ in
                self?.source = 0
                body()
            }
            source = g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, callTimer, handler.retained, releaseData)
        }

        package func cancel() {
            if source != 0 { g_source_remove(source) }
            source = 0
        }
    }
}

private func callTimer(_ data: UnsafeMutableRawPointer?) -> gboolean {
    Handler<Void, Void>.call(data, (), or: ())
    return 0
}

/// An installed application, by its desktop entry.
@MainLoop
package final class Application {
    private let info: OpaquePointer

    /// Looks up an application.
    ///
    /// - Parameter id: Its id, without `.desktop`.
    package init?(id: String) {
        guard !id.isEmpty, !id.contains("/"), let info = g_desktop_app_info_new(id + ".desktop") else { return nil }
        self.info = info
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(info)) }

    /// Its name, in the language of the user.
    package var name: String { g_app_info_get_display_name(info).map { String(cString: $0) } ?? "" }

    var icon: OpaquePointer? { g_app_info_get_icon(info) }
}
