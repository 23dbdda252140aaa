// Declarations shared by the widget and the headless mode, and the functions that Swift implements. Not installed.
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

// The mask as the alpha channel of a texture.
GdkTexture *typecase_mask_texture(const TypecaseMask *mask);

// A looping video, scaled to fill its mask and cropped at the longer sides.
typedef struct TypecaseMaskedVideo TypecaseMaskedVideo;

// With `changed`, frames are played in real time, and it is called on any thread when there is a new frame or an error.
// Without it, frames are produced as fast as typecase_masked_video_take takes them. `masks` determines whether frames are
// multiplied by the mask.
TypecaseMaskedVideo *typecase_masked_video_new(
    gboolean masks, void (*changed)(gpointer data), gpointer data, GDestroyNotify destroy, GError **error);
void typecase_masked_video_free(TypecaseMaskedVideo *video);
void typecase_masked_video_set_uri(TypecaseMaskedVideo *video, const char *uri);
void typecase_masked_video_set_mask(TypecaseMaskedVideo *video, TypecaseMask *mask);
// Changes whether frames are multiplied by the mask.
void typecase_masked_video_set_masks(TypecaseMaskedVideo *video, gboolean masks);
void typecase_masked_video_set_playing(TypecaseMaskedVideo *video, gboolean playing);
// The frame to show, and the reason why there will be no more; the caller owns both.
GdkTexture *typecase_masked_video_texture(TypecaseMaskedVideo *video);
GError *typecase_masked_video_error(TypecaseMaskedVideo *video);
// Waits for the next frame and returns its pixels, width × height × 4 bytes, which the caller frees; NULL with an error.
void *typecase_masked_video_take(TypecaseMaskedVideo *video, GError **error);
// Writes these pixels to a file.
gboolean typecase_write_png(const void *pixels, int width, int height, const char *path);

// The Debian package that most likely contains a missing plugin, according to the installer detail of GStreamer's message.
const char *typecase_plugin_package(const char *detail);

// A part of a text with its attributes; NULL or 0 means unset.
typedef struct {
    char *text;
    char *family;
    char *features;
    // Axis values in Pango's format, such as "wght=650,wdth=80".
    char *variations;
    char *language;
    double size;
    // In percent of the normal width.
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
    // In points; 0 for a text that is only measured.
    int width;
    int height;
    double scale;
} TypecaseTextRequest;

typedef struct {
    double natural_width;
    double natural_height;
    // The height at the requested width.
    double height;
} TypecaseTextSize;

// The receiver owns `mask`, which may be NULL; `message` is the reason why there is no size, or NULL.
typedef void (*TypecaseMaskAnswer)(void *data, TypecaseMask *mask, TypecaseTextSize size, const char *message);

// Implemented in Swift; both call back once or more on any thread until `typecase_masks_unfollow` is called.
void typecase_masks_draw(const TypecaseTextRequest *request, TypecaseMaskAnswer answer, void *data);
void *typecase_masks_follow(void (*changed)(void *data), void *data, void (*destroy)(void *data));
void typecase_masks_unfollow(void *following);

#endif
