#include "video-label.h"

#include <dlfcn.h>
#include <math.h>

/**
 * TypecaseVideoLabel:
 *
 * Shows a looping, muted video through the letters of a text.
 *
 * Typecase's font service draws the text, and draws it again when the size of the widget, the fonts or the user's text size
 * change. For assistive technology, the widget is a label with the text. Without a video, nothing is shown.
 */
G_DEFINE_FINAL_TYPE(TypecaseVideoLabel, typecase_video_label, GTK_TYPE_WIDGET)
G_DEFINE_QUARK(typecase-video-label-error-quark, typecase_video_label_error)

// GTK 4.10 and later can mask on the GPU; earlier versions have no function for this.
typedef void (*PushMask)(GtkSnapshot *snapshot, int mode);

static PushMask push_mask(void) {
    static gsize looked_up;
    static PushMask function;
    if (g_once_init_enter(&looked_up)) {
        function = (PushMask)dlsym(RTLD_DEFAULT, "gtk_snapshot_push_mask");
        g_once_init_leave(&looked_up, 1);
    }
    return function;
}

// Calls from other threads

// A reference to a label for other threads; the label may be gone.
typedef struct {
    GWeakRef label;
    // Whether a call is already scheduled, so that a busy loop is not flooded.
    gint is_pending;
} Reference;

static Reference *reference_new(TypecaseVideoLabel *self) {
    Reference *reference = g_atomic_rc_box_new0(Reference);
    g_weak_ref_init(&reference->label, self);
    return reference;
}

static void clear_reference(gpointer data) { g_weak_ref_clear(&((Reference *)data)->label); }

static void reference_release(gpointer data) { g_atomic_rc_box_release_full(data, clear_reference); }

// Calls a function on GTK's thread; several calls before it runs count as one.
static void call_soon(Reference *reference, GSourceFunc function) {
    if (!g_atomic_int_compare_and_exchange(&reference->is_pending, 0, 1)) return;
    g_idle_add_full(G_PRIORITY_DEFAULT, function, g_atomic_rc_box_acquire(reference), reference_release);
}

static TypecaseVideoLabel *arrive(Reference *reference) {
    g_atomic_int_set(&reference->is_pending, 0);
    return g_weak_ref_get(&reference->label);
}

// Errors

static void set_error(TypecaseVideoLabel *self, GError **place, GError *error) {
    if (!error && !*place) return;
    if (error && *place && error->code == (*place)->code && g_str_equal(error->message, (*place)->message)) {
        g_error_free(error);
        return;
    }
    g_clear_error(place);
    *place = error;
    g_object_notify(G_OBJECT(self), "error");
}

// The video

static gboolean show_frame(gpointer data) {
    g_autoptr(TypecaseVideoLabel) self = arrive(data);
    if (!self || !self->video) return G_SOURCE_REMOVE;
    set_error(self, &self->video_error, typecase_masked_video_error(self->video));
    gtk_widget_queue_draw(GTK_WIDGET(self));
    return G_SOURCE_REMOVE;
}

static void frame_changed(gpointer data) { call_soon(data, show_frame); }

