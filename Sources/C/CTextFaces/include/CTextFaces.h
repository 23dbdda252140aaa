// A Pango font map for fonts in memory. Pango's own maps open files and start a thread that reads the system fonts.
// This is C because GObject classes cannot be written in Swift.
#pragma once

#include <cairo.h>
#include <hb.h>
#include <pango/pango.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The maximum number of axis values of a face.
enum { typecase_maximum_axes = 64 };

// Creates an empty map. Its faces are numbered 0, 1, ... in the order in which they are added.
PangoFontMap *typecase_font_map_new(void);

// Makes a description request a face of a map, even if Pango replaces the family, as it does for emoji.
void typecase_describe_face(PangoFontDescription *description, unsigned face);

// Adds a face. The bytes must stay where they are until the map is gone.
//
// Returns whether FreeType and HarfBuzz can open the face.
bool typecase_font_map_add(
    PangoFontMap *map, const uint8_t *bytes, size_t size, unsigned index, const hb_variation_t *variations,
    unsigned variation_count, bool is_fallback);

// Sets the characters that will be requested: the map determines the coverage of these only.
void typecase_font_map_expect(PangoFontMap *map, const char *text, int length);

// A face without a size, in units of its em; not retained.
hb_font_t *typecase_font_map_font(PangoFontMap *map, unsigned face);

// Whether a face has colour glyphs that cairo can draw.
bool typecase_font_map_has_color(PangoFontMap *map, unsigned face);

// Draws a line whose baseline starts at a position, without the glyphs that FreeType cannot load.
void typecase_draw_line(cairo_t *cairo, PangoLayoutLine *line, double x, double y);

// Draws one glyph of a face with its origin at a position.
void typecase_draw_glyph(
    cairo_t *cairo, PangoFontMap *map, unsigned face, double size, unsigned glyph, double x, double y);

// The end of the part of a line before its ellipsis, in bytes of the layout's text; -1 without an ellipsis.
int typecase_ellipsis_start(PangoLayoutLine *line);

