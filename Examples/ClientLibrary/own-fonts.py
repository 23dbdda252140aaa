#!/usr/bin/python3
"""Fonts of its own for an application of GTK 4 in Python: shows a window whose UI file and style sheet name them.

usage: own-fonts.py DIRECTORY [--application ID] [FONT...]
  DIRECTORY  has window.ui and style.css
  ID         an application whose manifest names launch fonts
  FONT       a file that is registered for this process
"""

import argparse
import pathlib

import gi

try:
    gi.require_version("Gdk", "4.0")
    gi.require_version("Gtk", "4.0")
    gi.require_version("TypecaseClient", "1.0")
except ValueError as error:
    raise SystemExit(f"own-fonts: {error}; see GI_TYPELIB_PATH")
from gi.repository import Gdk, GLib, Gtk, TypecaseClient  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("directory", type=pathlib.Path)
parser.add_argument("--application")
parser.add_argument("fonts", nargs="*")
arguments = parser.parse_args()
# Before anything is drawn: toolkits keep what they have found.
try:
    if arguments.application:
        TypecaseClient.register_launch_fonts(arguments.application, None)
    TypecaseClient.register_fonts(arguments.fonts, TypecaseClient.Scope.PROCESS, None)
except GLib.Error as error:
    raise SystemExit(f"own-fonts: {error.message}")
if Gdk.Display.get_default() is None:
    raise SystemExit("own-fonts: there is no display")
TypecaseClient.follow_fonts()
builder = Gtk.Builder()
try:
    builder.add_from_file(str(arguments.directory / "window.ui"))
except GLib.Error as error:
    raise SystemExit(f"own-fonts: {error.message}")

provider = Gtk.CssProvider()
provider.load_from_path(str(arguments.directory / "style.css"))
window = builder.get_object("window")
Gtk.StyleContext.add_provider_for_display(window.get_display(), provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
loop = GLib.MainLoop()
window.connect("destroy", lambda *_: loop.quit())
window.present()
loop.run()