void typecase_video_label_load_video(TypecaseVideoLabel *self) {
    GError *error = NULL;
    // Not after the label was disposed, because nothing would end it then.
    if (!self->video && self->uri && self->label) {
        self->video = typecase_masked_video_new(
            !self->gtk_masks, frame_changed, reference_new(self), reference_release, &error);
        if (self->video) {
            typecase_masked_video_set_playing(self->video, gtk_widget_get_mapped(GTK_WIDGET(self)));
            typecase_masked_video_set_mask(self->video, self->mask);
        }
    }
    if (self->video) typecase_masked_video_set_uri(self->video, self->uri);
    set_error(self, &self->video_error, error);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

// The text

static void set_mask(TypecaseVideoLabel *self, TypecaseMask *mask, int scale) {
    typecase_mask_release(self->mask);
    self->mask = mask;
    self->mask_scale = scale;
    g_clear_object(&self->mask_texture);
    if (mask && self->gtk_masks) self->mask_texture = typecase_mask_texture(mask);
    if (self->video) typecase_masked_video_set_mask(self->video, mask);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

typedef struct {
    Reference *reference;
    int width;
    int scale;
    TypecaseMask *mask;
    TypecaseTextSize size;
    char *message;
} Answer;

static void answer_free(gpointer data) {
    Answer *answer = data;
    typecase_mask_release(answer->mask);
    g_free(answer->message);
    reference_release(answer->reference);
    g_free(answer);
}

static gboolean take_answer(gpointer data) {
    Answer *answer = data;
    g_autoptr(TypecaseVideoLabel) self = arrive(answer->reference);
    if (!self) return G_SOURCE_REMOVE;
    self->is_asking = FALSE;
    if (answer->message) {
        // The last mask is kept, because the service may just be restarting.
        set_error(
            self, &self->text_error,
            g_error_new(
                TYPECASE_VIDEO_LABEL_ERROR, TYPECASE_VIDEO_LABEL_ERROR_SERVICE,
                "The font service cannot draw the text: %s", answer->message));
    } else {
        set_error(self, &self->text_error, NULL);
        TypecaseTextSize *old = &self->size, *new = &answer->size;
        if (old->natural_width != new->natural_width || old->natural_height != new->natural_height
            || old->height != new->height || self->measured_width != answer->width)
            gtk_widget_queue_resize(GTK_WIDGET(self));
        self->size = answer->size;
        self->measured_width = answer->width;
        if (!self->is_outdated || answer->mask)
            set_mask(self, g_steal_pointer(&answer->mask), answer->scale);
    }
    if (self->is_outdated) typecase_video_label_request_mask(self);
    return G_SOURCE_REMOVE;
}

static void answered(void *data, TypecaseMask *mask, TypecaseTextSize size, const char *message) {
    Answer *answer = data;
    answer->mask = mask;
    answer->size = size;
    answer->message = g_strdup(message);
    g_idle_add_full(G_PRIORITY_DEFAULT, take_answer, answer, answer_free);
}

void typecase_video_label_request_mask(TypecaseVideoLabel *self) {
    GtkWidget *widget = GTK_WIDGET(self);
    if (!gtk_widget_get_root(widget)) return;
    self->is_outdated = self->is_asking;
    if (self->is_asking) return;
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) runs = typecase_text_runs(self->text, self->markup, self->font, &error);
    if (!runs || runs->len == 0) {
        self->size = (TypecaseTextSize){0};
        set_error(self, &self->text_error, g_steal_pointer(&error));
        set_mask(self, NULL, 1);
        gtk_widget_queue_resize(widget);
        return;
    }
    Answer *answer = g_new0(Answer, 1);
    answer->reference = reference_new(self);
    answer->width = gtk_widget_get_width(widget);
    answer->scale = gtk_widget_get_scale_factor(widget);
    TypecaseTextRequest request = {
        .runs = (const TypecaseTextRun *)(void *)runs->data, .run_count = runs->len, .alignment = self->alignment,
        .width = answer->width, .height = gtk_widget_get_height(widget), .scale = answer->scale,
    };
    self->is_asking = TRUE;
    typecase_masks_draw(&request, answered, answer);
}

static gboolean redraw_text(gpointer data) {
    g_autoptr(TypecaseVideoLabel) self = arrive(data);
    if (self) typecase_video_label_request_mask(self);
    return G_SOURCE_REMOVE;
}

static void fonts_changed(void *data) { call_soon(data, redraw_text); }

void typecase_video_label_text_changed(TypecaseVideoLabel *self) {
    if (!self->label) return;
    g_autofree char *plain = NULL;
    if (!self->markup || !pango_parse_markup(self->markup, -1, 0, NULL, &plain, NULL, NULL))
        plain = g_utf8_make_valid(self->markup ? self->markup : self->text ? self->text : "", -1);
    gtk_label_set_text(GTK_LABEL(self->label), plain);
    typecase_video_label_request_mask(self);
}

// The widget

static void video_label_root(GtkWidget *widget) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(widget);
    GTK_WIDGET_CLASS(typecase_video_label_parent_class)->root(widget);
    self->following = typecase_masks_follow(fonts_changed, reference_new(self), reference_release);
    typecase_video_label_request_mask(self);
}

static void video_label_unroot(GtkWidget *widget) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(widget);
    g_clear_pointer(&self->following, typecase_masks_unfollow);
    GTK_WIDGET_CLASS(typecase_video_label_parent_class)->unroot(widget);
}

// Without a GPU, GTK draws a whole picture offscreen and masks it. This takes a third more work than multiplying each
// frame in the pipeline, where rows without ink cost nothing.
static void choose_who_masks(TypecaseVideoLabel *self) {
    GtkNative *native = gtk_widget_get_native(GTK_WIDGET(self));
    GskRenderer *renderer = native ? gtk_native_get_renderer(native) : NULL;
    gboolean gtk_masks = push_mask() && renderer && !g_str_equal(G_OBJECT_TYPE_NAME(renderer), "GskCairoRenderer");
    if (gtk_masks == self->gtk_masks) return;
    self->gtk_masks = gtk_masks;
    g_clear_object(&self->mask_texture);
    if (self->mask && gtk_masks) self->mask_texture = typecase_mask_texture(self->mask);
    if (self->video) typecase_masked_video_set_masks(self->video, !gtk_masks);
}

static void video_label_map(GtkWidget *widget) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(widget);
    GTK_WIDGET_CLASS(typecase_video_label_parent_class)->map(widget);
    choose_who_masks(self);
    if (self->video) typecase_masked_video_set_playing(self->video, TRUE);
}

static void video_label_unmap(GtkWidget *widget) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(widget);
    if (self->video) typecase_masked_video_set_playing(self->video, FALSE);
    GTK_WIDGET_CLASS(typecase_video_label_parent_class)->unmap(widget);
}

