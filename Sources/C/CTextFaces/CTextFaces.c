#include "CTextFaces.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include <hb-ot.h>
#include <stdlib.h>
#include <string.h>

// A face in a map.
typedef struct {
    FT_Face face;
    hb_face_t *harfbuzz;
    // Without a size, in units of the em.
    hb_font_t *font;
    cairo_font_face_t *cairo;
    // In cairo's format: "wght=650,wdth=90".
    char *variations;
    hb_variation_t values[typecase_maximum_axes];
    unsigned value_count;
    PangoCoverage *coverage;
    bool is_fallback;
    bool has_color;
} Face;

typedef struct {
    PangoFontMap parent;
    // Reference-counted: cairo keeps faces for a while after their map is gone. Their bytes may be unmapped by then, but
    // freeing a face does not read them.
    FT_Library *freetype;
    GPtrArray *faces;
    // The fonts created so far, one for each face and size.
    GPtrArray *fonts;
    // The characters that will be requested.
    hb_set_t *characters;
} TypecaseFontMap;

typedef struct {
    PangoFontMapClass parent;
} TypecaseFontMapClass;

typedef struct {
    PangoFont parent;
    // Not retained: the map has its fonts.
    TypecaseFontMap *map;
    Face *face;
    unsigned number;
    // In Pango's units for a pixel.
    int size;
    cairo_scaled_font_t *scaled;
    // For faces with bitmaps: the glyphs that were loaded, and those that FreeType refused.
    hb_set_t *tried, *refused;
} TypecaseFont;

typedef struct {
    PangoFontClass parent;
} TypecaseFontClass;

GType typecase_font_map_get_type(void);
GType typecase_font_get_type(void);

G_DEFINE_TYPE(TypecaseFontMap, typecase_font_map, PANGO_TYPE_FONT_MAP)
G_DEFINE_TYPE(TypecaseFont, typecase_font, PANGO_TYPE_FONT)

// MARK: - Fonts

static PangoFontDescription *typecase_font_describe(PangoFont *base) {
    TypecaseFont *font = (TypecaseFont *)base;
    PangoFontDescription *description = pango_font_description_new();
    typecase_describe_face(description, font->number);
    pango_font_description_set_absolute_size(description, font->size);
    return description;
}

static PangoCoverage *typecase_font_coverage(PangoFont *base, PangoLanguage *language) {
    (void)language;
    TypecaseFont *font = (TypecaseFont *)base;
    if (!font->face->coverage) {
        font->face->coverage = pango_coverage_new();
        hb_codepoint_t character = HB_SET_VALUE_INVALID, glyph;
        while (hb_set_next(font->map->characters, &character))
            if (hb_font_get_nominal_glyph(font->face->font, character, &glyph))
                pango_coverage_set(font->face->coverage, (int)character, PANGO_COVERAGE_EXACT);
    }
    return g_object_ref(font->face->coverage);
}

// Ascent and descent above and below the baseline.
static void vertical_extents(hb_font_t *font, int size, int *ascent, int *descent) {
    hb_font_extents_t extents = {0};
    if (!hb_font_get_h_extents(font, &extents) || extents.ascender <= extents.descender) {
        extents.ascender = size * 4 / 5;
        extents.descender = -size / 5;
    }
    // With larger values, every line would overflow.
    *ascent = CLAMP(extents.ascender, -4 * size, 8 * size);
    *descent = CLAMP(-extents.descender, -4 * size, 8 * size);
}

static void typecase_font_glyph_extents(
    PangoFont *base, PangoGlyph glyph, PangoRectangle *ink, PangoRectangle *logical) {
    TypecaseFont *font = (TypecaseFont *)base;
    PangoRectangle none = {0};
    if (ink) *ink = none;
    if (logical) *logical = none;
    if (glyph == PANGO_GLYPH_EMPTY) return;
    hb_font_t *harfbuzz = pango_font_get_hb_font(base);
    int ascent, descent;
    vertical_extents(harfbuzz, font->size, &ascent, &descent);
    bool is_unknown = glyph & PANGO_GLYPH_UNKNOWN_FLAG;
    if (logical) {
        logical->y = -ascent;
        logical->height = ascent + descent;
        // A character that no face has takes up space, as if it had a glyph.
        logical->width = is_unknown ? font->size / 2 : hb_font_get_glyph_h_advance(harfbuzz, glyph);
    }
    hb_glyph_extents_t extents;
    if (ink && !is_unknown && hb_font_get_glyph_extents(harfbuzz, glyph, &extents)) {
        ink->x = extents.x_bearing;
        ink->y = -extents.y_bearing;
        ink->width = extents.width;
        ink->height = -extents.height;
    }
}

