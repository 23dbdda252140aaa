/* SPDX-License-Identifier: Apache-2.0
 *
 * What typecase-gio.c uses of typecase-gtk.c. */
#pragma once

#include <gio/gio.h>

/* Whether this process has loaded GTK 3 or 4, and all that the adapter calls of it. Looks once. */
gboolean typecase_gtk_is_loaded (void);

/* Whether GTK has a display. For the main thread. */
gboolean typecase_gtk_is_initialised (void);

/* Follows the fonts by the signals on a bus, which the caller keeps open. A second call does nothing. */
void typecase_gtk_follow_bus (GDBusConnection *bus);
