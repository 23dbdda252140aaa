#!/usr/bin/python3
"""A program that uses fonts, in Python: finds them by name and gets their bytes.

    Examples/use-fonts.py match NAME...       the best face for each name
    Examples/use-fonts.py request NAME...     gets fonts that are needed, or tells why not
    Examples/use-fonts.py save NAME FILE      writes the bytes of the font to a file
    Examples/use-fonts.py changes [SINCE]     what has changed since a generation, and where to go on the next time

Needs python3-dbus and python3-gi. Everything it knows about Typecase comes from the introspection data of the object.
"""

import os
import signal
import sys

import dbus
import dbus.mainloop.glib


def font_manager():
    """The font manager's interface on the session bus."""
    bus = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop())
    manager = dbus.Interface(
        bus.get_object("org.typecase.FontManager1", "/org/typecase/FontManager1"), "org.typecase.FontManager1"
    )
    manager.bus = bus
    return manager


def match(manager, names):
    """The best face for each name; an empty dictionary where there is none."""
    descriptors = dbus.Array([dbus.Dictionary({"name": name}, signature="sv") for name in names], signature="a{sv}")
    return manager.Match(descriptors, {})


def request(manager, names):
    """Gets the fonts of some names; what came of it, by "resolved" and "unresolved".

    The fonts stay for as long as this program is connected to the bus.
    """
    # In a main loop of its own, as the answer is a signal.
    from gi.repository import GLib

    loop = GLib.MainLoop()
    sender = manager.bus.get_unique_name()[1:].replace(".", "_")
    job = "/org/typecase/FontManager1/job/" + sender + "/request"
    ends = []

    def finished(state, result):
        ends.append((state, result))
        loop.quit()

    # Listens before it asks: what is here already is answered at once.
    manager.bus.add_signal_receiver(finished, "Finished", "org.typecase.Job1", path=job)
    requests = dbus.Array([dbus.Dictionary({"name": name}, signature="sv") for name in names], signature="a{sv}")
    manager.RequestFonts(requests, {"handle_token": "request"})
    loop.run()
    return ends[0][1]


def save(manager, name, path):
    """Writes the bytes of the best font for a name to a file, and returns how many there are."""
    face = match(manager, [name])[0]
    if not face:
        raise SystemExit(f"no font is called {name}")
    descriptor, details = manager.OpenFont(face["id"], {})
    # The memory cannot be changed any more, by nobody.
    with open(descriptor.take(), "rb") as font, open(path, "wb") as file:
        file.write(font.read())
    return int(details["size"])


def main(arguments):
    """Does what the command line says and returns the exit status."""
    verb, items = (arguments[0], arguments[1:]) if arguments else ("", [])
    if verb == "match" and items:
        faces = match(font_manager(), items)
        for name, face in zip(items, faces):
            print(face["full_name"] if face else f"no font is called {name}")
        return 0 if all(faces) else 1
    if verb == "request" and items:
        result = request(font_manager(), items)
        for face in result["resolved"]:
            print(items[face["request"]], "is", face["full_name"], "from", face["from"])
        for failure in result["unresolved"]:
            print(items[failure["request"]], "is missing:", failure["reason"])
        return 1 if result["unresolved"] else 0
    if verb == "save" and len(items) == 2:
        print(save(font_manager(), *items), "bytes in", os.path.basename(items[1]))
        return 0
    if verb == "changes" and len(items) <= 1:
        since = items[0] if items else "0"
        if not since.isascii() or not since.isdecimal() or int(since) >= 1 << 64:
            print(f"use-fonts.py: {since} is no generation", file=sys.stderr)
            return 64
        generation, changes, complete = font_manager().Changes(dbus.UInt64(int(since)))
        if not complete:
            print("too much has changed to tell")
        for change in changes:
            print(change["kind"], change["id"])
        print("generation", generation)
        return 0
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    # Whoever reads from a pipe may have read enough.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        sys.exit(main(sys.argv[1:]))
    except dbus.DBusException as error:
        sys.exit(f"use-fonts.py: {error.get_dbus_message()}")
    except OSError as error:
        sys.exit(f"use-fonts.py: {error.filename}: {error.strerror}")
