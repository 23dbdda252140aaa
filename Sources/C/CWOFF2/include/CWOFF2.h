// The decoder of the C++ library woff2, as C: its header says nothing to Swift, and its exceptions must not reach it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What came of expanding a font.
enum {
    typecase_woff2_expanded = 0,
    // The bytes are no sound WOFF 2 font.
    typecase_woff2_damaged = 1,
    // The font is larger than there is room for.
    typecase_woff2_too_large = 2,
    // There was not enough memory.
    typecase_woff2_out_of_memory = 3,
};

// Expands a WOFF 2 font into a buffer of so many bytes, of which *used tells how many the font has.
int typecase_woff2_expand(
    const uint8_t *font, size_t size, uint8_t *buffer, size_t capacity, size_t *used);

#ifdef __cplusplus
}
#endif
