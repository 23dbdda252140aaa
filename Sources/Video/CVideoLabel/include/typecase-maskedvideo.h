// What the widget and the headless mode share, and what Swift does for them. Not installed.
#ifndef TYPECASE_MASKEDVIDEO_H
#define TYPECASE_MASKEDVIDEO_H

#include "typecase-videolabel.h"

// A mask: a byte for each pixel.
typedef struct TypecaseMask TypecaseMask;

TypecaseMask *typecase_mask_new(
    const void *bytes, int width, int height, size_t stride, void (*release)(void *owner), void *owner);
TypecaseMask *typecase_mask_retain(TypecaseMask *mask);
void typecase_mask_release(TypecaseMask *mask);
int typecase_mask_width(const TypecaseMask *mask);
int typecase_mask_height(const TypecaseMask *mask);

// Multiplies opaque pixels (blue, green, red, one unused) by the mask; the result is premultiplied.
void typecase_mask_multiply(const TypecaseMask *mask, const void *pixels, size_t stride, void *result);

// The mask as a texture whose alpha it is.
GdkTexture *typecase_mask_texture(const TypecaseMask *mask);

// A video that loops, as large as its mask, which fills it and is cropped at the longer sides.
typedef struct TypecaseMaskedVideo TypecaseMaskedVideo;

// With `changed` frames come at their time, and it is called on any thread when there is a new one or an error; without it
// they come as fast as they are taken with typecase_masked_video_take. `masks` says whether to multiply, or leave frames whole.
TypecaseMaskedVideo *typecase_masked_video_new(
    gboolean masks, void (*changed)(gpointer data), gpointer data, GDestroyNotify destroy, GError **error);
void typecase_masked_video_free(TypecaseMaskedVideo *video);
void typecase_masked_video_set_uri(TypecaseMaskedVideo *video, const char *uri);
void typecase_masked_video_set_mask(TypecaseMaskedVideo *video, TypecaseMask *mask);
// Says again whether to multiply.
void typecase_masked_video_set_masks(TypecaseMaskedVideo *video, gboolean masks);
void typecase_masked_video_set_playing(TypecaseMaskedVideo *video, gboolean playing);
// The frame to show, and why there will be no more; both are the caller's.
GdkTexture *typecase_masked_video_texture(TypecaseMaskedVideo *video);
GError *typecase_masked_video_error(TypecaseMaskedVideo *video);
// Waits for the next frame and returns its pixels, width × height × 4 bytes, which the caller frees; NULL with an error.
void *typecase_masked_video_take(TypecaseMaskedVideo *video, GError **error);
// Writes such pixels.
gboolean typecase_write_png(const void *pixels, int width, int height, const char *path);

// The package of Debian that most likely has what a message about a missing plugin asks for in its installer detail.
const char *typecase_plugin_package(const char *detail);

// A part of a text with its looks; what is NULL or 0 is not said.
typedef struct {
    char *text;
    char *family;
    char *features;
    // Values of axes as Pango writes them, such as "wght=650,wdth=80".
    char *variations;
    char *language;
    double size;
    // In percent of normal.
    double width;
    int weight;
    gboolean is_italic;
} TypecaseTextRun;

// Splits text into such parts. `markup` or else `text` is NULL.
GArray *typecase_text_runs(const char *text, const char *markup, const char *font, GError **error);

typedef struct {
    const TypecaseTextRun *runs;
    size_t run_count;
    TypecaseTextAlignment alignment;
    // In points; 0 for a text that is measured only.
    int width;
    int height;
    double scale;
} TypecaseTextRequest;

typedef struct {
    double natural_width;
    double natural_height;
    // The height at the width of the request.
    double height;
} TypecaseTextSize;

// `mask`, which may be NULL, is the receiver's; `message` is why there is no size, or NULL.
typedef void (*TypecaseMaskAnswer)(void *data, TypecaseMask *mask, TypecaseTextSize size, const char *message);

// Swift does these; both call back once or more on any thread, and `typecase_masks_unfollow` ends it.
void typecase_masks_draw(const TypecaseTextRequest *request, TypecaseMaskAnswer answer, void *data);
void *typecase_masks_follow(void (*changed)(void *data), void *data, void (*destroy)(void *data));
void typecase_masks_unfollow(void *following);

#endif
