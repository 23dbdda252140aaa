#pragma once

#include <appstream.h>

// Macros that Swift does not see.
static inline void *typecase_pointer_at(const GPtrArray *array, guint index) { return g_ptr_array_index(array, index); }
