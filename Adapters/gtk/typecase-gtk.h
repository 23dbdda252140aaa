/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Lets this application draw with fonts that are installed after its start: call it once, from the main thread, when GTK
 * is initialised. It lasts until the process ends. */
void typecase_gtk_follow_fonts (void);

/* Lets this application draw with the fonts that it has registered for itself since its first text, such as the first
 * uses of fonts of its own: fontconfig has them at once, Pango has looked before. Call it from the main thread. */
void typecase_gtk_refresh (void);
