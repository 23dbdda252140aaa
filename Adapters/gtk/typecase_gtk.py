# SPDX-License-Identifier: Apache-2.0
"""Lets a running GTK application, version 3 or 4, draw with fonts that are installed after its start.

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
from gi.repository import Gio, GObject, Gtk, PangoCairo, PangoFc  # noqa: E402


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
# holds the generation of the fonts that it has drawn with.
_marker = None
# Each time another one, also than the desktop's.
_time_stamp = 0x7D000000


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
    _refresh_terminals(settings)
    # In GTK 3 the notification does not reach text that is laid out.
    if Gtk.get_major_version() == 3:
        for widget in _widgets():
            widget.queue_resize()


def _widgets():
    """All widgets of all windows."""
    found = list(Gtk.Window.list_toplevels())
    for widget in found:
        if Gtk.get_major_version() == 3:
            if isinstance(widget, Gtk.Container):
                widget.forall(found.append)
        else:
            child = widget.get_first_child()
            while child:
                found.append(child)
                child = child.get_next_sibling()
    return found


def _refresh_terminals(settings):
    """Makes terminals look up their fonts again, which they keep while description and fontconfig's time stamp stay."""
    global _time_stamp
    try:
        kind = GObject.type_from_name("VteTerminal")
    except RuntimeError:
        return
    terminals = [widget for widget in _widgets() if GObject.type_is_a(widget, kind)]
    if settings and terminals:
        _time_stamp += 1
        settings.set_property("gtk-fontconfig-timestamp", _time_stamp)
        for terminal in terminals:
            scale = terminal.get_property("font-scale")
            terminal.set_property("font-scale", scale * 1.0005 if scale < 1 else scale / 1.0005)
            terminal.set_property("font-scale", scale)
        # What an application has set by itself, GTK takes from no settings daemon any more.
        settings.reset_property("gtk-fontconfig-timestamp")


def _reload_fonts():
    """Makes fontconfig look at the fonts again, and keep those that this process alone has, such as its launch fonts.

    Their files are not read again. Nobody sees a configuration without them: threads of Pango may look for fonts at any
    moment.
    """
    configuration = ctypes.c_void_p(_fontconfig.FcInitLoadConfigAndFonts())
    if not configuration:
        return
    own = _fontconfig.FcConfigGetFonts(None, _APPLICATION_FONTS)
    if own and own.contents.count:
        # Only adding a file makes the set; of what is no font, nothing is added to it.
        _fontconfig.FcConfigAppFontAddFile(configuration, b"/dev/null")
        kept = _fontconfig.FcConfigGetFonts(configuration, _APPLICATION_FONTS)
        for index in range(own.contents.count if kept else 0):
            pattern = ctypes.c_void_p(own.contents.fonts[index])
            _fontconfig.FcPatternReference(pattern)
            _fontconfig.FcFontSetAdd(kept, pattern)
    _fontconfig.FcConfigSetCurrent(configuration)
    _fontconfig.FcConfigDestroy(configuration)


def _note_when_drawn(generation):
    """Notes the generation once all windows that are shown have been painted, or are gone."""
    windows = [window for window in Gtk.Window.list_toplevels() if window.get_mapped() and window.get_frame_clock()]
    undrawn = set(windows)

    def note(window):
        undrawn.discard(window)
        if not undrawn:
            os.pwrite(_marker, b"%d\n" % generation, 0)

    for window in windows:
        clock = window.get_frame_clock()
        handlers = []

        def drawn(*_, window=window, clock=clock, handlers=handlers):
            if handlers:
                clock.disconnect(handlers.pop())
                window.disconnect(handlers.pop())
                note(window)

        handlers += [window.connect("unmap", drawn), clock.connect("after-paint", drawn)]
        window.queue_draw()
    note(None)


def _fonts_changed(_bus, _sender, _path, _interface, _signal, arguments):
    _reload_fonts()
    refresh()
    _note_when_drawn(arguments.unpack()[0])


def _is_followed():
    """Whether another copy of the adapter follows the fonts, as the module of GIO does in every program."""
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{descriptor}").startswith("/memfd:typecase-fonts"):
                return True
        except FileNotFoundError:
            continue
    return False


def follow_fonts():
    """Refreshes at each change of the session's fonts, until the process ends; a second call changes nothing.

    Raises GLib.Error where there is no session bus to hear of changes on.
    """
    global _marker
    if _marker is not None or _is_followed():
        return
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.signal_subscribe(_NAME, _NAME, _SIGNAL, _PATH, None, Gio.DBusSignalFlags.NONE, _fonts_changed)
    _connections.append(bus)
    _marker = os.memfd_create("typecase-fonts")
