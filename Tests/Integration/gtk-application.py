#!/usr/bin/python3
"""Shows a text in a font until its standard input ends.

usage: gtk-application.py VERSION FAMILY [ADAPTER]
  VERSION  of GTK: 4.0 or 3.0
  FAMILY   the font
  ADAPTER  the directory of typecase_gtk.py, to follow the fonts of the session with
"""

import sys

import gi

gi.require_version("Gtk", sys.argv[1])
from gi.repository import GLib, Gtk  # noqa: E402

label = Gtk.Label()
label.set_markup(f'<span font="{sys.argv[2]} 40">AaBbGg</span>')
if sys.argv[1] == "4.0":
    window = Gtk.Window()
    window.set_child(label)
else:
    window = Gtk.Window(type=Gtk.WindowType.POPUP)
    window.add(label)
window.set_default_size(400, 200)
if len(sys.argv) > 3:
    sys.path.insert(0, sys.argv[3])
    import typecase_gtk

    # As where two parts of an application do: the second call changes nothing.
    typecase_gtk.follow_fonts()
    typecase_gtk.follow_fonts()
window.show() if sys.argv[1] == "4.0" else window.show_all()
loop = GLib.MainLoop()
GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP, lambda *_: loop.quit())
loop.run()
