// libpng's simplified interface, whose macros Swift does not see.
#pragma once

#include <png.h>
#include <string.h>

static inline int typecase_png_begin(png_image *image, const void *bytes, size_t count) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
    return png_image_begin_read_from_memory(image, bytes, count) != 0;
}

// Four bytes for each pixel: red, green, blue and alpha, which are not multiplied.
static inline int typecase_png_finish(png_image *image, void *pixels) {
    image->format = PNG_FORMAT_RGBA;
    return png_image_finish_read(image, NULL, pixels, 0, NULL) != 0;
}

// Writes at most *size bytes, and says in it how many there are; without bytes it only says that. A pixel is one byte of
// grey, or four as above.
static inline int typecase_png_write(unsigned int width, unsigned int height, int is_grey, const void *pixels,
                                     void *bytes, size_t *size) {
    png_image image;
    png_alloc_size_t count = *size;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = is_grey ? PNG_FORMAT_GRAY : PNG_FORMAT_RGBA;
    int is_written = png_image_write_to_memory(&image, bytes, &count, 0, pixels, 0, NULL);
    *size = count;
    return is_written != 0;
}
