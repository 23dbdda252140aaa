/* SPDX-License-Identifier: Apache-2.0
 *
 * A module of GIO that brings the adapter into every program with GTK 3 or 4, as it is.
 *
 * GIO loads modules when a program first asks for what they implement. This one names "gio-vfs", which GTK asks for as it
 * starts, since it reads its style sheets by GFile, and implements nothing. In a program that has no GTK and loads no
 * libraries by introspection, it says so, and GIO unloads it at once; TYPECASE_ADAPTERS=off does the same in every program.
 */
#include "typecase-gtk-private.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/auxv.h>

/* How often, once a second, the module looks whether the program has opened its display, which most have at once. */
#define LOOKS 10

static void
connected (GObject *source, GAsyncResult *result, gpointer data)
{
  GDBusConnection *bus = g_dbus_connection_new_for_address_finish (result, NULL);

  /* It is kept until the process ends. Where the bus ends before, the program goes on: only connections that GIO shares
   * end their program. */
  if (bus != NULL)
    typecase_gtk_follow_bus (bus);
}

/* The address of a session bus that exists; NULL rather than a bus that would have to be started. */
static char *
bus_address (void)
{
  const char *address = g_getenv ("DBUS_SESSION_BUS_ADDRESS");
  char *path = g_build_filename (g_get_user_runtime_dir (), "bus", NULL);
  char *result = NULL;

  if (address != NULL && *address != 0)
    result = g_strdup (address);
  else if (g_file_test (path, G_FILE_TEST_EXISTS))
    result = g_strconcat ("unix:path=", path, NULL);
  g_free (path);
  return result;
}

static gboolean
start (gpointer data)
{
  static int looks = 0;
  char *address;

  if (!typecase_gtk_is_initialised ())
    {
      if (++looks < LOOKS)
        g_timeout_add_seconds (1, start, NULL);
      return G_SOURCE_REMOVE;
    }
  address = bus_address ();
  /* A connection of its own: a shared one would end the program with the bus, where it uses none otherwise. */
  if (address != NULL)
    g_dbus_connection_new_for_address (
        address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL,
        NULL, connected, NULL);
  g_free (address);
  return G_SOURCE_REMOVE;
}

static gboolean
is_switched_off (void)
{
  const char *value = g_getenv ("TYPECASE_ADAPTERS");

  /* A program with more rights than its user gets nothing of its user. */
  return getauxval (AT_SECURE) != 0 || (value != NULL && strcmp (value, "off") == 0);
}

/* Whether the program can load GTK while it runs, as those in Python and JavaScript do, which may use GIO before. */
static gboolean
may_load_gtk (void)
{
  return dlopen ("libgirepository-1.0.so.1", RTLD_LAZY | RTLD_NOLOAD) != NULL
         || dlopen ("libgirepository-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD) != NULL;
}

G_MODULE_EXPORT void
g_io_module_load (GIOModule *module)
{
  if (is_switched_off () || !(typecase_gtk_is_loaded () || may_load_gtk ()))
    return;
  /* The code of what follows stays. */
  g_type_module_use (G_TYPE_MODULE (module));
  /* After what the program does as it starts, in the thread of its windows: GIO may load modules in any. */
  g_idle_add_full (G_PRIORITY_LOW, start, NULL, NULL);
}

G_MODULE_EXPORT void
g_io_module_unload (GIOModule *module)
{
}

/* What gio-querymodules writes into GIO's list, so that only who asks for it loads this module. */
G_MODULE_EXPORT char **
g_io_module_query (void)
{
  static const char *const points[] = { "gio-vfs", NULL };

  return g_strdupv ((char **) points);
}
