// TypecaseVideoLabel: a GTK 4 widget whose letters show a looping video.
//
// Call all functions on GTK's thread. Typecase's font service draws the letters; if it is missing, the property "error"
// reports this. It uses the fonts of the session and the fonts that the process has registered for itself with
// typecase-client.h or with fontconfig's FcConfigAppFontAddFile. A process that registers fonts while labels are shown then
// calls typecase_refresh_fonts of typecase-client.h, as for all text in GTK.
#ifndef TYPECASE_VIDEOLABEL_H
#define TYPECASE_VIDEOLABEL_H

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TypecaseVideoLabelError:
 * @TYPECASE_VIDEO_LABEL_ERROR_FAILED: another error, described by the message.
 * @TYPECASE_VIDEO_LABEL_ERROR_NOT_FOUND: there is no such file or address, or it cannot be opened.
 * @TYPECASE_VIDEO_LABEL_ERROR_DAMAGED: the file is not a video, or is damaged.
 * @TYPECASE_VIDEO_LABEL_ERROR_NO_VIDEO: the file contains only sound.
 * @TYPECASE_VIDEO_LABEL_ERROR_MISSING_PLUGIN: GStreamer lacks a plugin; the message names its Debian package.
 * @TYPECASE_VIDEO_LABEL_ERROR_TEXT: the attributed text is not valid Pango markup.
 * @TYPECASE_VIDEO_LABEL_ERROR_SERVICE: the font service cannot draw the text.
 *
 * The reasons why a label shows no video.
 */
typedef enum {
    TYPECASE_VIDEO_LABEL_ERROR_FAILED,
    TYPECASE_VIDEO_LABEL_ERROR_NOT_FOUND,
    TYPECASE_VIDEO_LABEL_ERROR_DAMAGED,
    TYPECASE_VIDEO_LABEL_ERROR_NO_VIDEO,
    TYPECASE_VIDEO_LABEL_ERROR_MISSING_PLUGIN,
    TYPECASE_VIDEO_LABEL_ERROR_TEXT,
    TYPECASE_VIDEO_LABEL_ERROR_SERVICE,
} TypecaseVideoLabelError;

#define TYPECASE_VIDEO_LABEL_ERROR (typecase_video_label_error_quark())
GQuark typecase_video_label_error_quark(void);

/**
 * TypecaseTextAlignment:
 * @TYPECASE_TEXT_ALIGNMENT_NATURAL: at the edge where each line starts, according to its direction.
 * @TYPECASE_TEXT_ALIGNMENT_LEFT: at the left edge.
 * @TYPECASE_TEXT_ALIGNMENT_CENTER: in the middle.
 * @TYPECASE_TEXT_ALIGNMENT_RIGHT: at the right edge.
 * @TYPECASE_TEXT_ALIGNMENT_JUSTIFIED: at both edges.
 *
 * The horizontal alignment of lines in the label; vertically, they are always centred.
 */
typedef enum {
    TYPECASE_TEXT_ALIGNMENT_NATURAL,
    TYPECASE_TEXT_ALIGNMENT_LEFT,
    TYPECASE_TEXT_ALIGNMENT_CENTER,
    TYPECASE_TEXT_ALIGNMENT_RIGHT,
    TYPECASE_TEXT_ALIGNMENT_JUSTIFIED,
} TypecaseTextAlignment;

#define TYPECASE_TYPE_TEXT_ALIGNMENT (typecase_text_alignment_get_type())
GType typecase_text_alignment_get_type(void);

#define TYPECASE_TYPE_VIDEO_LABEL (typecase_video_label_get_type())
G_DECLARE_FINAL_TYPE(TypecaseVideoLabel, typecase_video_label, TYPECASE, VIDEO_LABEL, GtkWidget)

GtkWidget *typecase_video_label_new(const char *text, const char *uri);

const char *typecase_video_label_get_text(TypecaseVideoLabel *self);
void typecase_video_label_set_text(TypecaseVideoLabel *self, const char *text);
const char *typecase_video_label_get_attributed_text(TypecaseVideoLabel *self);
void typecase_video_label_set_attributed_text(TypecaseVideoLabel *self, const char *markup);
const char *typecase_video_label_get_uri(TypecaseVideoLabel *self);
void typecase_video_label_set_uri(TypecaseVideoLabel *self, const char *uri);
const char *typecase_video_label_get_font(TypecaseVideoLabel *self);
void typecase_video_label_set_font(TypecaseVideoLabel *self, const char *font);
TypecaseTextAlignment typecase_video_label_get_alignment(TypecaseVideoLabel *self);
void typecase_video_label_set_alignment(TypecaseVideoLabel *self, TypecaseTextAlignment alignment);
const GError *typecase_video_label_get_error(TypecaseVideoLabel *self);
guint64 typecase_video_label_get_frames_shown(TypecaseVideoLabel *self);

G_END_DECLS

#endif
