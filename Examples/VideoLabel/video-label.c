// A window with a text that shows a video.
//
//     cc -o video-label video-label.c $(pkg-config --cflags --libs typecase-videolabel)
//     ./video-label "Hamburg" file:///usr/share/videos/waves.webm

#include <typecase-videolabel.h>

static void tell(TypecaseVideoLabel *label) {
    const GError *error = typecase_video_label_get_error(label);
    if (error) g_printerr("video-label: %s\n", error->message);
}

static gboolean quit(GtkWindow *window, gpointer loop) {
    (void)window;
    g_main_loop_quit(loop);
    return FALSE;
}

int main(int count, char **arguments) {
    if (count != 3) {
        g_printerr("usage: video-label TEXT URI\n");
        return 64;
    }
    if (!gtk_init_check()) {
        g_printerr("video-label: there is no display\n");
        return 1;
    }
    GtkWidget *label = typecase_video_label_new(arguments[1], arguments[2]);
    typecase_video_label_set_font(TYPECASE_VIDEO_LABEL(label), "Sans Bold 72");
    typecase_video_label_set_alignment(TYPECASE_VIDEO_LABEL(label), TYPECASE_TEXT_ALIGNMENT_CENTER);
    g_signal_connect(label, "notify::error", G_CALLBACK(tell), NULL);
    GtkWidget *window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 640, 180);
    gtk_window_set_child(GTK_WINDOW(window), label);
    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    g_signal_connect(window, "close-request", G_CALLBACK(quit), loop);
    gtk_window_present(GTK_WINDOW(window));
    g_main_loop_run(loop);
    g_main_loop_unref(loop);
}
