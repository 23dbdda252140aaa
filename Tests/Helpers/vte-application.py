#!/usr/bin/python3
"""Shows a terminal, which is VTE in GTK 3, with a text in a font.

usage: vte-application.py FAMILY
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Vte", "2.91")
from gi.repository import Gtk, Pango, Vte  # noqa: E402

terminal = Vte.Terminal()
terminal.set_cursor_blink_mode(Vte.CursorBlinkMode.OFF)
terminal.set_font(Pango.FontDescription(f"{sys.argv[1]} 24"))
terminal.feed(b"AaBbGg\r\nillicit WWW\r\n")
window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_default_size(440, 200)
window.add(terminal)
window.show_all()
Gtk.main()
