#!/usr/bin/python3
"""A font provider in a sandbox: registers the fonts that its manifest names, or takes them back.

    foundry [register|unregister]
"""

import json
import os
import sys

from gi.repository import Gio, GLib

SHARE = os.environ.get("FOUNDRY_SHARE", "/app/share/typecase")
ID = "org.example.Foundry"
# The bus disconnects whoever sends more descriptors than this in one message.
DESCRIPTORS_PER_MESSAGE = 16


def call(bus, method, arguments, descriptors=None):
    """Calls a method of the font manager and returns its results, unpacked."""
    reply, _ = bus.call_with_unix_fd_list_sync(
        # The name that every sandbox reaches, without a permission for it.
        "org.freedesktop.portal.Typecase",
        "/org/freedesktop/portal/desktop/typecase",
        "org.freedesktop.portal.Typecase",
        method,
        arguments,
        None,
        Gio.DBusCallFlags.NONE,
        # Fonts are examined and made durable before the reply comes, and the first time the user may be asked.
        300_000,
        descriptors,
    )
    return reply.unpack()


def register(bus, names):
    """Registers files of the directory of assets, for good and enabled, and returns one result per file."""
    results = []
    for start in range(0, len(names), DESCRIPTORS_PER_MESSAGE):
        part = names[start : start + DESCRIPTORS_PER_MESSAGE]
        descriptors = Gio.UnixFDList.new()
        indices = []
        for name in part:
            with open(f"{SHARE}/assets/{ID}/{name}", "rb") as file:
                indices.append(descriptors.append(file.fileno()))
        options = {"names": GLib.Variant("as", part)}
        arguments = GLib.Variant("(ahsba{sv})", (indices, "persistent", True, options))
        results += call(bus, "RegisterFonts", arguments, descriptors)[0]
    return results


def registered(bus):
    """The ids of all fonts that this provider has registered."""
    ids, cursor = [], ""
    while True:
        filter = {"cursor": GLib.Variant("s", cursor)} if cursor else {}
        fonts, cursor = call(bus, "ListRegistered", GLib.Variant("(a{sv})", (filter,)))
        ids += [font["id"] for font in fonts]
        if not cursor:
            return ids


def main(arguments):
    """Does what the command line says and returns the exit status."""
    verb = arguments[0] if arguments else "register"
    if verb not in ("register", "unregister") or len(arguments) > 1:
        print(__doc__, file=sys.stderr)
        return 64
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    if verb == "register":
        with open(f"{SHARE}/providers/{ID}.json", encoding="utf-8") as file:
            manifest = json.load(file)
        results = register(bus, [font["file"] for font in manifest["fonts"]])
    else:
        results = call(bus, "Unregister", GLib.Variant("(asa{sv})", (registered(bus), {})))[0]
    for result in results:
        print(result["message"] if "error" in result else result["id"])
    return 1 if any("error" in result for result in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except GLib.Error as error:
        name = Gio.DBusError.get_remote_error(error)
        sys.exit("foundry: " + error.message.removeprefix(f"GDBus.Error:{name}: "))
    except OSError as error:
        sys.exit(f"foundry: {error.filename}: {error.strerror}")