static PangoFontMetrics *typecase_font_metrics(PangoFont *base, PangoLanguage *language) {
    (void)language;
    TypecaseFont *font = (TypecaseFont *)base;
    // There is no constructor; pango_font_metrics_unref frees with g_slice_free.
    PangoFontMetrics *metrics = g_slice_new0(PangoFontMetrics);
    metrics->ref_count = 1;
    hb_font_t *harfbuzz = pango_font_get_hb_font(base);
    vertical_extents(harfbuzz, font->size, &metrics->ascent, &metrics->descent);
    metrics->height = metrics->ascent + metrics->descent;
    metrics->approximate_char_width = metrics->approximate_digit_width = font->size / 2;
    metrics->underline_position = -font->size / 10;
    metrics->underline_thickness = font->size / 20;
    metrics->strikethrough_position = font->size / 3;
    metrics->strikethrough_thickness = font->size / 20;
    return metrics;
}

static PangoFontMap *typecase_font_get_map(PangoFont *base) { return &((TypecaseFont *)base)->map->parent; }

static hb_font_t *typecase_font_create(PangoFont *base) {
    TypecaseFont *font = (TypecaseFont *)base;
    hb_font_t *harfbuzz = hb_font_create(font->face->harfbuzz);
    hb_font_set_scale(harfbuzz, font->size, font->size);
    hb_font_set_variations(harfbuzz, font->face->values, font->face->value_count);
    return harfbuzz;
}

static void typecase_font_finalize(GObject *object) {
    TypecaseFont *font = (TypecaseFont *)object;
    if (font->scaled) cairo_scaled_font_destroy(font->scaled);
    hb_set_destroy(font->tried);
    hb_set_destroy(font->refused);
    G_OBJECT_CLASS(typecase_font_parent_class)->finalize(object);
}

static void typecase_font_class_init(TypecaseFontClass *class) {
    PangoFontClass *font = PANGO_FONT_CLASS(class);
    font->describe = typecase_font_describe;
    font->describe_absolute = typecase_font_describe;
    font->get_coverage = typecase_font_coverage;
    font->get_glyph_extents = typecase_font_glyph_extents;
    font->get_metrics = typecase_font_metrics;
    font->get_font_map = typecase_font_get_map;
    font->create_hb_font = typecase_font_create;
    G_OBJECT_CLASS(class)->finalize = typecase_font_finalize;
}

static void typecase_font_init(TypecaseFont *font) {
    font->tried = hb_set_create();
    font->refused = hb_set_create();
}

static cairo_scaled_font_t *scaled_font(Face *face, double size) {
    cairo_matrix_t matrix, identity;
    cairo_matrix_init_scale(&matrix, size, size);
    cairo_matrix_init_identity(&identity);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    // Before each glyph, cairo resets a face to its default and then applies these.
    if (face->variations) cairo_font_options_set_variations(options, face->variations);
    cairo_scaled_font_t *scaled = cairo_scaled_font_create(face->cairo, &matrix, &identity, options);
    cairo_font_options_destroy(options);
    return scaled;
}

// MARK: - The map

static Face *face_at(TypecaseFontMap *map, unsigned number) {
    return number < map->faces->len ? g_ptr_array_index(map->faces, number) : NULL;
}

static TypecaseFont *font_of(TypecaseFontMap *map, unsigned number, int size) {
    for (guint index = 0; index < map->fonts->len; index += 1) {
        TypecaseFont *font = g_ptr_array_index(map->fonts, index);
        if (font->number == number && font->size == size) return font;
    }
    Face *face = face_at(map, number);
    if (!face) return NULL;
    TypecaseFont *font = g_object_new(typecase_font_get_type(), NULL);
    font->map = map;
    font->face = face;
    font->number = number;
    font->size = size;
    g_ptr_array_add(map->fonts, font);
    return font;
}

// The number of the face that a description requests; UINT_MAX if it requests none.
static unsigned wanted_face(const PangoFontDescription *description) {
    const char *number = pango_font_description_get_variations(description);
    if (!number || !g_ascii_isdigit(*number)) return UINT_MAX;
    return (unsigned)strtoul(number, NULL, 10);
}

