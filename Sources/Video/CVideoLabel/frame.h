// The pixels of frames of GStreamer.
#ifndef TYPECASE_FRAME_H
#define TYPECASE_FRAME_H

#include "typecase-maskedvideo.h"

#include <gst/gst.h>

// The pixels of a frame, without a gap between rows: nothing asks for other strides. NULL where they cannot be read.
GBytes *typecase_frame_pixels(GstSample *sample, int *width, int *height);

// Multiplies the frame; NULL where it is of another size, as it is until the pipeline has got a new size.
guint8 *typecase_mask_frame(const TypecaseMask *mask, GBytes *pixels, int width, int height);

#endif
