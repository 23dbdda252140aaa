#include "masked-video.h"

#include "frame.h"

#include <gst/pbutils/missing-plugins.h>

// Rotated as the file specifies, and cropped before scaling, so that there are fewer pixels to scale.
static const char description[] =
    "videoconvert name=first ! videoflip video-direction=auto ! aspectratiocrop name=crop ! "
    "videoscale add-borders=false ! videoconvert ! capsfilter name=caps ! appsink name=frames";

TypecaseMaskedVideo *typecase_video_retain(TypecaseMaskedVideo *video) {
    g_atomic_ref_count_inc(&video->references);
    return video;
}

void typecase_video_release(gpointer data) {
    TypecaseMaskedVideo *video = data;
    if (!g_atomic_ref_count_dec(&video->references)) return;
    g_clear_object(&video->entrance);
    g_clear_object(&video->crop);
    g_clear_object(&video->caps);
    g_clear_object(&video->frames);
    g_clear_object(&video->pipeline);
    g_clear_object(&video->texture);
    g_clear_error(&video->error);
    g_clear_pointer(&video->sample, gst_sample_unref);
    typecase_mask_release(video->mask);
    g_free(video->uri);
    g_free(video->missing_plugin);
    g_mutex_clear(&video->mutex);
    g_mutex_clear(&video->state_mutex);
    if (video->destroy) video->destroy(video->data);
    g_free(video);
}

void typecase_video_tell(TypecaseMaskedVideo *video) {
    if (video->changed) video->changed(video->data);
}

static void fail(TypecaseMaskedVideo *video, TypecaseVideoLabelError code, const char *format, ...) G_GNUC_PRINTF(3, 4);

static void fail(TypecaseMaskedVideo *video, TypecaseVideoLabelError code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    g_mutex_lock(&video->mutex);
    // Later errors are consequences of the first.
    if (!video->error) video->error = g_error_new_valist(TYPECASE_VIDEO_LABEL_ERROR, (int)code, format, arguments);
    g_mutex_unlock(&video->mutex);
    va_end(arguments);
    typecase_video_tell(video);
}

static void fail_without_pictures(TypecaseMaskedVideo *video, const char *uri) {
    fail(video, TYPECASE_VIDEO_LABEL_ERROR_NO_VIDEO, "%s has no pictures. Choose a file with a video.", uri);
}

// Frames

// Creates the texture of the last frame; requires the mutex. Returns whether it is a new one.
static gboolean make_texture(TypecaseMaskedVideo *video) {
    int width = 0, height = 0;
    if (!video->sample || !video->mask) return FALSE;
    g_autoptr(GBytes) pixels = typecase_frame_pixels(video->sample, &width, &height);
    if (!pixels) return FALSE;
    if (video->masks) {
        guint8 *masked = typecase_mask_frame(video->mask, pixels, width, height);
        if (!masked) return FALSE;
        g_bytes_unref(g_steal_pointer(&pixels));
        pixels = g_bytes_new_take(masked, (gsize)width * (gsize)height * 4);
    }
    g_clear_object(&video->texture);
    video->texture =
        gdk_memory_texture_new(width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, pixels, (gsize)width * 4);
    return TRUE;
}

// Whether the last frame has a different size than the mask; requires the mutex.
gboolean typecase_video_is_outdated(TypecaseMaskedVideo *video) {
    if (!video->sample || !video->mask) return FALSE;
    int width = 0, height = 0;
    GstStructure *format = gst_caps_get_structure(gst_sample_get_caps(video->sample), 0);
    gst_structure_get_int(format, "width", &width);
    gst_structure_get_int(format, "height", &height);
    return width != typecase_mask_width(video->mask) || height != typecase_mask_height(video->mask);
}

static GstFlowReturn receive(TypecaseMaskedVideo *video, GstSample *sample) {
    if (!sample) return GST_FLOW_EOS;
    g_mutex_lock(&video->mutex);
    g_clear_pointer(&video->sample, gst_sample_unref);
    video->sample = sample;
    gboolean is_new = make_texture(video);
    g_mutex_unlock(&video->mutex);
    if (is_new) typecase_video_tell(video);
    return GST_FLOW_OK;
}

