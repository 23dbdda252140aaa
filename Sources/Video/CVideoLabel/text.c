#include "typecase-maskedvideo.h"

#include <string.h>

// The size of a large title in the category large, in points.
#define LARGE_TITLE 34

// The width of each stretch in percent of normal, as OpenType has it.
static double width_of(PangoStretch stretch) {
    static const double widths[] = {50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200};
    return (gsize)stretch < G_N_ELEMENTS(widths) ? widths[stretch] : 100;
}

// The features that a variant stands for; NULL for none.
static const char *features_of(PangoVariant variant) {
    switch (variant) {
    case PANGO_VARIANT_SMALL_CAPS: return "smcp";
    case PANGO_VARIANT_ALL_SMALL_CAPS: return "smcp, c2sc";
    case PANGO_VARIANT_PETITE_CAPS: return "pcap";
    case PANGO_VARIANT_ALL_PETITE_CAPS: return "pcap, c2pc";
    case PANGO_VARIANT_UNICASE: return "unic";
    case PANGO_VARIANT_TITLE_CAPS: return "titl";
    default: return NULL;
    }
}

static void clear_run(gpointer data) {
    TypecaseTextRun *run = data;
    g_free(run->text);
    g_free(run->family);
    g_free(run->features);
    g_free(run->variations);
    g_free(run->language);
}

static void add_run(GArray *runs, const char *text, gssize length, PangoFontDescription *font, GSList *attributes) {
    TypecaseTextRun run = {.text = g_strndup(text, (gsize)length)};
    PangoFontMask set = pango_font_description_get_set_fields(font);
    if (set & PANGO_FONT_MASK_VARIANT) run.features = g_strdup(features_of(pango_font_description_get_variant(font)));
    for (GSList *item = attributes; item; item = item->next) {
        PangoAttribute *attribute = item->data;
        if (attribute->klass->type != PANGO_ATTR_FONT_FEATURES) continue;
        const char *features = ((PangoAttrFontFeatures *)attribute)->features;
        g_autofree char *old = run.features;
        run.features = old ? g_strdup_printf("%s, %s", old, features) : g_strdup(features);
    }
    if (set & PANGO_FONT_MASK_FAMILY) run.family = g_strdup(pango_font_description_get_family(font));
    if (set & PANGO_FONT_MASK_WEIGHT) run.weight = (int)pango_font_description_get_weight(font);
    if (set & PANGO_FONT_MASK_STYLE) run.is_italic = pango_font_description_get_style(font) != PANGO_STYLE_NORMAL;
    if (set & PANGO_FONT_MASK_STRETCH) run.width = width_of(pango_font_description_get_stretch(font));
    if (set & PANGO_FONT_MASK_VARIATIONS) run.variations = g_strdup(pango_font_description_get_variations(font));
    run.size = (double)pango_font_description_get_size(font) / PANGO_SCALE;
    g_array_append_val(runs, run);
}

GArray *typecase_text_runs(const char *text, const char *markup, const char *font, GError **error) {
    g_autoptr(PangoAttrList) list = NULL;
    g_autofree char *plain = NULL;
    if (markup) {
        g_autoptr(GError) failure = NULL;
        if (!pango_parse_markup(markup, -1, 0, &list, &plain, NULL, &failure)) {
            g_set_error(
                error, TYPECASE_VIDEO_LABEL_ERROR, TYPECASE_VIDEO_LABEL_ERROR_TEXT,
                "The attributed text is no valid markup of Pango: %s Escape text with g_markup_escape_text.",
                failure->message);
            return NULL;
        }
    } else {
        plain = g_utf8_make_valid(text ? text : "", -1);
        list = pango_attr_list_new();
    }
    g_autoptr(PangoFontDescription) base = pango_font_description_from_string(font ? font : "");
    if (pango_font_description_get_size(base) <= 0) pango_font_description_set_size(base, LARGE_TITLE * PANGO_SCALE);
    GArray *runs = g_array_new(FALSE, FALSE, sizeof(TypecaseTextRun));
    g_array_set_clear_func(runs, clear_run);
    PangoAttrIterator *iterator = pango_attr_list_get_iterator(list);
    int length = (int)strlen(plain);
    do {
        int start, end;
        pango_attr_iterator_range(iterator, &start, &end);
        start = MIN(start, length);
        end = MIN(end, length);
        if (start == end) continue;
        PangoFontDescription *merged = pango_font_description_copy(base);
        PangoLanguage *language = NULL;
        GSList *others = NULL;
        pango_attr_iterator_get_font(iterator, merged, &language, &others);
        add_run(runs, plain + start, end - start, merged, others);
        if (language)
            g_array_index(runs, TypecaseTextRun, runs->len - 1).language = g_strdup(pango_language_to_string(language));
        g_slist_free_full(others, (GDestroyNotify)pango_attribute_destroy);
        pango_font_description_free(merged);
    } while (pango_attr_iterator_next(iterator));
    pango_attr_iterator_destroy(iterator);
    return runs;
}
