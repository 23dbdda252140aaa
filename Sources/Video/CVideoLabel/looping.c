#include "masked-video.h"

// Calls

// A call on a thread of its own: what changes the state of the pipeline must not do it on the pipeline's threads.
typedef struct {
    TypecaseMaskedVideo *video;
    guint serial;
    void (*function)(TypecaseMaskedVideo *video, guint serial);
} Call;

static void run_call(GstElement *pipeline, gpointer data) {
    (void)pipeline;
    Call *call = data;
    call->function(call->video, call->serial);
}

static void free_call(gpointer data) {
    typecase_video_release(((Call *)data)->video);
    g_free(data);
}

void typecase_video_call(TypecaseMaskedVideo *video, void (*function)(TypecaseMaskedVideo *video, guint serial)) {
    Call *call = g_new(Call, 1);
    g_mutex_lock(&video->mutex);
    *call = (Call){.video = typecase_video_retain(video), .serial = video->serial, .function = function};
    g_mutex_unlock(&video->mutex);
    gst_element_call_async(video->pipeline, run_call, call, free_call);
}

gboolean typecase_video_is_current(TypecaseMaskedVideo *video, guint serial) {
    return video->uri && video->serial == serial;
}

// Looping

void typecase_video_fail_without_frames(TypecaseMaskedVideo *video) {
    if (video->error) return;
    video->error = g_error_new(
        TYPECASE_VIDEO_LABEL_ERROR, TYPECASE_VIDEO_LABEL_ERROR_DAMAGED,
        "%s is damaged: it has no frame. Choose another file.", video->uri);
}

// Under the state mutex.
void typecase_video_apply_state(TypecaseMaskedVideo *video) {
    gst_element_set_state(video->pipeline, video->plays ? GST_STATE_PLAYING : GST_STATE_PAUSED);
}

// The first seek flushes and asks for a message at the end instead of an end of the stream.
void typecase_video_begin(TypecaseMaskedVideo *video, guint serial) {
    GstSeekFlags flags = GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_SEGMENT;
    g_mutex_lock(&video->state_mutex);
    g_mutex_lock(&video->mutex);
    gboolean goes_on = typecase_video_is_current(video, serial);
    guint frame_count = video->frame_count;
    if (goes_on) video->frame_count = 0;
    g_mutex_unlock(&video->mutex);
    if (goes_on) {
        gboolean seeks = gst_element_seek(
            video->pipeline, 1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, -1);
        g_mutex_lock(&video->mutex);
        // Streams that cannot seek are started again at their ends; their first frame is still there.
        if (!seeks) video->frame_count += frame_count;
        g_mutex_unlock(&video->mutex);
        typecase_video_apply_state(video);
    }
    g_mutex_unlock(&video->state_mutex);
}

// Plays the stream from its start, with a first seek as after it was opened.
void typecase_video_reopen(TypecaseMaskedVideo *video, guint serial) {
    g_mutex_lock(&video->state_mutex);
    g_mutex_lock(&video->mutex);
    gboolean goes_on = typecase_video_is_current(video, serial) && video->mask;
    if (goes_on) {
        video->frame_count = 0;
        video->loops = FALSE;
        video->rests = FALSE;
    }
    g_mutex_unlock(&video->mutex);
    if (goes_on) {
        gst_element_set_state(video->pipeline, GST_STATE_READY);
        typecase_video_reset_crop(video);
        typecase_video_apply_size(video);
        typecase_video_begin_watch(video);
        gst_element_set_state(video->pipeline, GST_STATE_PAUSED);
    }
    g_mutex_unlock(&video->state_mutex);
}

void typecase_video_restart(TypecaseMaskedVideo *video, guint serial) {
    g_mutex_lock(&video->mutex);
    gboolean is_same = typecase_video_is_current(video, serial), is_empty = is_same && video->frame_count == 0;
    if (is_empty) typecase_video_fail_without_frames(video);
    // The size may have changed since the only frame was on its way.
    gboolean is_still = is_same && video->frame_count == 1 && video->changed;
    if (is_still) video->rests = !typecase_video_is_outdated(video);
    gboolean goes_on = is_same && !is_empty && !(is_still && video->rests);
    g_mutex_unlock(&video->mutex);
    if (is_empty) typecase_video_tell(video);
    if (goes_on) typecase_video_reopen(video, serial);
}

// The further seeks do not flush: the frames of the next round follow those of the last without a gap.
void typecase_video_repeat(TypecaseMaskedVideo *video, guint serial) {
    gint64 duration = 0;
    g_mutex_lock(&video->mutex);
    gboolean is_same = typecase_video_is_current(video, serial), is_empty = is_same && video->empty_rounds++ > 200;
    if (is_empty) typecase_video_fail_without_frames(video);
    g_mutex_unlock(&video->mutex);
    if (is_empty) typecase_video_tell(video);
    if (!is_same || is_empty) return;
    // Without one no frame is waited for, so that rounds would follow each other without rest.
    if (!gst_element_query_duration(video->pipeline, GST_FORMAT_TIME, &duration) || duration <= 0) {
        typecase_video_restart(video, serial);
        return;
    }
    // Waits until the pipeline takes more, which may be long where it pauses. That is why the pad is told, not the pipeline,
    // whose state nobody could change meanwhile.
    g_autoptr(GstPad) end = gst_element_get_static_pad(GST_ELEMENT(video->frames), "sink");
    gboolean seeks = gst_pad_push_event(
        end, gst_event_new_seek(
                 1, GST_FORMAT_TIME, GST_SEEK_FLAG_SEGMENT, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, -1));
    // A damaged stream may not find its start again: no message would ever follow.
    if (!seeks) typecase_video_restart(video, serial);
}
