// A Pango font map over fonts in memory: Pango's own maps open files and start a thread that reads the system's fonts.
// GObject classes cannot be written in Swift.
#pragma once

#include <cairo.h>
#include <hb.h>
#include <pango/pango.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The most values of axes that a face is set to.
enum { typecase_maximum_axes = 64 };

// Makes an empty map, whose faces have the numbers 0, 1, ... in the order they were added.
PangoFontMap *typecase_font_map_new(void);

// Makes a description ask for a face of a map. It does so also where Pango replaces its family, as it does for emoji.
void typecase_describe_face(PangoFontDescription *description, unsigned face);

// Adds a face. The bytes must stay where they are until the map is gone.
//
// Returns whether FreeType and HarfBuzz can open it.
bool typecase_font_map_add(
    PangoFontMap *map, const uint8_t *bytes, size_t size, unsigned index, const hb_variation_t *variations,
    unsigned variation_count, bool is_fallback);

// Tells the map which characters will be asked for: coverage is told for these only.
void typecase_font_map_expect(PangoFontMap *map, const char *text, int length);

// A face at no size, in units of its em; borrowed.
hb_font_t *typecase_font_map_font(PangoFontMap *map, unsigned face);

// Whether a face has glyphs in colour that cairo can draw.
bool typecase_font_map_has_color(PangoFontMap *map, unsigned face);

// Draws a line with its baseline starting at a position, less the glyphs that FreeType cannot load.
void typecase_draw_line(cairo_t *cairo, PangoLayoutLine *line, double x, double y);

// Draws one glyph of a face with its origin at a position.
void typecase_draw_glyph(
    cairo_t *cairo, PangoFontMap *map, unsigned face, double size, unsigned glyph, double x, double y);

// Where the part of a line that was not replaced by an ellipsis ends, in bytes of the layout's text; -1 without ellipsis.
int typecase_ellipsis_start(PangoLayoutLine *line);

