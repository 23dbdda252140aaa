#include "masked-video.h"

#include <glib/gstdio.h>

// Detects streams that stall without an error.

// How often is looked, and how often in a row nothing may be under way: a moment between two threads is no end.
static const GstClockTime interval = GST_SECOND;
static const guint most_idle_looks = 2;

typedef struct {
    TypecaseMaskedVideo *video;
    guint serial;
    guint idle_looks;
} Watch;

static gboolean find_running_pad(const GValue *item, GValue *result, gpointer data) {
    (void)data;
    gboolean is_running = gst_pad_get_task_state(g_value_get_object(item)) == GST_TASK_STARTED;
    g_value_set_boolean(result, is_running);
    return !is_running;
}

static gboolean find_running_element(const GValue *item, GValue *result, gpointer data) {
    GstIterator *pads = gst_element_iterate_pads(g_value_get_object(item));
    gboolean is_known = gst_iterator_fold(pads, find_running_pad, result, data) != GST_ITERATOR_RESYNC;
    gst_iterator_free(pads);
    // What changes is under way.
    if (!is_known) g_value_set_boolean(result, TRUE);
    return !g_value_get_boolean(result);
}

// Whether a thread of the pipeline reads, decodes or waits.
static gboolean is_running(TypecaseMaskedVideo *video) {
    GValue result = G_VALUE_INIT;
    g_value_init(&result, G_TYPE_BOOLEAN);
    GstIterator *elements = gst_bin_iterate_recurse(GST_BIN(video->pipeline));
    gboolean is_known = gst_iterator_fold(elements, find_running_element, &result, NULL) != GST_ITERATOR_RESYNC;
    gst_iterator_free(elements);
    gboolean is_running = !is_known || g_value_get_boolean(&result);
    g_value_unset(&result);
    return is_running;
}

// decodebin drops the errors of a demultiplexer while it adds it (gstdecodebin2.c, add_error_filter): one that fails at once,
// as where the header of a file is cut off, leaves neither a frame nor an error nor an end.
static gboolean look(GstClock *clock, GstClockTime time, GstClockID id, gpointer data) {
    (void)clock;
    (void)time;
    Watch *watch = data;
    TypecaseMaskedVideo *video = watch->video;
    gboolean is_opened = GST_STATE_TARGET(video->pipeline) >= GST_STATE_PAUSED;
    watch->idle_looks = is_opened && !is_running(video) ? watch->idle_looks + 1 : 0;
    g_mutex_lock(&video->mutex);
    gboolean waits = typecase_video_is_current(video, watch->serial) && !video->loops && !video->error;
    gboolean has_ended = waits && watch->idle_looks >= most_idle_looks;
    if (has_ended) typecase_video_fail_without_frames(video);
    g_mutex_unlock(&video->mutex);
    if (has_ended) typecase_video_tell(video);
    if (!waits || has_ended) gst_clock_id_unschedule(id);
    return TRUE;
}

static void free_watch(gpointer data) {
    typecase_video_release(((Watch *)data)->video);
    g_free(data);
}

void typecase_video_end_watch(TypecaseMaskedVideo *video) {
    if (!video->watch) return;
    gst_clock_id_unschedule(video->watch);
    g_clear_pointer(&video->watch, gst_clock_id_unref);
}

void typecase_video_begin_watch(TypecaseMaskedVideo *video) {
    typecase_video_end_watch(video);
    Watch *watch = g_new0(Watch, 1);
    g_mutex_lock(&video->mutex);
    *watch = (Watch){.video = typecase_video_retain(video), .serial = video->serial};
    g_mutex_unlock(&video->mutex);
    g_autoptr(GstClock) clock = gst_system_clock_obtain();
    video->watch = gst_clock_new_periodic_id(clock, gst_clock_get_time(clock) + interval, interval);
    gst_clock_id_wait_async(video->watch, look, watch, free_watch);
}

gboolean typecase_video_is_file(const char *uri) {
    g_autofree char *path = uri ? g_filename_from_uri(uri, NULL, NULL) : NULL;
    GStatBuf status;
    return !path || g_stat(path, &status) != 0 || S_ISREG(status.st_mode);
}
