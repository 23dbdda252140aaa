#!/usr/bin/python3
"""A program that uses fonts, in Python: finds them by name and gets their bytes.

    use-fonts.py match NAME...       the best face for each name
    use-fonts.py save NAME FILE      writes the bytes of the font to a file
    use-fonts.py changes [SINCE]     what has changed since a generation, and where to go on the next time

Needs python3-dbus. Everything it knows about Typecase comes from the introspection data of the object.
"""

import os
import sys

import dbus


def font_manager():
    """The font manager's interface on the session bus."""
    bus = dbus.SessionBus()
    return dbus.Interface(
        bus.get_object("org.typecase.FontManager1", "/org/typecase/FontManager1"), "org.typecase.FontManager1"
    )


def match(manager, names):
    """The best face for each name; an empty dictionary where there is none."""
    descriptors = dbus.Array([dbus.Dictionary({"name": name}, signature="sv") for name in names], signature="a{sv}")
    return manager.Match(descriptors, {})


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
    manager = font_manager()
    match_status = 0
    if len(arguments) >= 2 and arguments[0] == "match":
        for name, face in zip(arguments[1:], match(manager, arguments[1:])):
            print(face["full_name"] if face else f"no font is called {name}")
            match_status |= not face
        return int(match_status)
    if len(arguments) == 3 and arguments[0] == "save":
        print(save(manager, arguments[1], arguments[2]), "bytes in", os.path.basename(arguments[2]))
        return 0
    if arguments and arguments[0] == "changes":
        since = dbus.UInt64(int(arguments[1]) if len(arguments) > 1 else 0)
        generation, changes, complete = manager.Changes(since)
        if not complete:
            print("too much has changed to tell")
        for change in changes:
            print(change["kind"], change["id"])
        print("generation", generation)
        return 0
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