// The application also triggers this when it makes Pango use fonts of its own, for which there is no other signal.
static void video_label_system_setting_changed(GtkWidget *widget, GtkSystemSetting setting) {
    GTK_WIDGET_CLASS(typecase_video_label_parent_class)->system_setting_changed(widget, setting);
    if (setting == GTK_SYSTEM_SETTING_FONT_NAME || setting == GTK_SYSTEM_SETTING_FONT_CONFIG)
        typecase_video_label_request_mask(TYPECASE_VIDEO_LABEL(widget));
}

static GtkSizeRequestMode video_label_get_request_mode(GtkWidget *widget) {
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void video_label_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline
) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(widget);
    (void)minimum_baseline;
    (void)natural_baseline;
    *minimum = 0;
    if (orientation == GTK_ORIENTATION_HORIZONTAL)
        *natural = (int)ceil(self->size.natural_width);
    else if (for_size > 0 && for_size == self->measured_width)
        *natural = (int)ceil(self->size.height);
    else
        *natural = (int)ceil(self->size.natural_height);
}

static void video_label_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(widget);
    (void)baseline;
    int least_width, least_height;
    gtk_widget_measure(self->label, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
    width = MAX(width, least_width);
    gtk_widget_measure(self->label, GTK_ORIENTATION_VERTICAL, width, &least_height, NULL, NULL, NULL);
    gtk_widget_allocate(self->label, width, MAX(height, least_height), -1, NULL);
    typecase_video_label_request_mask(self);
}

static void video_label_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(widget);
    if (!self->video || !self->mask) return;
    g_autoptr(GdkTexture) texture = typecase_masked_video_texture(self->video);
    if (!texture) return;
    float scale = (float)self->mask_scale;
    graphene_rect_t bounds = GRAPHENE_RECT_INIT(
        0, 0, (float)typecase_mask_width(self->mask) / scale, (float)typecase_mask_height(self->mask) / scale);
    PushMask push = self->mask_texture ? push_mask() : NULL;
    if (push) {
        // 0: masks by the alpha channel of the mask, which is drawn first.
        push(snapshot, 0);
        gtk_snapshot_append_texture(snapshot, self->mask_texture, &bounds);
        gtk_snapshot_pop(snapshot);
    } else {
        // Frames contain the letters. Until there is a frame of a new size, the last one is drawn without stretching it.
        gtk_snapshot_push_clip(snapshot, &bounds);
        bounds.size.width = (float)gdk_texture_get_width(texture) / scale;
        bounds.size.height = (float)gdk_texture_get_height(texture) / scale;
    }
    gtk_snapshot_append_texture(snapshot, texture, &bounds);
    gtk_snapshot_pop(snapshot);
    if (texture != self->shown) {
        self->frames_shown++;
        g_set_object(&self->shown, texture);
    }
}

// The object

static void video_label_dispose(GObject *object) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(object);
    g_clear_pointer(&self->following, typecase_masks_unfollow);
    g_clear_pointer(&self->video, typecase_masked_video_free);
    g_clear_pointer(&self->label, gtk_widget_unparent);
    G_OBJECT_CLASS(typecase_video_label_parent_class)->dispose(object);
}

static void video_label_finalize(GObject *object) {
    TypecaseVideoLabel *self = TYPECASE_VIDEO_LABEL(object);
    typecase_mask_release(self->mask);
    g_clear_object(&self->mask_texture);
    g_clear_object(&self->shown);
    g_clear_error(&self->text_error);
    g_clear_error(&self->video_error);
    g_free(self->text);
    g_free(self->markup);
    g_free(self->uri);
    g_free(self->font);
    G_OBJECT_CLASS(typecase_video_label_parent_class)->finalize(object);
}

static void typecase_video_label_class_init(TypecaseVideoLabelClass *klass) {
    GObjectClass *object = G_OBJECT_CLASS(klass);
    object->dispose = video_label_dispose;
    object->finalize = video_label_finalize;
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(klass);
    widget->root = video_label_root;
    widget->unroot = video_label_unroot;
    widget->map = video_label_map;
    widget->unmap = video_label_unmap;
    widget->system_setting_changed = video_label_system_setting_changed;
    widget->get_request_mode = video_label_get_request_mode;
    widget->measure = video_label_measure;
    widget->size_allocate = video_label_size_allocate;
    widget->snapshot = video_label_snapshot;
    gtk_widget_class_set_css_name(widget, "videolabel");
    // The presentation role would also hide the label inside.
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_GENERIC);

    typecase_video_label_install_properties(object);
}

static void typecase_video_label_init(TypecaseVideoLabel *self) {
    self->mask_scale = 1;
    self->label = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(self->label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(self->label), PANGO_WRAP_WORD_CHAR);
    gtk_widget_set_opacity(self->label, 0);
    gtk_widget_set_parent(self->label, GTK_WIDGET(self));
    g_signal_connect(self, "notify::scale-factor", G_CALLBACK(typecase_video_label_request_mask), NULL);
}
