#include "video-label.h"

enum {
    PROP_TEXT = 1,
    PROP_ATTRIBUTED_TEXT,
    PROP_URI,
    PROP_FONT,
    PROP_ALIGNMENT,
    PROP_ERROR,
    PROP_FRAMES_SHOWN,
    PROPERTY_COUNT
};

static GParamSpec *properties[PROPERTY_COUNT];

GType typecase_text_alignment_get_type(void) {
    static gsize type;
    static const GEnumValue values[] = {
        {TYPECASE_TEXT_ALIGNMENT_NATURAL, "TYPECASE_TEXT_ALIGNMENT_NATURAL", "natural"},
        {TYPECASE_TEXT_ALIGNMENT_LEFT, "TYPECASE_TEXT_ALIGNMENT_LEFT", "left"},
        {TYPECASE_TEXT_ALIGNMENT_CENTER, "TYPECASE_TEXT_ALIGNMENT_CENTER", "center"},
        {TYPECASE_TEXT_ALIGNMENT_RIGHT, "TYPECASE_TEXT_ALIGNMENT_RIGHT", "right"},
        {TYPECASE_TEXT_ALIGNMENT_JUSTIFIED, "TYPECASE_TEXT_ALIGNMENT_JUSTIFIED", "justified"},
        {0, NULL, NULL},
    };
    if (g_once_init_enter(&type)) g_once_init_leave(&type, g_enum_register_static("TypecaseTextAlignment", values));
    return type;
}

static void video_label_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(object);
    switch (id) {
    case PROP_TEXT: g_value_set_string(value, typecase_video_label_get_text(self)); break;
    case PROP_ATTRIBUTED_TEXT: g_value_set_string(value, self->markup); break;
    case PROP_URI: g_value_set_string(value, self->uri); break;
    case PROP_FONT: g_value_set_string(value, self->font); break;
    case PROP_ALIGNMENT: g_value_set_enum(value, (int)self->alignment); break;
    case PROP_ERROR: g_value_set_boxed(value, typecase_video_label_get_error(self)); break;
    case PROP_FRAMES_SHOWN: g_value_set_uint64(value, self->frames_shown); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void video_label_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(object);
    switch (id) {
    case PROP_TEXT: typecase_video_label_set_text(self, g_value_get_string(value)); break;
    case PROP_ATTRIBUTED_TEXT: typecase_video_label_set_attributed_text(self, g_value_get_string(value)); break;
    case PROP_URI: typecase_video_label_set_uri(self, g_value_get_string(value)); break;
    case PROP_FONT: typecase_video_label_set_font(self, g_value_get_string(value)); break;
    case PROP_ALIGNMENT:
        typecase_video_label_set_alignment(self, (TypecaseTextAlignment)g_value_get_enum(value));
        break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

void typecase_video_label_install_properties(GObjectClass *object) {
    object->get_property = video_label_get_property;
    object->set_property = video_label_set_property;
    GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
    GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
    /**
     * TypecaseVideoLabel:text:
     *
     * The text; if [property@VideoLabel:attributed-text] is set, its text without markup.
     */
    properties[PROP_TEXT] = g_param_spec_string("text", NULL, NULL, NULL, flags);
    /**
     * TypecaseVideoLabel:attributed-text:
     *
     * The text in Pango's markup, which replaces [property@VideoLabel:text].
     */
    properties[PROP_ATTRIBUTED_TEXT] = g_param_spec_string("attributed-text", NULL, NULL, NULL, flags);
    /**
     * TypecaseVideoLabel:uri:
     *
     * The address of the video.
     */
    properties[PROP_URI] = g_param_spec_string("uri", NULL, NULL, NULL, flags);
    /**
     * TypecaseVideoLabel:font:
     *
     * The font in Pango's format, such as `Inter Bold Condensed 48 @opsz=14`; by default, a sans-serif font of 34 points.
     * The size is in points in the text size "large", and grows and shrinks with the text size of the user. Small capitals
     * are those of the font. If there are several families, the first is used, or a sans-serif font until it is installed.
     * Sizes in pixels are read as points, and gravity has no effect.
     */
    properties[PROP_FONT] = g_param_spec_string("font", NULL, NULL, NULL, flags);
    /**
     * TypecaseVideoLabel:alignment:
     *
     * The horizontal alignment of the lines.
     */
    properties[PROP_ALIGNMENT] = g_param_spec_enum(
        "alignment", NULL, NULL, TYPECASE_TYPE_TEXT_ALIGNMENT, TYPECASE_TEXT_ALIGNMENT_NATURAL, flags);
    /**
     * TypecaseVideoLabel:error:
     *
     * The reason why no video is shown, in the domain `TYPECASE_VIDEO_LABEL_ERROR`.
     */
    properties[PROP_ERROR] = g_param_spec_boxed("error", NULL, NULL, G_TYPE_ERROR, readable);
    /**
     * TypecaseVideoLabel:frames-shown:
     *
     * The number of frames drawn; changes are not notified.
     */
    properties[PROP_FRAMES_SHOWN] = g_param_spec_uint64("frames-shown", NULL, NULL, 0, G_MAXUINT64, 0, readable);
    g_object_class_install_properties(object, PROPERTY_COUNT, properties);
}

/**
 * typecase_video_label_new:
 * @text: (nullable): the text
 * @uri: (nullable): the address of the video
 *
 * Creates a label.
 *
 * Returns: the label
 */
GtkWidget *typecase_video_label_new(const char *text, const char *uri) {
    return g_object_new(TYPECASE_TYPE_VIDEO_LABEL, "text", text, "uri", uri, NULL);
}

// Sets a string; returns whether it has changed.
static gboolean set_string(TypecaseVideoLabel *self, char **place, const char *value, int property) {
    if (g_strcmp0(*place, value) == 0) return FALSE;
    g_free(*place);
    *place = g_strdup(value);
    g_object_notify_by_pspec(G_OBJECT(self), properties[property]);
    return TRUE;
}

/**
 * typecase_video_label_get_text:
 *
 * Returns: the text without markup
 */
const char *typecase_video_label_get_text(TypecaseVideoLabel *self) {
    return self->label ? gtk_label_get_text(GTK_LABEL(self->label)) : "";
}

/**
 * typecase_video_label_set_text:
 * @text: (nullable): the text
 *
 * Shows a text without markup.
 */
void typecase_video_label_set_text(TypecaseVideoLabel *self, const char *text) {
    gboolean had_markup = set_string(self, &self->markup, NULL, PROP_ATTRIBUTED_TEXT);
    if (set_string(self, &self->text, text, PROP_TEXT) || had_markup) typecase_video_label_text_changed(self);
}

/**
 * typecase_video_label_get_attributed_text:
 *
 * Returns: (nullable): the text in Pango's markup
 */
const char *typecase_video_label_get_attributed_text(TypecaseVideoLabel *self) { return self->markup; }

/**
 * typecase_video_label_set_attributed_text:
 * @markup: (nullable): the text in Pango's markup
 *
 * Shows a text whose parts can have fonts, sizes, weights, features and languages of their own. Colours are ignored.
 */
void typecase_video_label_set_attributed_text(TypecaseVideoLabel *self, const char *markup) {
    if (!set_string(self, &self->markup, markup, PROP_ATTRIBUTED_TEXT)) return;
    typecase_video_label_text_changed(self);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_TEXT]);
}

