#include "masked-video.h"

// Calls

// A call on a thread of its own: the state of a pipeline must not be changed on the threads of the pipeline.
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

// Requires the state mutex.
void typecase_video_apply_state(TypecaseMaskedVideo *video) {
    gst_element_set_state(video->pipeline, video->plays ? GST_STATE_PLAYING : GST_STATE_PAUSED);
}

// The first seek flushes, and requests a message at the end instead of an end of stream.
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
        // Streams that do not support seeking are restarted at their end; their first frame is still there.
        if (!seeks) video->frame_count += frame_count;
        g_mutex_unlock(&video->mutex);
        typecase_video_apply_state(video);
    }
    g_mutex_unlock(&video->state_mutex);
}

// Plays the stream from its start, with a first seek as after opening.
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
    // The size may have changed since the only frame was produced.
    gboolean is_still = is_same && video->frame_count == 1 && video->changed;
    if (is_still) video->rests = !typecase_video_is_outdated(video);
    gboolean goes_on = is_same && !is_empty && !(is_still && video->rests);
    g_mutex_unlock(&video->mutex);
    if (is_empty) typecase_video_tell(video);
    if (goes_on) typecase_video_reopen(video, serial);
}

// Later seeks do not flush, so the frames of the next round follow without a gap.
void typecase_video_repeat(TypecaseMaskedVideo *video, guint serial) {
    gint64 duration = 0;
    g_mutex_lock(&video->mutex);
    gboolean is_same = typecase_video_is_current(video, serial), is_empty = is_same && video->empty_rounds++ > 200;
    if (is_empty) typecase_video_fail_without_frames(video);
    g_mutex_unlock(&video->mutex);
    if (is_empty) typecase_video_tell(video);
    if (!is_same || is_empty) return;
    // Without a frame, there is nothing to wait for, and rounds would follow each other without a pause.
    if (!gst_element_query_duration(video->pipeline, GST_FORMAT_TIME, &duration) || duration <= 0) {
        typecase_video_restart(video, serial);
        return;
    }
    // This waits until the pipeline accepts more data, which can take long while it is paused. The event is therefore sent
    // to the pad and not to the pipeline, whose state could not be changed meanwhile.
    g_autoptr(GstPad) end = gst_element_get_static_pad(GST_ELEMENT(video->frames), "sink");
    gboolean seeks = gst_pad_push_event(
        end, gst_event_new_seek(
                 1, GST_FORMAT_TIME, GST_SEEK_FLAG_SEGMENT, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, -1));
    // A damaged stream may fail to return to its start; then, no message would follow.
    if (!seeks) typecase_video_restart(video, serial);
}
