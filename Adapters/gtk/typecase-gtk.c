/* SPDX-License-Identifier: Apache-2.0
 *
 * Lets a running GTK application, version 3 or 4, draw with fonts that are installed after its start.
 *
 * Part of an application: compile this file with it, and call typecase_gtk_follow_fonts(). One that registers fonts for
 * itself while it runs calls typecase_gtk_refresh() after that.
 * For GTK 3 applications as they are, a module that GTK_MODULES names:
 *   cc -shared -fPIC typecase-gtk.c -o libtypecase-gtk.so $(pkg-config --cflags --libs gio-2.0 fontconfig)
 * With typecase-gio.c, which needs no variable, a module of GIO for all of them; the package installs it.
 *
 * GTK, Pango and fontconfig are looked up in the process, so that one file serves both versions and links with neither.
 */
#define _GNU_SOURCE
#include "typecase-gtk.h"
#include "typecase-gtk-private.h"

#include <dlfcn.h>
#include <fontconfig/fontconfig.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Widgets are GObjects here: the headers of GTK belong to one version. */
typedef void (*ForEach) (gpointer widget, gpointer data);

/* What is called of the libraries that the process has loaded. */
static struct
{
  GObject *(*settings) (void);
  void (*reset_property) (gpointer settings, const char *name);
  GList *(*toplevels) (void);
  gboolean (*is_mapped) (gpointer widget);
  gpointer (*frame_clock) (gpointer widget);
  void (*queue_resize) (gpointer widget);
  void (*queue_draw) (gpointer widget);
  /* GTK 3 alone. */
  void (*for_all) (gpointer container, ForEach call, gpointer data);
  /* GTK 4 alone. */
  gboolean (*is_initialised) (void);
  gpointer (*first_child) (gpointer widget);
  gpointer (*next_sibling) (gpointer widget);
  gpointer (*font_map) (void);
  void (*config_changed) (gpointer font_map);
  __typeof__ (&FcInitLoadConfigAndFonts) load;
  __typeof__ (&FcConfigGetFonts) fonts;
  __typeof__ (&FcConfigAppFontAddFile) add_file;
  __typeof__ (&FcPatternReference) reference;
  __typeof__ (&FcFontSetAdd) add;
  __typeof__ (&FcConfigSetCurrent) set_current;
  __typeof__ (&FcConfigDestroy) destroy;
  __typeof__ (&FcConfigUptoDate) is_up_to_date;
} has;

/* A function of a library that is loaded: programs that load GTK late, as Python does, keep its names to themselves. */
static gboolean
look_up (void *library, const char *name, void *function)
{
  void *found = library != NULL ? dlsym (library, name) : NULL;

  *(void **) function = found;
  return found != NULL;
}