// Whether Pango requests emoji: it then replaces the family of the text by this one.
static bool wants_emoji(const PangoFontDescription *description) {
    const char *family = pango_font_description_get_family(description);
    return family && g_ascii_strcasecmp(family, "emoji") == 0;
}

void typecase_describe_face(PangoFontDescription *description, unsigned number) {
    char text[16];
    g_snprintf(text, sizeof text, "%u", number);
    // The variations carry the number: Pango replaces the family for emoji, but copies the variations, and this map does
    // not use them otherwise.
    pango_font_description_set_family(description, text);
    pango_font_description_set_variations(description, text);
}

static int wanted_size(const PangoFontDescription *description) {
    return MAX(1, pango_font_description_get_size(description));
}

static PangoFont *typecase_font_map_load_font(
    PangoFontMap *base, PangoContext *context, const PangoFontDescription *description) {
    (void)context;
    unsigned number = wanted_face(description);
    TypecaseFont *font = font_of((TypecaseFontMap *)base, number == UINT_MAX ? 0 : number, wanted_size(description));
    return font ? g_object_ref(&font->parent) : NULL;
}

static void append(PangoFontsetSimple *set, TypecaseFont *font) {
    // The set takes over a reference.
    if (font) pango_fontset_simple_append(set, g_object_ref(&font->parent));
}

// Adds the fallbacks, either only those with colours or all; faces that are already in the set are skipped.
static void append_fallbacks(
    PangoFontsetSimple *set, TypecaseFontMap *map, unsigned wanted, int size, bool colored_only) {
    for (unsigned number = 0; number < map->faces->len; number += 1) {
        Face *face = face_at(map, number);
        if (number == wanted || !face->is_fallback || (colored_only && !face->has_color)) continue;
        append(set, font_of(map, number, size));
    }
}

static PangoFontset *typecase_font_map_load_fontset(
    PangoFontMap *base, PangoContext *context, const PangoFontDescription *description, PangoLanguage *language) {
    (void)context;
    TypecaseFontMap *map = (TypecaseFontMap *)base;
    PangoFontsetSimple *set = pango_fontset_simple_new(language ? language : pango_language_from_string("en"));
    unsigned wanted = wanted_face(description);
    int size = wanted_size(description);
    if (wanted == UINT_MAX) wanted = 0;
    // The face of the text is first for emoji, too: another face must not replace its own emoji.
    append(set, font_of(map, wanted, size));
    bool is_emoji = wants_emoji(description);
    if (is_emoji) append_fallbacks(set, map, wanted, size, true);
    append_fallbacks(set, map, wanted, size, false);
    return PANGO_FONTSET(set);
}

static void typecase_font_map_list_families(PangoFontMap *map, PangoFontFamily ***families, int *count) {
    (void)map;
    if (families) *families = NULL;
    *count = 0;
}

static void face_free(gpointer pointer) {
    Face *face = pointer;
    if (face->coverage) g_object_unref(face->coverage);
    // Also frees the FreeType face, once cairo has released it.
    if (face->cairo) cairo_font_face_destroy(face->cairo);
    hb_font_destroy(face->font);
    hb_face_destroy(face->harfbuzz);
    g_free(face->variations);
    g_free(face);
}

static void end_freetype(gpointer library) { FT_Done_FreeType(*(FT_Library *)library); }

static void typecase_font_map_finalize(GObject *object) {
    TypecaseFontMap *map = (TypecaseFontMap *)object;
    g_ptr_array_free(map->fonts, TRUE);
    g_ptr_array_free(map->faces, TRUE);
    hb_set_destroy(map->characters);
    g_atomic_rc_box_release_full(map->freetype, end_freetype);
    G_OBJECT_CLASS(typecase_font_map_parent_class)->finalize(object);
}

static void typecase_font_map_class_init(TypecaseFontMapClass *class) {
    PangoFontMapClass *map = PANGO_FONT_MAP_CLASS(class);
    map->load_font = typecase_font_map_load_font;
    map->load_fontset = typecase_font_map_load_fontset;
    map->list_families = typecase_font_map_list_families;
    map->shape_engine_type = "typecase";
    G_OBJECT_CLASS(class)->finalize = typecase_font_map_finalize;
}

static void typecase_font_map_init(TypecaseFontMap *map) {
    map->faces = g_ptr_array_new_with_free_func(face_free);
    map->fonts = g_ptr_array_new_with_free_func(g_object_unref);
    map->characters = hb_set_create();
    map->freetype = g_atomic_rc_box_new0(FT_Library);
    if (FT_Init_FreeType(map->freetype) != 0) abort();
}