static GstFlowReturn receive_first(GstAppSink *sink, gpointer data) {
    return receive(data, gst_app_sink_pull_preroll(sink));
}

static GstFlowReturn receive_next(GstAppSink *sink, gpointer data) {
    return receive(data, gst_app_sink_pull_sample(sink));
}

// Messages

static void note_missing_plugin(TypecaseMaskedVideo *video, GstMessage *message) {
    g_autofree char *name = gst_missing_plugin_message_get_description(message);
    g_autofree char *detail = gst_missing_plugin_message_get_installer_detail(message);
    g_mutex_lock(&video->mutex);
    g_free(video->missing_plugin);
    video->missing_plugin = g_strdup_printf(
        "GStreamer has no plugin for this video: %s. On Debian, install the package %s.", name,
        typecase_plugin_package(detail ? detail : ""));
    g_mutex_unlock(&video->mutex);
}

static void report(TypecaseMaskedVideo *video, GstMessage *message) {
    g_autoptr(GError) cause = NULL;
    gst_message_parse_error(message, &cause, NULL);
    g_mutex_lock(&video->mutex);
    g_autofree char *missing = g_steal_pointer(&video->missing_plugin);
    g_autofree char *uri = g_strdup(video->uri);
    g_mutex_unlock(&video->mutex);
    if (missing)
        fail(video, TYPECASE_VIDEO_LABEL_ERROR_MISSING_PLUGIN, "%s", missing);
    else if (cause->domain == GST_RESOURCE_ERROR)
        fail(
            video, TYPECASE_VIDEO_LABEL_ERROR_NOT_FOUND, "%s cannot be opened: %s Check the address and its permissions.",
            uri, cause->message);
    else if (cause->domain == GST_STREAM_ERROR)
        fail(
            video, TYPECASE_VIDEO_LABEL_ERROR_DAMAGED, "%s is no video or a damaged one: %s Choose another file.", uri,
            cause->message);
    else
        fail(video, TYPECASE_VIDEO_LABEL_ERROR_FAILED, "%s cannot be shown: %s", uri, cause->message);
}

static GstBusSyncReply receive_message(GstBus *bus, GstMessage *message, gpointer data) {
    (void)bus;
    TypecaseMaskedVideo *video = data;
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_ASYNC_DONE: {
        g_mutex_lock(&video->mutex);
        gboolean is_first = !video->loops;
        video->loops = TRUE;
        g_mutex_unlock(&video->mutex);
        if (is_first) typecase_video_call(video, typecase_video_begin);
        break;
    }
    case GST_MESSAGE_SEGMENT_DONE:
        typecase_video_call(video, typecase_video_repeat);
        break;
    case GST_MESSAGE_EOS:
        typecase_video_call(video, typecase_video_restart);
        break;
    case GST_MESSAGE_ELEMENT:
        if (gst_is_missing_plugin_message(message)) note_missing_plugin(video, message);
        break;
    case GST_MESSAGE_ERROR:
        report(video, message);
        break;
    default:
        break;
    }
    gst_message_unref(message);
    return GST_BUS_DROP;
}

static const char *media_type(const GstCaps *caps) {
    return gst_caps_is_empty(caps) || gst_caps_is_any(caps) ? ""
                                                            : gst_structure_get_name(gst_caps_get_structure(caps, 0));
}

static void link_stream(GstElement *source, GstPad *pad, gpointer data) {
    (void)source;
    TypecaseMaskedVideo *video = data;
    g_autoptr(GstCaps) caps = gst_pad_query_caps(pad, NULL);
    const char *name = media_type(caps);
    if (g_str_equal(name, "video/x-raw") && !gst_pad_is_linked(video->entrance)) gst_pad_link(pad, video->entrance);
}

// Whether a stream is decoded; sound and subtitles are not.
static gboolean is_decoded(GstElement *source, GstPad *pad, GstCaps *caps, gpointer data) {
    (void)source;
    (void)pad;
    (void)data;
    const char *name = media_type(caps);
    return !g_str_has_prefix(name, "audio/") && !g_str_has_prefix(name, "text/") && !g_str_has_prefix(name, "subpicture/")
        && !g_str_has_prefix(name, "video/x-raw");
}

