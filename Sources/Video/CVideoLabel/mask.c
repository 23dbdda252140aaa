#include "typecase-maskedvideo.h"

#include <string.h>

struct TypecaseMask {
    gatomicrefcount references;
    const guint8 *bytes;
    int width;
    int height;
    size_t stride;
    // The rows with ink: the others need no work.
    int top;
    int bottom;
    void (*release)(void *owner);
    void *owner;
};

static gboolean is_empty(const TypecaseMask *mask, int row) {
    const guint8 *bytes = mask->bytes + (size_t)row * mask->stride;
    return bytes[0] == 0 && memcmp(bytes, bytes + 1, (size_t)mask->width - 1) == 0;
}

TypecaseMask *typecase_mask_new(
    const void *bytes, int width, int height, size_t stride, void (*release)(void *owner), void *owner
) {
    TypecaseMask *mask = g_new(TypecaseMask, 1);
    *mask = (TypecaseMask){
        .bytes = bytes, .width = width, .height = height, .stride = stride, .bottom = height,
        .release = release, .owner = owner,
    };
    g_atomic_ref_count_init(&mask->references);
    while (mask->top < mask->bottom && is_empty(mask, mask->top)) mask->top++;
    while (mask->bottom > mask->top && is_empty(mask, mask->bottom - 1)) mask->bottom--;
    return mask;
}

TypecaseMask *typecase_mask_retain(TypecaseMask *mask) {
    if (mask) g_atomic_ref_count_inc(&mask->references);
    return mask;
}

void typecase_mask_release(TypecaseMask *mask) {
    if (!mask || !g_atomic_ref_count_dec(&mask->references)) return;
    if (mask->release) mask->release(mask->owner);
    g_free(mask);
}

int typecase_mask_width(const TypecaseMask *mask) { return mask->width; }

int typecase_mask_height(const TypecaseMask *mask) { return mask->height; }

// A product of two fractions of 255, rounded exactly.
static inline guint32 fraction(guint32 value, guint32 of) {
    guint32 product = value * of + 128;
    return (product + (product >> 8)) >> 8;
}

void typecase_mask_multiply(const TypecaseMask *mask, const void *pixels, size_t stride, void *result) {
    size_t row_size = (size_t)mask->width * 4;
    for (int y = 0; y < mask->height; y++) {
        guint32 *to = (guint32 *)((guint8 *)result + (size_t)y * row_size);
        if (y < mask->top || y >= mask->bottom) {
            memset(to, 0, row_size);
            continue;
        }
        const guint32 *from = (const guint32 *)((const guint8 *)pixels + (size_t)y * stride);
        const guint8 *cover = mask->bytes + (size_t)y * mask->stride;
        for (int x = 0; x < mask->width; x++) {
            guint32 alpha = cover[x];
            if (alpha == 0) {
                to[x] = 0;
                continue;
            }
            // Bytes, not a word: their order in memory is the same on every machine.
            const guint8 *source = (const guint8 *)&from[x];
            guint8 pixel[4];
            for (int c = 0; c < 3; c++) pixel[c] = (guint8)fraction(source[c], alpha);
            pixel[3] = (guint8)alpha;
            memcpy(&to[x], pixel, 4);
        }
    }
}

GdkTexture *typecase_mask_texture(const TypecaseMask *mask) {
    // Textures of alpha alone are newer than masks of GTK.
    gsize stride = (gsize)mask->width * 4;
    guint8 *pixels = g_malloc(stride * (gsize)mask->height);
    for (int y = 0; y < mask->height; y++)
        for (int x = 0; x < mask->width; x++)
            memset(pixels + (gsize)y * stride + (gsize)x * 4, mask->bytes[(size_t)y * mask->stride + (size_t)x], 4);
    g_autoptr(GBytes) bytes = g_bytes_new_take(pixels, stride * (gsize)mask->height);
    return gdk_memory_texture_new(mask->width, mask->height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, stride);
}

gboolean typecase_write_png(const void *pixels, int width, int height, const char *path) {
    gsize stride = (gsize)width * 4;
    g_autoptr(GBytes) bytes = g_bytes_new(pixels, stride * (gsize)height);
    g_autoptr(GdkTexture) texture =
        gdk_memory_texture_new(width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, stride);
    return gdk_texture_save_to_png(texture, path);
}