static gboolean
look_up_all (void)
{
  void *pango_cairo = dlopen ("libpangocairo-1.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
  void *pango_ft = dlopen ("libpangoft2-1.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
  void *fontconfig = dlopen ("libfontconfig.so.1", RTLD_LAZY | RTLD_NOLOAD);
  void *gtk = dlopen ("libgtk-4.so.1", RTLD_LAZY | RTLD_NOLOAD);

  if (gtk == NULL)
    gtk = dlopen ("libgtk-3.so.0", RTLD_LAZY | RTLD_NOLOAD);
  return look_up (gtk, "gtk_settings_get_default", &has.settings)
         && look_up (gtk, "gtk_settings_reset_property", &has.reset_property)
         && look_up (gtk, "gtk_window_list_toplevels", &has.toplevels)
         && look_up (gtk, "gtk_widget_get_mapped", &has.is_mapped)
         && look_up (gtk, "gtk_widget_get_frame_clock", &has.frame_clock)
         && look_up (gtk, "gtk_widget_queue_resize", &has.queue_resize)
         && look_up (gtk, "gtk_widget_queue_draw", &has.queue_draw)
         && (look_up (gtk, "gtk_container_forall", &has.for_all)
             || (look_up (gtk, "gtk_is_initialized", &has.is_initialised)
                 && look_up (gtk, "gtk_widget_get_first_child", &has.first_child)
                 && look_up (gtk, "gtk_widget_get_next_sibling", &has.next_sibling)))
         && look_up (pango_cairo, "pango_cairo_font_map_get_default", &has.font_map)
         && look_up (pango_ft, "pango_fc_font_map_config_changed", &has.config_changed)
         && look_up (fontconfig, "FcInitLoadConfigAndFonts", &has.load)
         && look_up (fontconfig, "FcConfigGetFonts", &has.fonts)
         && look_up (fontconfig, "FcConfigAppFontAddFile", &has.add_file)
         && look_up (fontconfig, "FcPatternReference", &has.reference)
         && look_up (fontconfig, "FcFontSetAdd", &has.add)
         && look_up (fontconfig, "FcConfigSetCurrent", &has.set_current)
         && look_up (fontconfig, "FcConfigDestroy", &has.destroy)
         && look_up (fontconfig, "FcConfigUptoDate", &has.is_up_to_date);
}

gboolean
typecase_gtk_is_loaded (void)
{
  static GMutex mutex;
  static gboolean found = FALSE;
  gboolean result;

  g_mutex_lock (&mutex);
  /* A program that has no GTK yet may load it later. */
  if (!found)
    found = look_up_all ();
  result = found;
  g_mutex_unlock (&mutex);
  return result;
}

gboolean
typecase_gtk_is_initialised (void)
{
  return typecase_gtk_is_loaded () && (has.is_initialised == NULL || has.is_initialised ()) && has.settings () != NULL;
}

static gboolean
is_a (gpointer object, const char *type_name)
{
  GType type = g_type_from_name (type_name);

  return type != 0 && object != NULL && g_type_check_instance_is_a (object, type);
}

/* Calls a function with a widget and all within it. */
static void
for_each_widget (gpointer widget, gpointer call)
{
  gpointer child;

  ((void (*) (gpointer)) call) (widget);
  if (has.for_all == NULL)
    for (child = has.first_child (widget); child != NULL; child = has.next_sibling (child))
      for_each_widget (child, call);
  else if (is_a (widget, "GtkContainer"))
    has.for_all (widget, for_each_widget, call);
}

/* Makes a terminal look up its font again: it keeps it for as long as the description and the time stamp of fontconfig,
 * a setting, are the same. The nudge is smaller than any pixel. */
static void
nudge_terminal (gpointer widget)
{
  double scale;

  if (!is_a (widget, "VteTerminal"))
    return;
  g_object_get (widget, "font-scale", &scale, NULL);
  g_object_set (widget, "font-scale", scale < 1 ? scale * 1.0005 : scale / 1.0005, NULL);
  g_object_set (widget, "font-scale", scale, NULL);
}

static void
refresh_terminals (GObject *settings, GList *windows)
{
  /* Each time another one, also than the desktop's. */
  static guint time_stamp = 0x7c000000;

  if (g_type_from_name ("VteTerminal") == 0)
    return;
  g_object_set (settings, "gtk-fontconfig-timestamp", ++time_stamp, NULL);
  g_list_foreach (windows, for_each_widget, nudge_terminal);
  /* What an application has set by itself, GTK takes from no settings daemon any more. */
  has.reset_property (settings, "gtk-fontconfig-timestamp");
}

/* The file in memory by which `typecase status --apps` sees that this process follows the fonts, and how far it is: it
 * holds the generation of the fonts that it has drawn with. */
static int marker = -1;
static guint64 generation = 0;
/* How many windows are still to be drawn before that is so. */
static guint undrawn = 0;

static void
window_is_drawn (gpointer data, GClosure *closure)
{
  char text[32];
  int length = snprintf (text, sizeof text, "%" G_GUINT64_FORMAT "\n", generation);

  if (--undrawn == 0 && marker >= 0 && pwrite (marker, text, length, 0) < 0)
    g_debug ("typecase: what is drawn cannot be noted");
}

static void
painted (gpointer frame_clock, gpointer handler)
{
  g_signal_handler_disconnect (frame_clock, *(gulong *) handler);
}

static void
free_handler (gpointer handler, GClosure *closure)
{
  g_free (handler);
  window_is_drawn (NULL, NULL);
}

/* Notes the generation once all windows that are shown have been painted, or are gone. */
static void
note_when_drawn (void)
{
  GList *windows = has.toplevels (), *window;

  undrawn++;
  for (window = windows; window != NULL; window = window->next)
    if (has.is_mapped (window->data) && has.frame_clock (window->data) != NULL)
      {
        gulong *handler = g_new0 (gulong, 1);

        undrawn++;
        *handler = g_signal_connect_data (has.frame_clock (window->data), "after-paint", G_CALLBACK (painted), handler,
                                          free_handler, 0);
        has.queue_draw (window->data);
      }
  g_list_free (windows);
  window_is_drawn (NULL, NULL);
}

/* Makes fontconfig look at the fonts again, and keep those that this process alone has, such as its launch fonts, without
 * reading their files again. Nobody sees a configuration without them: threads of Pango may look for fonts at any
 * moment. */
static void
reload_fonts (void)
{
  FcConfig *config = has.load ();
  FcFontSet *own = has.fonts (NULL, FcSetApplication);
  FcFontSet *kept = NULL;
  int i;

  if (config == NULL)
    return;
  if (own != NULL && own->nfont > 0)
    {
      /* Only adding a file makes the set; of what is no font, nothing is added to it. */
      has.add_file (config, (const FcChar8 *) "/dev/null");
      kept = has.fonts (config, FcSetApplication);
    }
  for (i = 0; kept != NULL && i < own->nfont; i++)
    {
      has.reference (own->fonts[i]);
      has.add (kept, own->fonts[i]);
    }
  has.set_current (config);
  has.destroy (config);
}

void
typecase_gtk_refresh (void)
{
  GObject *settings = typecase_gtk_is_initialised () ? has.settings () : NULL;
  gpointer map = settings != NULL ? has.font_map () : NULL;
  GList *windows;

  if (settings == NULL)
    return;
  /* First what Pango has made of the fonts, then the widgets: in the other order they keep what was there. */
  if (is_a (map, "PangoFcFontMap"))
    has.config_changed (map);
  g_object_notify (settings, "gtk-font-name");
  windows = has.toplevels ();
  refresh_terminals (settings, windows);
  /* In GTK 3 the notification does not reach text that is laid out. */
  if (has.for_all != NULL)
    g_list_foreach (windows, for_each_widget, has.queue_resize);
  g_list_free (windows);
}

static void
fonts_changed (GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal,
               GVariant *arguments, gpointer data)
{
  reload_fonts ();
  typecase_gtk_refresh ();
  if (g_variant_is_of_type (arguments, G_VARIANT_TYPE ("(t)")))
    g_variant_get (arguments, "(t)", &generation);
  note_when_drawn ();
}

/* Whether another copy of the adapter follows the fonts, as where the application has one of its own. */
static gboolean
is_followed (void)
{
  GDir *directory = g_dir_open ("/proc/self/fd", 0, NULL);
  const char *name;
  gboolean found = FALSE;

  while (directory != NULL && !found && (name = g_dir_read_name (directory)) != NULL)
    {
      char target[64] = "";
      char *path = g_build_filename ("/proc/self/fd", name, NULL);

      found = readlink (path, target, sizeof target - 1) > 0 && g_str_has_prefix (target, "/memfd:typecase-fonts");
      g_free (path);
    }
  if (directory != NULL)
    g_dir_close (directory);
  return found;
}

void
typecase_gtk_follow_bus (GDBusConnection *bus)
{
  /* Every Flatpak hears the name of the portal, and needs a permission for the other one. */
  gboolean is_flatpak = access ("/.flatpak-info", F_OK) == 0;
  const char *name = is_flatpak ? "org.freedesktop.portal.Typecase" : "org.typecase.FontManager1";

  if (is_followed () || !typecase_gtk_is_loaded ())
    return;
  g_dbus_connection_signal_subscribe (bus, name, name, is_flatpak ? "Changed" : "FontsChanged",
                                      is_flatpak ? "/org/freedesktop/portal/desktop/typecase"
                                                 : "/org/typecase/FontManager1",
                                      NULL, G_DBUS_SIGNAL_FLAGS_NONE, fonts_changed, NULL, NULL);
  marker = memfd_create ("typecase-fonts", MFD_CLOEXEC);
  /* A font may have come since the first text. */
  if (has.is_up_to_date (NULL) == FcFalse)
    {
      reload_fonts ();
      typecase_gtk_refresh ();
    }
}

void
typecase_gtk_follow_fonts (void)
{
  GDBusConnection *bus = marker < 0 ? g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL) : NULL;

  /* The reference is kept: nobody else may hold the connection, which would close then. */
  if (bus != NULL)
    typecase_gtk_follow_bus (bus);
}

/* What GTK 3 calls in a module. */
G_MODULE_EXPORT void gtk_module_init (int *count, char ***arguments);

G_MODULE_EXPORT void
gtk_module_init (int *count, char ***arguments)
{
  typecase_gtk_follow_fonts ();
}
