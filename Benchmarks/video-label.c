// The peer of VideoLabel: the same decoding, shown whole by a GtkPicture. Tells "FRAMES" for each line that it reads.
// usage: video-label URI WIDTH HEIGHT
#include <gst/app/gstappsink.h>
#include <gtk/gtk.h>
#include <stdio.h>

static GtkWidget *picture;
static GdkTexture *texture;
static GMutex mutex;
static unsigned long frames;

static gboolean show(gpointer data) {
    (void)data;
    g_mutex_lock(&mutex);
    GdkTexture *next = g_steal_pointer(&texture);
    g_mutex_unlock(&mutex);
    if (!next) return G_SOURCE_REMOVE;
    gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(next));
    g_object_unref(next);
    frames++;
    return G_SOURCE_REMOVE;
}

static GstFlowReturn receive(GstAppSink *sink, gpointer data) {
    (void)data;
    GstSample *sample = gst_app_sink_pull_sample(sink);
    if (!sample) return GST_FLOW_EOS;
    GstStructure *format = gst_caps_get_structure(gst_sample_get_caps(sample), 0);
    int width, height;
    gst_structure_get_int(format, "width", &width);
    gst_structure_get_int(format, "height", &height);
    GstMapInfo map;
    gst_buffer_map(gst_sample_get_buffer(sample), &map, GST_MAP_READ);
    GBytes *bytes = g_bytes_new(map.data, map.size);
    gst_buffer_unmap(gst_sample_get_buffer(sample), &map);
    gst_sample_unref(sample);
    GdkTexture *next =
        gdk_memory_texture_new(width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, (gsize)width * 4);
    g_bytes_unref(bytes);
    g_mutex_lock(&mutex);
    g_clear_object(&texture);
    texture = next;
    g_mutex_unlock(&mutex);
    g_idle_add_full(G_PRIORITY_DEFAULT, show, NULL, NULL);
    return GST_FLOW_OK;
}

static gboolean answer(GIOChannel *channel, GIOCondition condition, gpointer loop) {
    (void)condition;
    char *line = NULL;
    if (g_io_channel_read_line(channel, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) {
        g_main_loop_quit(loop);
        return FALSE;
    }
    g_free(line);
    printf("%lu\n", frames);
    fflush(stdout);
    return TRUE;
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    gst_init(NULL, NULL);
    gtk_init();
    char *description = g_strdup_printf(
        "uridecodebin uri=%s ! videoconvert ! "
        "aspectratiocrop aspect-ratio=%s/%s ! videoscale ! videoconvert ! video/x-raw,format=BGRA,width=%s,height=%s ! "
        "appsink name=frames max-buffers=2 drop=true",
        arguments[1], arguments[2], arguments[3], arguments[2], arguments[3]);
    GstElement *pipeline = gst_parse_launch(description, NULL);
    GstAppSinkCallbacks callbacks = {.new_sample = receive};
    gst_app_sink_set_callbacks(GST_APP_SINK(gst_bin_get_by_name(GST_BIN(pipeline), "frames")), &callbacks, NULL, NULL);
    picture = gtk_picture_new();
    gtk_widget_set_size_request(picture, atoi(arguments[2]), atoi(arguments[3]));
    GtkWidget *window = gtk_window_new();
    gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
    gtk_window_set_child(GTK_WINDOW(window), picture);
    gtk_window_present(GTK_WINDOW(window));
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    g_io_add_watch(g_io_channel_unix_new(0), G_IO_IN | G_IO_HUP, answer, loop);
    g_main_loop_run(loop);
    gst_element_set_state(pipeline, GST_STATE_NULL);
}
