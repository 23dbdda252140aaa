/* SPDX-License-Identifier: Apache-2.0
 *
 * Has a running GTK application, version 3 or 4, draw with fonts that come after its start.
 *
 * Part of an application: compile this file with it, and call typecase_gtk_follow_fonts(). One that registers fonts for
 * itself while it runs calls typecase_gtk_refresh() after that.
 * For GTK 3 applications as they are: a module, which they load where GTK_MODULES names it.
 *   cc -shared -fPIC typecase-gtk.c -o libtypecase-gtk.so $(pkg-config --cflags --libs gtk+-3.0 pangoft2 fontconfig)
 *   GTK_MODULES=/path/to/libtypecase-gtk.so application
 */
#define _GNU_SOURCE
#include "typecase-gtk.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#if GTK_MAJOR_VERSION == 3
/* Has a widget of GTK 3 and all within it take their measures again. */
static void
resize (GtkWidget *widget, gpointer data)
{
  gtk_widget_queue_resize (widget);
  if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), resize, NULL);
}

/* Has all windows of GTK 3 take their measures again: what is notified of the font does not reach them. */
static void
resize_windows (void)
{
  GList *windows = gtk_window_list_toplevels ();

  g_list_foreach (windows, (GFunc) resize, NULL);
  g_list_free (windows);
}
#endif

/* The file in memory by which `typecase status --apps` sees that this process follows the fonts, and how far it is: it
 * holds the generation of the fonts that it draws with. */
static int marker = -1;

static void
mark (guint64 generation)
{
  char text[32];
  int length = snprintf (text, sizeof text, "%" G_GUINT64_FORMAT "\n", generation);

  if (marker >= 0 && pwrite (marker, text, length, 0) < 0)
    g_debug ("typecase: what is drawn cannot be noted");
}

/* Has fontconfig look at the fonts anew, and keep those that this process alone has, such as its launch fonts, without
 * reading their files again. Nobody sees a configuration without them: threads of Pango may look for fonts at any
 * moment. */
static void
reload_fonts (void)
{
  FcConfig *config = FcInitLoadConfigAndFonts ();
  FcFontSet *own = FcConfigGetFonts (NULL, FcSetApplication);
  FcFontSet *kept = NULL;
  int i;

  if (config == NULL)
    return;
  if (own != NULL && own->nfont > 0)
    {
      /* Only whoever adds a file makes the set; of what is no font, nothing is added to it. */
      FcConfigAppFontAddFile (config, (const FcChar8 *) "/dev/null");
      kept = FcConfigGetFonts (config, FcSetApplication);
    }
  for (i = 0; kept != NULL && i < own->nfont; i++)
    {
      FcPatternReference (own->fonts[i]);
      FcFontSetAdd (kept, own->fonts[i]);
    }
  FcConfigSetCurrent (config);
  FcConfigDestroy (config);
}

void
typecase_gtk_refresh (void)
{
  PangoFontMap *map = pango_cairo_font_map_get_default ();
  GtkSettings *settings = gtk_settings_get_default ();

  /* First what Pango has made of the fonts, then the widgets: in the other order they keep what was there. */
  if (PANGO_IS_FC_FONT_MAP (map))
    pango_fc_font_map_config_changed (PANGO_FC_FONT_MAP (map));
  if (settings != NULL)
    g_object_notify (G_OBJECT (settings), "gtk-font-name");
#if GTK_MAJOR_VERSION == 3
  resize_windows ();
#endif
}

static void
fonts_changed (GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal,
               GVariant *arguments, gpointer data)
{
  guint64 generation = 0;

  reload_fonts ();
  typecase_gtk_refresh ();
  if (g_variant_is_of_type (arguments, G_VARIANT_TYPE ("(t)")))
    g_variant_get (arguments, "(t)", &generation);
  mark (generation);
}

void
typecase_gtk_follow_fonts (void)
{
  static gboolean follows = FALSE;
  GDBusConnection *bus = follows ? NULL : g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  /* Every Flatpak hears the name of the portal, and needs a permission for the other one. */
  gboolean is_flatpak = access ("/.flatpak-info", F_OK) == 0;

  if (bus == NULL)
    return;
  follows = TRUE;
  if (is_flatpak)
    g_dbus_connection_signal_subscribe (bus, "org.freedesktop.portal.Typecase", "org.freedesktop.portal.Typecase",
                                        "Changed", "/org/freedesktop/portal/desktop/typecase", NULL,
                                        G_DBUS_SIGNAL_FLAGS_NONE, fonts_changed, NULL, NULL);
  else
    g_dbus_connection_signal_subscribe (bus, "org.typecase.FontManager1", "org.typecase.FontManager1", "FontsChanged",
                                        "/org/typecase/FontManager1", NULL, G_DBUS_SIGNAL_FLAGS_NONE, fonts_changed,
                                        NULL, NULL);
  marker = memfd_create ("typecase-fonts", MFD_CLOEXEC);
}

/* What GTK 3 calls in a module. */
G_MODULE_EXPORT void gtk_module_init (int *count, char ***arguments);

G_MODULE_EXPORT void
gtk_module_init (int *count, char ***arguments)
{
  typecase_gtk_follow_fonts ();
}
