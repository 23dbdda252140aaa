// The adapter for GTK, which applications may compile in as well.

// Signals have more arguments than it needs.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "../../../Adapters/gtk/typecase-gtk.c"

#include "typecase-client.h"

/**
 * typecase_follow_fonts:
 *
 * Lets this GTK application draw with fonts that are installed after its start. Called once, from the main thread, when
 * GTK is initialised; it lasts until the process ends. Does nothing where there is no session bus, where GTK is not
 * loaded, and where another part of the process follows the fonts already.
 */
void typecase_follow_fonts(void) { typecase_gtk_follow_fonts(); }

/**
 * typecase_refresh_fonts:
 *
 * Lets this GTK application draw with the fonts that it has registered for itself since its first text: fontconfig has
 * them at once, Pango has looked before. Called from the main thread.
 */
void typecase_refresh_fonts(void) { typecase_gtk_refresh(); }
