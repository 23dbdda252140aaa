# SPDX-License-Identifier: Apache-2.0
"""Has a running GTK application, version 3 or 4, draw with fonts that come after its start.

In the application, once GTK is there:

    import typecase_gtk
    typecase_gtk.follow_fonts()

One that adds fonts for itself while it runs calls refresh() after that.

GTK 4 on Wayland outside of a sandbox learns of new fonts by nobody else, and GTK up to 4.8 and 3.24 draws one change
behind. Needs python3-gi and the introspection data of Pango.
"""

import ctypes
import os

import gi

gi.require_version("PangoCairo", "1.0")
gi.require_version("PangoFc", "1.0")
from gi.repository import Gio, Gtk, PangoCairo, PangoFc  # noqa: E402


class _FontSet(ctypes.Structure):
    """FcFontSet of fontconfig.h."""

    _fields_ = [("count", ctypes.c_int), ("room", ctypes.c_int), ("fonts", ctypes.POINTER(ctypes.c_void_p))]


_fontconfig = ctypes.CDLL("libfontconfig.so.1")
_fontconfig.FcInitLoadConfigAndFonts.restype = ctypes.c_void_p
_fontconfig.FcConfigGetFonts.restype = ctypes.POINTER(_FontSet)
_fontconfig.FcFontSetAdd.argtypes = [ctypes.POINTER(_FontSet), ctypes.c_void_p]
_APPLICATION_FONTS = 1
# Every Flatpak hears the name of the portal, and needs a permission for the other one.
if os.path.exists("/.flatpak-info"):
    _NAME, _SIGNAL = "org.freedesktop.portal.Typecase", "Changed"
    _PATH = "/org/freedesktop/portal/desktop/typecase"
else:
    _NAME, _SIGNAL = "org.typecase.FontManager1", "FontsChanged"
    _PATH = "/org/typecase/FontManager1"
# Nobody else may hold the connection, which would close then.
_connections = []
# The file in memory by which `typecase status --apps` sees that this process follows the fonts, and how far it is: it
# holds the generation of the fonts that it draws with.
_marker = None


def refresh():
    """Draws everything again with the fonts that fontconfig has now; for the main thread.

    Those that the application has added for itself since its first text are among them: Pango has looked before.
    """
    # First what Pango has made of the fonts, then the widgets: in the other order they keep what was there.
    font_map = PangoCairo.FontMap.get_default()
    if isinstance(font_map, PangoFc.FontMap):
        font_map.config_changed()
    settings = Gtk.Settings.get_default()
    if settings:
        settings.notify("gtk-font-name")
    if Gtk.get_major_version() == 3:
        for window in Gtk.Window.list_toplevels():
            _resize(window)


def _reload_fonts():
    """Has fontconfig look at the fonts anew, and keep those that this process alone has, such as its launch fonts.

    Their files are not read again. Nobody sees a configuration without them: threads of Pango may look for fonts at any
    moment.
    """
    configuration = ctypes.c_void_p(_fontconfig.FcInitLoadConfigAndFonts())
    if not configuration:
        return
    own = _fontconfig.FcConfigGetFonts(None, _APPLICATION_FONTS)
    if own and own.contents.count:
        # Only whoever adds a file makes the set; of what is no font, nothing is added to it.
        _fontconfig.FcConfigAppFontAddFile(configuration, b"/dev/null")
        kept = _fontconfig.FcConfigGetFonts(configuration, _APPLICATION_FONTS)
        for index in range(own.contents.count if kept else 0):
            pattern = ctypes.c_void_p(own.contents.fonts[index])
            _fontconfig.FcPatternReference(pattern)
            _fontconfig.FcFontSetAdd(kept, pattern)
    _fontconfig.FcConfigSetCurrent(configuration)
    _fontconfig.FcConfigDestroy(configuration)


def _resize(widget):
    """Has a widget of GTK 3 and all within it take their measures again."""
    widget.queue_resize()
    if isinstance(widget, Gtk.Container):
        widget.forall(_resize)


def _fonts_changed(_bus, _sender, _path, _interface, _signal, arguments):
    _reload_fonts()
    refresh()
    os.pwrite(_marker, b"%d\n" % arguments.unpack()[0], 0)


def follow_fonts():
    """Refreshes at each change of the session's fonts, until the process ends; a second call changes nothing.

    Raises GLib.Error where there is no session bus to hear of changes on.
    """
    global _marker
    if _marker is not None:
        return
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.signal_subscribe(_NAME, _NAME, _SIGNAL, _PATH, None, Gio.DBusSignalFlags.NONE, _fonts_changed)
    _connections.append(bus)
    _marker = os.memfd_create("typecase-fonts")
