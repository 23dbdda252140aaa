/* Fonts of its own for an application of GTK 4 in C: shows a window whose UI file and style sheet name them.
 *
 *     own-fonts DIRECTORY [--application ID] [FONT...]
 *
 * DIRECTORY has window.ui and style.css. ID is that of an application whose manifest names launch fonts, and each FONT a
 * file that is registered for this process. Compile it with:
 *     cc -o own-fonts own-fonts.c $(pkg-config --cflags --libs gtk4 typecase-client)
 */
#include <gtk/gtk.h>
#include <typecase-client.h>

static void quit(GtkWindow *window, GMainLoop *loop)
{
    (void)window;
    g_main_loop_quit(loop);
}

int main(int count, char **arguments)
{
    g_autofree char *application = NULL;
    const GOptionEntry options[] = {
        {"application", 0, 0, G_OPTION_ARG_STRING, &application, "An application with launch fonts", "ID"}, {NULL}};
    g_autoptr(GOptionContext) context = g_option_context_new("DIRECTORY [FONT...]");
    g_autoptr(GError) error = NULL;

    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &count, &arguments, &error) || count < 2) {
        g_printerr("own-fonts: %s\n", error ? error->message : "give a directory");
        return 64;
    }
    /* Before anything is drawn: toolkits keep what they have found. */
    if ((application && !typecase_register_launch_fonts(application, NULL, &error)) ||
        !typecase_register_fonts((const char *const *)arguments + 2, TYPECASE_SCOPE_PROCESS, NULL, &error)) {
        g_printerr("own-fonts: %s\n", error->message);
        return 1;
    }
    if (!gtk_init_check()) {
        g_printerr("own-fonts: there is no display\n");
        return 1;
    }
    typecase_follow_fonts();

    g_autofree char *style_sheet = g_build_filename(arguments[1], "style.css", NULL);
    g_autofree char *ui_file = g_build_filename(arguments[1], "window.ui", NULL);
    g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
    g_autoptr(GtkBuilder) builder = gtk_builder_new();
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);

    if (!gtk_builder_add_from_file(builder, ui_file, &error)) {
        g_printerr("own-fonts: %s\n", error->message);
        return 1;
    }
    GtkWindow *window = GTK_WINDOW(gtk_builder_get_object(builder, "window"));
    gtk_css_provider_load_from_path(provider, style_sheet);
    gtk_style_context_add_provider_for_display(
        gtk_widget_get_display(GTK_WIDGET(window)), GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_signal_connect(window, "destroy", G_CALLBACK(quit), loop);
    gtk_window_present(window);
    g_main_loop_run(loop);
    return 0;
}