static void check_streams(GstElement *source, gpointer data) {
    (void)source;
    TypecaseMaskedVideo *video = data;
    if (gst_pad_is_linked(video->entrance)) return;
    g_mutex_lock(&video->mutex);
    g_autofree char *missing = g_steal_pointer(&video->missing_plugin);
    g_autofree char *uri = g_strdup(video->uri);
    g_mutex_unlock(&video->mutex);
    if (missing)
        fail(video, TYPECASE_VIDEO_LABEL_ERROR_MISSING_PLUGIN, "%s", missing);
    else
        fail_without_pictures(video, uri);
}

void typecase_video_apply_size(TypecaseMaskedVideo *video) {
    g_mutex_lock(&video->mutex);
    gboolean changes = video->mask && video->is_resized;
    int width = changes ? typecase_mask_width(video->mask) : 0, height = changes ? typecase_mask_height(video->mask) : 0;
    if (changes) video->is_resized = FALSE;
    g_mutex_unlock(&video->mutex);
    if (!changes) return;
    // The ratio determines how much is cropped.
    GValue ratio = G_VALUE_INIT;
    g_value_init(&ratio, GST_TYPE_FRACTION);
    gst_value_set_fraction(&ratio, width, height);
    g_object_set_property(G_OBJECT(video->crop), "aspect-ratio", &ratio);
    g_value_unset(&ratio);
    g_autoptr(GstCaps) caps = gst_caps_new_simple(
        "video/x-raw", "format", G_TYPE_STRING, "BGRA", "width", G_TYPE_INT, width, "height", G_TYPE_INT, height,
        "pixel-aspect-ratio", GST_TYPE_FRACTION, 1, 1, NULL);
    g_object_set(video->caps, "caps", caps, NULL);
}

static GstPadProbeReturn count_frame(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    (void)info;
    TypecaseMaskedVideo *video = data;
    g_mutex_lock(&video->mutex);
    video->frame_count++;
    video->empty_rounds = 0;
    g_mutex_unlock(&video->mutex);
    typecase_video_apply_size(video);
    return GST_PAD_PROBE_OK;
}

// The whole

void typecase_video_reset_crop(TypecaseMaskedVideo *video) {
    for (GList *item = GST_BIN(video->crop)->children; item; item = item->next)
        g_object_set(item->data, "left", 0, "right", 0, "top", 0, "bottom", 0, NULL);
}

// Opens a video with a new element: after a failure, an element cannot open another video.
static void make_source(TypecaseMaskedVideo *video) {
    if (video->source) gst_bin_remove(GST_BIN(video->pipeline), video->source);
    video->source = gst_element_factory_make("uridecodebin", NULL);
    gst_bin_add(GST_BIN(video->pipeline), video->source);
    g_object_set(video->source, "uri", video->uri, NULL);
    g_signal_connect(video->source, "autoplug-continue", G_CALLBACK(is_decoded), NULL);
    g_signal_connect(video->source, "pad-added", G_CALLBACK(link_stream), video);
    g_signal_connect(video->source, "no-more-pads", G_CALLBACK(check_streams), video);
}

