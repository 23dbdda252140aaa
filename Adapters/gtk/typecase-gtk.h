/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

/* Has this application draw with fonts that come after its start: call it once, from the main thread, when GTK is
 * initialised. It lasts until the process ends. */
void typecase_gtk_follow_fonts (void);
