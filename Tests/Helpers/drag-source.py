# SPDX-License-Identifier: Apache-2.0
"""A window from which its arguments can be dragged as files.

usage: drag-source.py FILE...
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


def main():
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path) for path in sys.argv[1:]])
    window = Gtk.Window(title="drag-source", default_width=200, default_height=60)
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.set_content(Gdk.ContentProvider.new_for_value(files))
    label = Gtk.Label(label="Files")
    label.add_controller(source)
    window.set_child(label)
    window.present()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