static gboolean make_pipeline(TypecaseMaskedVideo *video, GError **error) {
    g_autoptr(GError) cause = NULL;
    if (!gst_init_check(NULL, NULL, &cause)) {
        g_set_error(
            error, TYPECASE_VIDEO_LABEL_ERROR, TYPECASE_VIDEO_LABEL_ERROR_FAILED, "GStreamer does not start: %s",
            cause->message);
        return FALSE;
    }
    GstElement *chain = gst_parse_bin_from_description(description, FALSE, &cause);
    g_autoptr(GstElementFactory) factory = gst_element_factory_find("uridecodebin");
    if (!chain || cause || !factory) {
        g_set_error(
            error, TYPECASE_VIDEO_LABEL_ERROR, TYPECASE_VIDEO_LABEL_ERROR_MISSING_PLUGIN,
            "GStreamer lacks plugins that every video needs: %s. On Debian, install gstreamer1.0-plugins-base and "
            "gstreamer1.0-plugins-good.",
            cause ? cause->message : "no element \"uridecodebin\"");
        g_clear_object(&chain);
        return FALSE;
    }
    video->pipeline = g_object_ref_sink(gst_pipeline_new(NULL));
    gst_bin_add(GST_BIN(video->pipeline), chain);
    video->crop = gst_bin_get_by_name(GST_BIN(chain), "crop");
    video->caps = gst_bin_get_by_name(GST_BIN(chain), "caps");
    video->frames = GST_APP_SINK(gst_bin_get_by_name(GST_BIN(chain), "frames"));
    g_autoptr(GstElement) first = gst_bin_get_by_name(GST_BIN(chain), "first");
    g_autoptr(GstPad) pad = gst_element_get_static_pad(first, "sink");
    video->entrance = g_object_ref(gst_ghost_pad_new("sink", pad));
    gst_pad_set_active(video->entrance, TRUE);
    gst_element_add_pad(chain, video->entrance);
    gst_pad_add_probe(video->entrance, GST_PAD_PROBE_TYPE_BUFFER, count_frame, video, NULL);

    if (video->changed) {
        GstAppSinkCallbacks callbacks = {.new_preroll = receive_first, .new_sample = receive_next};
        gst_app_sink_set_callbacks(video->frames, &callbacks, video, NULL);
        gst_app_sink_set_drop(video->frames, TRUE);
    } else {
        gst_base_sink_set_sync(GST_BASE_SINK(video->frames), FALSE);
    }
    gst_app_sink_set_max_buffers(video->frames, 2);
    g_autoptr(GstBus) bus = gst_element_get_bus(video->pipeline);
    gst_bus_set_sync_handler(bus, receive_message, video, NULL);
    return TRUE;
}

TypecaseMaskedVideo *typecase_masked_video_new(
    gboolean masks, void (*changed)(gpointer data), gpointer data, GDestroyNotify destroy, GError **error
) {
    TypecaseMaskedVideo *video = g_new0(TypecaseMaskedVideo, 1);
    g_atomic_ref_count_init(&video->references);
    g_mutex_init(&video->mutex);
    g_mutex_init(&video->state_mutex);
    video->masks = masks;
    video->changed = changed;
    video->data = data;
    video->destroy = destroy;
    if (make_pipeline(video, error)) return video;
    typecase_video_release(video);
    return NULL;
}

void typecase_masked_video_free(TypecaseMaskedVideo *video) {
    if (!video) return;
    g_mutex_lock(&video->mutex);
    g_clear_pointer(&video->uri, g_free);
    g_mutex_unlock(&video->mutex);
    g_autoptr(GstBus) bus = gst_element_get_bus(video->pipeline);
    g_mutex_lock(&video->state_mutex);
    typecase_video_end_watch(video);
    gst_element_set_state(video->pipeline, GST_STATE_NULL);
    g_mutex_unlock(&video->state_mutex);
    gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
    typecase_video_release(video);
}

// Requires the state mutex.
static void open_stream(TypecaseMaskedVideo *video) {
    typecase_video_begin_watch(video);
    gst_element_set_state(video->pipeline, GST_STATE_PAUSED);
}

static gboolean can_play(TypecaseMaskedVideo *video) { return video->uri && video->mask && !video->error; }

void typecase_masked_video_set_uri(TypecaseMaskedVideo *video, const char *uri) {
    g_mutex_lock(&video->mutex);
    g_clear_pointer(&video->uri, g_free);
    g_mutex_unlock(&video->mutex);
    g_mutex_lock(&video->state_mutex);
    // From here on, no thread of the pipeline runs, but a call that it started may still run.
    gst_element_set_state(video->pipeline, GST_STATE_NULL);
    g_mutex_lock(&video->mutex);
    video->uri = g_strdup(uri);
    video->serial++;
    video->rests = FALSE;
    video->loops = FALSE;
    video->frame_count = 0;
    video->empty_rounds = 0;
    g_clear_pointer(&video->sample, gst_sample_unref);
    g_clear_pointer(&video->missing_plugin, g_free);
    g_clear_object(&video->texture);
    g_clear_error(&video->error);
    g_mutex_unlock(&video->mutex);
    typecase_video_reset_crop(video);
    typecase_video_apply_size(video);
    typecase_video_end_watch(video);
    if (uri) make_source(video);
    if (!typecase_video_is_file(uri))
        fail(
            video, TYPECASE_VIDEO_LABEL_ERROR_NOT_FOUND, "%s cannot be opened: it is no regular file. Choose a file with a "
            "video.", uri);
    // Playback starts after the seek.
    if (can_play(video)) open_stream(video);
    g_mutex_unlock(&video->state_mutex);
}