PangoFontMap *typecase_font_map_new(void) {
    return g_object_new(typecase_font_map_get_type(), NULL);
}

static char *variation_text(const hb_variation_t *values, unsigned count) {
    if (count == 0) return NULL;
    GString *text = g_string_new(NULL);
    for (unsigned index = 0; index < count; index += 1) {
        char tag[5] = {0}, number[G_ASCII_DTOSTR_BUF_SIZE];
        hb_tag_to_string(values[index].tag, tag);
        g_ascii_formatd(number, sizeof number, "%.6f", values[index].value);
        g_string_append_printf(text, "%s%s=%s", index ? "," : "", tag, number);
    }
    return g_string_free(text, FALSE);
}

static void end_freetype_face(void *face) {
    gpointer library = ((FT_Face)face)->generic.data;
    FT_Done_Face(face);
    g_atomic_rc_box_release_full(library, end_freetype);
}

bool typecase_font_map_add(
    PangoFontMap *base, const uint8_t *bytes, size_t size, unsigned index, const hb_variation_t *variations,
    unsigned variation_count, bool is_fallback) {
    static const cairo_user_data_key_t key;
    TypecaseFontMap *map = (TypecaseFontMap *)base;
    // In the upper half of the index, FreeType expects a named instance, which cairo does not support.
    if (variation_count > typecase_maximum_axes || size > UINT32_MAX || index > UINT16_MAX) return false;
    FT_Face freetype;
    if (FT_New_Memory_Face(*map->freetype, bytes, (FT_Long)size, (FT_Long)index, &freetype) != 0) return false;
    freetype->generic.data = g_atomic_rc_box_acquire(map->freetype);
    Face *face = g_new0(Face, 1);
    face->face = freetype;
    face->is_fallback = is_fallback;
    face->value_count = variation_count;
    if (variation_count > 0) memcpy(face->values, variations, variation_count * sizeof *variations);
    face->variations = variation_text(variations, variation_count);
    hb_blob_t *blob = hb_blob_create((const char *)bytes, (unsigned)size, HB_MEMORY_MODE_READONLY, NULL, NULL);
    face->harfbuzz = hb_face_create(blob, index);
    hb_blob_destroy(blob);
    face->font = hb_font_create(face->harfbuzz);
    hb_font_set_variations(face->font, variations, variation_count);
    // cairo draws colour bitmaps in all versions since Debian 12, but layers only in later versions.
    bool has_layers = hb_ot_color_has_layers(face->harfbuzz) && cairo_version() >= CAIRO_VERSION_ENCODE(1, 18, 0);
    face->has_color = hb_ot_color_has_png(face->harfbuzz) || has_layers;
    face->cairo = cairo_ft_font_face_create_for_ft_face(freetype, FT_LOAD_NO_HINTING | FT_LOAD_COLOR);
    if (cairo_font_face_set_user_data(face->cairo, &key, freetype, end_freetype_face)
        != CAIRO_STATUS_SUCCESS) {
        end_freetype_face(freetype);
        face_free(face);
        return false;
    }
    g_ptr_array_add(map->faces, face);
    return true;
}

void typecase_font_map_expect(PangoFontMap *base, const char *text, int length) {
    TypecaseFontMap *map = (TypecaseFontMap *)base;
    for (const char *position = text; position < text + length; position = g_utf8_next_char(position))
        hb_set_add(map->characters, g_utf8_get_char(position));
    // The characters of an ellipsis, and the hyphens of broken words.
    static const hb_codepoint_t additions[] = {0x2026, '.', 0x22EF, 0x2010, '-', ' '};
    for (size_t index = 0; index < G_N_ELEMENTS(additions); index += 1) hb_set_add(map->characters, additions[index]);
    for (unsigned number = 0; number < map->faces->len; number += 1) g_clear_object(&face_at(map, number)->coverage);
}

hb_font_t *typecase_font_map_font(PangoFontMap *map, unsigned number) {
    Face *face = face_at((TypecaseFontMap *)map, number);
    return face ? face->font : NULL;
}

bool typecase_font_map_has_color(PangoFontMap *map, unsigned number) {
    Face *face = face_at((TypecaseFontMap *)map, number);
    return face && face->has_color;
}

// MARK: - Drawing

