#!/usr/bin/python3
"""Shows a text in a font, and one in a font that it has for itself alone, until its standard input ends.

usage: gtk-application.py VERSION FAMILY OWN-FAMILY OWN-FILE [ADAPTER]
  VERSION     of GTK: 4.0 or 3.0
  FAMILY      the font
  OWN-FAMILY  the other font, and
  OWN-FILE    its file, which is added to fontconfig's fonts of the application
  ADAPTER     the directory of typecase_gtk.py, to follow the fonts of the session with
"""

import ctypes
import sys

import gi

gi.require_version("Gtk", sys.argv[1])
from gi.repository import GLib, Gtk  # noqa: E402

assert ctypes.CDLL("libfontconfig.so.1").FcConfigAppFontAddFile(None, sys.argv[4].encode())
label = Gtk.Label()
label.set_markup("\n".join(f'<span font="{family} 40">AaBbGg</span>' for family in sys.argv[2:4]))
if sys.argv[1] == "4.0":
    window = Gtk.Window()
    window.set_child(label)
else:
    window = Gtk.Window(type=Gtk.WindowType.POPUP)
    window.add(label)
window.set_default_size(400, 200)
if len(sys.argv) > 5:
    sys.path.insert(0, sys.argv[5])
    import typecase_gtk

    # As where two parts of an application do: the second call changes nothing.
    typecase_gtk.follow_fonts()
    typecase_gtk.follow_fonts()
window.show() if sys.argv[1] == "4.0" else window.show_all()
loop = GLib.MainLoop()
GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP, lambda *_: loop.quit())
loop.run()
