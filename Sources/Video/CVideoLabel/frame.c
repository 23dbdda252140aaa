#include "frame.h"

typedef struct {
    GstBuffer *buffer;
    GstMapInfo map;
} MappedFrame;

static void unmap_frame(gpointer data) {
    MappedFrame *frame = data;
    gst_buffer_unmap(frame->buffer, &frame->map);
    gst_buffer_unref(frame->buffer);
    g_free(frame);
}

GBytes *typecase_frame_pixels(GstSample *sample, int *width, int *height) {
    GstStructure *format = gst_caps_get_structure(gst_sample_get_caps(sample), 0);
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    if (!buffer || !gst_structure_get_int(format, "width", width) || !gst_structure_get_int(format, "height", height))
        return NULL;
    MappedFrame *frame = g_new0(MappedFrame, 1);
    if (!gst_buffer_map(buffer, &frame->map, GST_MAP_READ)) {
        g_free(frame);
        return NULL;
    }
    frame->buffer = gst_buffer_ref(buffer);
    if (frame->map.size < (gsize)*width * (gsize)*height * 4) {
        unmap_frame(frame);
        return NULL;
    }
    return g_bytes_new_with_free_func(frame->map.data, frame->map.size, unmap_frame, frame);
}

guint8 *typecase_mask_frame(const TypecaseMask *mask, GBytes *pixels, int width, int height) {
    if (!mask || typecase_mask_width(mask) != width || typecase_mask_height(mask) != height) return NULL;
    guint8 *result = g_malloc((gsize)width * (gsize)height * 4);
    typecase_mask_multiply(mask, g_bytes_get_data(pixels, NULL), (size_t)width * 4, result);
    return result;
}