static cairo_scaled_font_t *scaled(TypecaseFont *font) {
    if (!font->scaled) font->scaled = scaled_font(font->face, (double)font->size / PANGO_SCALE);
    return font->scaled;
}

// If FreeType refuses the colour bitmap of a glyph, cairo 1.16 tries to load it forever; see
// _cairo_ft_scaled_glyph_init.
static bool can_draw(TypecaseFont *font, unsigned glyph) {
    if (!FT_HAS_FIXED_SIZES(font->face->face)) return true;
    if (!hb_set_has(font->tried, glyph)) {
        FT_Face face = cairo_ft_scaled_font_lock_face(scaled(font));
        // The scaled font is in an error state, which cairo reports.
        if (!face) return true;
        hb_set_add(font->tried, glyph);
        if (FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_IGNORE_GLOBAL_ADVANCE_WIDTH) != 0)
            hb_set_add(font->refused, glyph);
        cairo_ft_scaled_font_unlock_face(scaled(font));
    }
    return !hb_set_has(font->refused, glyph);
}

// The maximum number of pixels on each side of a glyph that is drawn from a bitmap. cairo keeps whole bitmaps of all
// glyphs of a text, even if the picture shows only a small part: larger glyphs would take up to a gigabyte each.
static const double bitmap_side = 1024;
// Paths have no colours, so colour glyphs are drawn from bitmaps up to the largest size of a font.
static const double color_bitmap_side = 4096;

static void show_glyphs(cairo_t *cairo, TypecaseFont *font, cairo_glyph_t *glyphs, int count) {
    int small = 0;
    cairo_set_scaled_font(cairo, scaled(font));
    for (int index = 0; index < count; index += 1) {
        cairo_text_extents_t extents;
        cairo_scaled_font_glyph_extents(scaled(font), &glyphs[index], 1, &extents);
        double side = font->face->has_color ? color_bitmap_side : bitmap_side;
        if (extents.width <= side && extents.height <= side) {
            glyphs[small] = glyphs[index];
            small += 1;
        } else {
            cairo_glyph_path(cairo, &glyphs[index], 1);
            cairo_fill(cairo);
        }
    }
    if (small > 0) cairo_show_glyphs(cairo, glyphs, small);
}

void typecase_draw_line(cairo_t *cairo, PangoLayoutLine *line, double x, double y) {
    for (GSList *rest = line->runs; rest; rest = rest->next) {
        PangoGlyphItem *run = rest->data;
        PangoGlyphString *string = run->glyphs;
        TypecaseFont *font = (TypecaseFont *)run->item->analysis.font;
        cairo_glyph_t *glyphs = cairo_glyph_allocate(string->num_glyphs);
        int count = 0;
        x += (double)run->start_x_offset / PANGO_SCALE;
        for (int index = 0; index < string->num_glyphs; index += 1) {
            PangoGlyphInfo *info = &string->glyphs[index];
            // A character that no face has is left out instead of drawn as a box.
            if (glyphs && font && info->glyph != PANGO_GLYPH_EMPTY && !(info->glyph & PANGO_GLYPH_UNKNOWN_FLAG)
                && can_draw(font, info->glyph)) {
                glyphs[count].index = info->glyph;
                glyphs[count].x = x + (double)info->geometry.x_offset / PANGO_SCALE;
                glyphs[count].y = y + (double)(info->geometry.y_offset - run->y_offset) / PANGO_SCALE;
                count += 1;
            }
            x += (double)info->geometry.width / PANGO_SCALE;
        }
        x += (double)run->end_x_offset / PANGO_SCALE;
        if (count > 0) show_glyphs(cairo, font, glyphs, count);
        cairo_glyph_free(glyphs);
    }
}

void typecase_draw_glyph(
    cairo_t *cairo, PangoFontMap *map, unsigned number, double size, unsigned glyph, double x, double y) {
    TypecaseFont *font = font_of((TypecaseFontMap *)map, number, (int)(size * PANGO_SCALE));
    if (!font || !can_draw(font, glyph)) return;
    cairo_glyph_t at_place = {.index = glyph, .x = x, .y = y};
    show_glyphs(cairo, font, &at_place, 1);
}

int typecase_ellipsis_start(PangoLayoutLine *line) {
    for (GSList *rest = line->runs; rest; rest = rest->next) {
        PangoGlyphItem *run = rest->data;
        if (run->item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) return run->item->offset;
    }
    return -1;
}