/**
 * typecase_video_label_get_uri:
 *
 * Returns: (nullable): the address of the video
 */
const char *typecase_video_label_get_uri(TypecaseVideoLabel *self) { return self->uri; }

/**
 * typecase_video_label_set_uri:
 * @uri: (nullable): the address of the video
 *
 * Shows a video from its start; %NULL removes the video.
 */
void typecase_video_label_set_uri(TypecaseVideoLabel *self, const char *uri) {
    if (set_string(self, &self->uri, uri, PROP_URI)) typecase_video_label_load_video(self);
}

/**
 * typecase_video_label_get_font:
 *
 * Returns: (nullable): the font
 */
const char *typecase_video_label_get_font(TypecaseVideoLabel *self) { return self->font; }

/**
 * typecase_video_label_set_font:
 * @font: (nullable): the font in Pango's format
 *
 * Sets the font of the text; markup can change the font of parts.
 */
void typecase_video_label_set_font(TypecaseVideoLabel *self, const char *font) {
    if (set_string(self, &self->font, font, PROP_FONT)) typecase_video_label_request_mask(self);
}

/**
 * typecase_video_label_get_alignment:
 *
 * Returns: the horizontal alignment of the lines
 */
TypecaseTextAlignment typecase_video_label_get_alignment(TypecaseVideoLabel *self) { return self->alignment; }

/**
 * typecase_video_label_set_alignment:
 * @alignment: the horizontal alignment of the lines
 *
 * Aligns the lines.
 */
void typecase_video_label_set_alignment(TypecaseVideoLabel *self, TypecaseTextAlignment alignment) {
    if (self->alignment == alignment) return;
    self->alignment = alignment;
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_ALIGNMENT]);
    typecase_video_label_request_mask(self);
}

/**
 * typecase_video_label_get_error:
 *
 * Returns: (nullable): the reason why no video is shown
 */
const GError *typecase_video_label_get_error(TypecaseVideoLabel *self) {
    return self->text_error ? self->text_error : self->video_error;
}

/**
 * typecase_video_label_get_frames_shown:
 *
 * Returns: the number of frames drawn
 */
guint64 typecase_video_label_get_frames_shown(TypecaseVideoLabel *self) { return self->frames_shown; }
