// What the sources of the widget share.
#ifndef TYPECASE_VIDEO_LABEL_PRIVATE_H
#define TYPECASE_VIDEO_LABEL_PRIVATE_H

#include "typecase-maskedvideo.h"

struct _TypecaseVideoLabel {
    GtkWidget parent;
    // Not drawn: what assistive technology reads.
    GtkWidget *label;
    char *text;
    char *markup;
    char *uri;
    char *font;
    TypecaseTextAlignment alignment;

    // Made once, with the first video.
    TypecaseMaskedVideo *video;
    TypecaseMask *mask;
    // Where GTK masks.
    GdkTexture *mask_texture;
    // Whether GTK masks the frames, rather than the pipeline.
    gboolean gtk_masks;
    // Pixels for each point of the mask.
    int mask_scale;
    GError *text_error;
    GError *video_error;
    guint64 frames_shown;
    GdkTexture *shown;

    TypecaseTextSize size;
    // The width that the height of the text is known at.
    int measured_width;
    // Whether the service draws, and whether its answer will be outdated.
    gboolean is_asking;
    gboolean is_outdated;
    void *following;
};

void typecase_video_label_install_properties(GObjectClass *object);
// Opens the video of `uri`.
void typecase_video_label_load_video(TypecaseVideoLabel *self);
// Has the service draw the text, now or once it has answered what it was asked before.
void typecase_video_label_request_mask(TypecaseVideoLabel *self);
// The same for another text, which assistive technology is told of.
void typecase_video_label_text_changed(TypecaseVideoLabel *self);

#endif
