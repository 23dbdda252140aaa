#!/usr/bin/python3
"""A window with a text that shows a video: video-label.py TEXT URI"""

import sys

import gi

try:
    gi.require_version("Gdk", "4.0")
    gi.require_version("Gtk", "4.0")
    gi.require_version("Typecase", "1.0")
except ValueError as error:
    sys.exit(f"video-label.py: {error}; see GI_TYPELIB_PATH")
from gi.repository import Gdk, Gtk, Typecase  # noqa: E402


def show(application):
    label = Typecase.VideoLabel(
        text=sys.argv[1], uri=sys.argv[2], font="Sans Bold 72", alignment=Typecase.TextAlignment.CENTER)
    label.connect("notify::error", lambda label, _: label.props.error and print(label.props.error.message, file=sys.stderr))
    window = Gtk.ApplicationWindow(application=application, default_width=640, default_height=180, child=label)
    window.present()


if len(sys.argv) != 3:
    sys.exit(__doc__)
if Gdk.Display.get_default() is None:
    sys.exit("video-label.py: there is no display")
application = Gtk.Application(application_id="org.typecase.ExampleVideoLabel")
application.connect("activate", show)
application.run()
