// Later versions deprecate widgets whose replacements Debian 12 does not have.
#define ADW_DISABLE_DEPRECATION_WARNINGS
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <adwaita.h>
#include <dlfcn.h>
#include <libintl.h>
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

// Declared here: the directory of its header is in the flags of gio-unix-2.0 only.
GAppInfo *g_desktop_app_info_new(const char *desktop_id);

// Swift imports neither variadic functions nor macros with arguments.

static inline gulong typecase_connect(
    gpointer object, const char *signal, GCallback callback, gpointer data, GClosureNotify destroy, gboolean swapped
) {
    return g_signal_connect_data(
        object, signal, callback, data, destroy, swapped ? G_CONNECT_SWAPPED : (GConnectFlags)0);
}

static inline void typecase_set_accessible_label(GtkWidget *widget, const char *label) {
    // Later versions of GTK take the text that a button shows for its name, whatever it is given besides.
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static inline void typecase_set_value_text(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static inline GtkWidget *typecase_picture_area(void) {
    return (GtkWidget *)g_object_new(
        GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
}

static inline GType typecase_file_list_type(void) { return GDK_TYPE_FILE_LIST; }

static inline GSList *typecase_dropped_files(const GValue *value) {
    return G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST) ? gdk_file_list_get_files((GdkFileList *)g_value_get_boxed(value)) : NULL;
}

// Wayland knows a window of another program by such a handle.
static inline void typecase_set_exported_parent(GtkWindow *window, const char *handle) {
#ifdef GDK_WINDOWING_WAYLAND
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (surface && GDK_IS_WAYLAND_TOPLEVEL(surface))
        gdk_wayland_toplevel_set_transient_for_exported(GDK_WAYLAND_TOPLEVEL(surface), handle);
#endif
}

#ifdef GDK_WINDOWING_X11
// Declared here: the headers of X11 have macros such as Bool, which is a type of Swift.
GType gdk_x11_surface_get_type(void);
unsigned long gdk_x11_surface_get_xid(GdkSurface *surface);
struct _XDisplay *gdk_x11_display_get_xdisplay(GdkDisplay *display);
#endif

// X11 knows it by a number, which nothing of GTK takes.
static inline void typecase_set_x11_parent(GtkWindow *window, unsigned long parent) {
#ifdef GDK_WINDOWING_X11
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (!surface || !g_type_check_instance_is_a((GTypeInstance *)surface, gdk_x11_surface_get_type())) return;
    // Of the library that GTK shows its windows with.
    int (*set)(struct _XDisplay *, unsigned long, unsigned long) =
        (int (*)(struct _XDisplay *, unsigned long, unsigned long))dlsym(NULL, "XSetTransientForHint");
    if (set) set(gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface)), gdk_x11_surface_get_xid(surface), parent);
#endif
}
