#!/usr/bin/python3
"""Tells at each line of its standard input which icon an application is shown with, as GTK and GIO have it.

usage: icon-viewer.py ENTRY SIZE [FILE]
  ENTRY  the name of the application's desktop entry
  SIZE   pixels of each side
  FILE   where to write the icon as PNG as it is drawn; a number follows for each line

For each line it writes one: the name of the icon in the entry, the color of the middle of what GTK draws for it as
RRGGBBAA, and what GTK draws it from; with - for what there is not. The process goes on between the lines, as a menu or a
dock does, and asks GTK to notice changes of the theme by what its directories tell, as GTK does by itself every five
seconds.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402

entry, size = sys.argv[1], int(sys.argv[2])
theme = Gtk.IconTheme.get_default()
print("ready", flush=True)
for number, line in enumerate(sys.stdin):
    # GIO notices a change of the entry by inotify.
    while GLib.MainContext.default().iteration(False):
        pass
    application = Gio.DesktopAppInfo.new(entry)
    icon = application.get_icon() if application else None
    if icon is None:
        print("- - -", flush=True)
        continue
    theme.rescan_if_needed()
    found = theme.lookup_by_gicon(icon, size, Gtk.IconLookupFlags.FORCE_SIZE)
    if found is None:
        print(icon.to_string(), "- -", flush=True)
        continue
    picture = found.load_icon()
    place = picture.get_rowstride() * (picture.get_height() // 2) + picture.get_n_channels() * (picture.get_width() // 2)
    color = picture.get_pixels()[place : place + picture.get_n_channels()].hex()
    if len(sys.argv) > 3:
        picture.savev(f"{sys.argv[3]}{number}.png", "png", [], [])
    print(icon.to_string(), color, os.path.basename(found.get_filename() or "-"), flush=True)