void typecase_masked_video_set_mask(TypecaseMaskedVideo *video, TypecaseMask *mask) {
    g_mutex_lock(&video->state_mutex);
    g_mutex_lock(&video->mutex);
    TypecaseMask *old = video->mask;
    gboolean is_first = !old;
    if (mask && (!old || typecase_mask_width(old) != typecase_mask_width(mask)
                 || typecase_mask_height(old) != typecase_mask_height(mask)))
        video->is_resized = TRUE;
    typecase_mask_release(old);
    video->mask = typecase_mask_retain(mask);
    gboolean starts = is_first && can_play(video);
    gboolean is_new = make_texture(video);
    if (!mask) g_clear_object(&video->texture);
    gboolean is_loaded = video->loops;
    // Otherwise, no frame of the new size would arrive.
    gboolean is_left_behind = video->rests && typecase_video_is_outdated(video);
    if (is_left_behind) video->rests = FALSE;
    g_mutex_unlock(&video->mutex);
    if (is_left_behind) typecase_video_call(video, typecase_video_reopen);
    if (starts && !is_loaded) typecase_video_apply_size(video);
    if (starts && !is_loaded) open_stream(video);
    if (starts && is_loaded) typecase_video_apply_state(video);
    if (!mask) gst_element_set_state(video->pipeline, is_loaded ? GST_STATE_PAUSED : GST_STATE_READY);
    g_mutex_unlock(&video->state_mutex);
    if (is_new) typecase_video_tell(video);
}

void typecase_masked_video_set_masks(TypecaseMaskedVideo *video, gboolean masks) {
    g_mutex_lock(&video->mutex);
    video->masks = masks;
    // Frames that were made the other way must not be shown.
    g_clear_object(&video->texture);
    make_texture(video);
    g_mutex_unlock(&video->mutex);
}

void typecase_masked_video_set_playing(TypecaseMaskedVideo *video, gboolean playing) {
    g_mutex_lock(&video->state_mutex);
    g_mutex_lock(&video->mutex);
    gboolean changes = video->plays != playing;
    video->plays = playing;
    // A video with an error is paused as well, because its pipeline may still run.
    gboolean is_loaded = video->loops && (can_play(video) || !playing);
    g_mutex_unlock(&video->mutex);
    if (changes && is_loaded) typecase_video_apply_state(video);
    g_mutex_unlock(&video->state_mutex);
}

GdkTexture *typecase_masked_video_texture(TypecaseMaskedVideo *video) {
    g_mutex_lock(&video->mutex);
    GdkTexture *texture = video->texture ? g_object_ref(video->texture) : NULL;
    g_mutex_unlock(&video->mutex);
    return texture;
}

GError *typecase_masked_video_error(TypecaseMaskedVideo *video) {
    g_mutex_lock(&video->mutex);
    GError *error = video->error ? g_error_copy(video->error) : NULL;
    g_mutex_unlock(&video->mutex);
    return error;
}

void *typecase_masked_video_take(TypecaseMaskedVideo *video, GError **error) {
    // Allows for a slow disk.
    gint64 deadline = g_get_monotonic_time() + 30 * G_USEC_PER_SEC;
    while (g_get_monotonic_time() < deadline) {
        g_autoptr(GstSample) sample = gst_app_sink_try_pull_sample(video->frames, 50 * GST_MSECOND);
        if (sample) {
            int width = 0, height = 0;
            g_autoptr(GBytes) pixels = typecase_frame_pixels(sample, &width, &height);
            guint8 *masked = pixels ? typecase_mask_frame(video->mask, pixels, width, height) : NULL;
            if (masked) return masked;
        }
        GError *failure = typecase_masked_video_error(video);
        if (failure) {
            g_propagate_error(error, failure);
            return NULL;
        }
    }
    g_set_error(
        error, TYPECASE_VIDEO_LABEL_ERROR, TYPECASE_VIDEO_LABEL_ERROR_FAILED, "%s gave no frame for 30 s.", video->uri);
    return NULL;
}
