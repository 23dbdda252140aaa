// The peers of the settings window: a window of libadwaita with nothing in it, or with a line of text.
// usage: settings [TEXT]
#include <adwaita.h>

static void activate(GtkApplication *application, gpointer data) {
    const char *text = data;
    GtkWidget *window = adw_application_window_new(application);
    if (text) adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), gtk_label_new(text));
    gtk_window_set_default_size(GTK_WINDOW(window), 960, 680);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
    AdwApplication *application = adw_application_new("org.example.Empty", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), count > 1 ? arguments[1] : NULL);
    return g_application_run(G_APPLICATION(application), 1, arguments);
}
