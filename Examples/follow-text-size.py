#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A window whose text follows the user's text size, and whose layout makes room for it.

usage: Examples/follow-text-size.py [WIDTH]

Sizes come from the service over D-Bus, for any language to use; where there is none, text has the sizes of the category
large. What stands side by side stands one below the other from the accessibility categories on, text wraps into as many
lines as it needs, the title grows to a limit, and the tab not at all. Tells on its standard output how each layout came
out: the category, how it is laid out, the least width of the content in points, the lines of the longest text, and how
many texts are cut off.

Needs python3-gi and GTK 4.
"""

import os
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
gi.require_version("Pango", "1.0")
from gi.repository import Gdk, Gio, GLib, Gtk, Pango  # noqa: E402

# Every Flatpak reaches the name of the portal, and needs a permission for the other one.
if os.path.exists("/.flatpak-info"):
    NAME = "org.freedesktop.portal.Typecase"
    PATH = "/org/freedesktop/portal/desktop/typecase"
else:
    NAME = "org.typecase.FontManager1"
    PATH = "/org/typecase/DynamicType1"
INTERFACE = "org.typecase.DynamicType1"
FORM = (
    ("Neighbourhood", "Between the old harbour and the botanical garden"),
    ("Opening hours", "From early in the morning until late at night, on every day but Monday"),
)


def tell(problem):
    print(f"follow-text-size.py: {problem}", file=sys.stderr)


class TextSizes:
    """The user's sizes, and a call whenever they are others."""

    def __init__(self, changed):
        # What holds until the service has told something else.
        self.last = "large", {"title": 26.0, "headline": 17.0, "body": 17.0, "tab": 11.0}
        try:
            self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        except GLib.Error as error:
            self.bus = None
            tell(f"There is no session bus: {error.message}")
            GLib.idle_add(changed)
            return
        self.bus.signal_subscribe(
            NAME, INTERFACE, "CategoryChanged", PATH, None, Gio.DBusSignalFlags.NONE, lambda *_: changed())
        # A service that comes back has not heard of this program; one that cannot be had leaves text as it is.
        Gio.bus_watch_name_on_connection(
            self.bus, NAME, Gio.BusNameWatcherFlags.AUTO_START, lambda *_: changed(), lambda *_: changed())

    def call(self, interface, member, signature, *arguments):
        parameters = GLib.Variant(signature, arguments)
        return self.bus.call_sync(NAME, PATH, interface, member, parameters, None, 0, -1, None).unpack()[0]

    def read(self):
        """The category and the sizes; where the service does not tell them, those that it told last."""
        if self.bus:
            try:
                self.last = self.ask()
            except GLib.Error as error:
                tell(f"The service does not tell the text size: {error.message}")
        return self.last

    def ask(self):
        """The category, the sizes of the styles, and that of a title of 26 points that grows by a half at most."""
        category = self.call("org.freedesktop.DBus.Properties", "Get", "(ss)", INTERFACE, "Category")
        sizes = {style["style"]: style["size"] for style in self.call(INTERFACE, "Styles", "(a{sv})", {})}
        options = {"maximum_factor": GLib.Variant("d", 1.5)}
        sizes["title"] = self.call(INTERFACE, "ScaledFontSize", "(sda{sv})", "title1", 26.0, options)
        # It has no room to grow.
        sizes["tab"] = 11.0
        return category, sizes


def is_cut_off(label):
    layout = label.get_layout()
    width, height = layout.get_pixel_size()
    return layout.is_ellipsized() or width > label.get_allocated_width() or height > label.get_allocated_height()


class Window(Gtk.Window):
    def __init__(self, width):
        super().__init__()
        self.set_default_size(width, 600)
        self.column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        self.labels = {"tab": [], "title": [], "headline": [], "body": []}
        self.add_label(self.column, "tab", "Places")
        self.add_label(self.column, "title", "The glasshouse")
        self.rows = []
        for name, value in FORM:
            row = Gtk.Box(spacing=12)
            self.add_label(row, "headline", name)
            self.add_label(row, "body", value)
            self.column.append(row)
            self.rows.append(row)
        self.set_child(Gtk.ScrolledWindow(child=self.column, hscrollbar_policy=Gtk.PolicyType.NEVER))

    def add_label(self, box, style, text):
        # No limit to the lines, and never an ellipsis: text that has grown needs more of them. A word that is wider
        # than the window breaks rather than widen it.
        label = Gtk.Label(
            label=text, wrap=True, wrap_mode=Pango.WrapMode.WORD_CHAR, lines=-1, xalign=0, hexpand=style == "body")
        box.append(label)
        self.labels[style].append(label)

    def lay_out(self, category, sizes):
        for style, labels in self.labels.items():
            attributes = Pango.AttrList()
            attributes.insert(Pango.attr_size_new(round(sizes[style] * Pango.SCALE)))
            for label in labels:
                label.set_attributes(attributes)
        stacked = category.startswith("accessibility-")
        for row in self.rows:
            row.set_orientation(Gtk.Orientation.VERTICAL if stacked else Gtk.Orientation.HORIZONTAL)
        self.category = category

    def describe(self):
        """How the layout came out, once it is drawn."""
        labels = [label for each in self.labels.values() for label in each]
        cut = [label for label in labels if is_cut_off(label)]
        how = "stacked" if self.rows[0].get_orientation() == Gtk.Orientation.VERTICAL else "side by side"
        width = self.column.measure(Gtk.Orientation.HORIZONTAL, -1)[0]
        lines = max(label.get_layout().get_line_count() for label in labels)
        print(f"{self.category}: {how}, at least {width} wide, {lines} lines, {len(cut)} cut off", flush=True)


def main():
    arguments = sys.argv[1:]
    if len(arguments) > 1 or not all(argument.isdecimal() for argument in arguments):
        raise SystemExit(__doc__)
    if Gdk.Display.get_default() is None:
        raise SystemExit("follow-text-size.py: there is no display to open a window on")
    window = Window(int(arguments[0]) if arguments else 420)

    def changed():
        window.lay_out(*sizes.read())
        # After the frame in which it is laid out.
        frames = []
        window.add_tick_callback(lambda *_: (frames.append(1), len(frames) < 3 or window.describe())[1])

    sizes = TextSizes(changed)
    window.connect("close-request", lambda *_: sys.exit())
    window.present()
    GLib.MainLoop().run()


main()
