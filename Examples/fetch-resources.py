#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Has the files of a tag of this application's manifest there, and reads one of them.

usage: fetch-resources.py [--portal] TAG FILE

Writes the bytes of FILE, a path in the manifest, to the standard output. With --portal it calls the name that every
sandbox reaches. Needs python3-gi.
"""

import os
import sys

from gi.repository import Gio, GLib

INTERFACE = "org.typecase.Resources1"
JOB = "org.typecase.Job1"
SERVICE = ("org.typecase.FontManager1", "/org/typecase/Resources1", "/org/typecase/FontManager1")
PORTAL = ("org.freedesktop.portal.Typecase",) + ("/org/freedesktop/portal/desktop/typecase",) * 2


class Access:
    """An access to the files of a tag; it ends with the connection to the bus at the latest."""

    def __init__(self, bus, place, tag):
        self.bus = bus
        self.name, self.path, self.parent = place
        self.handle = "example"
        self.tag = tag

    def call(self, method, arguments, files=None):
        return self.bus.call_with_unix_fd_list_sync(
            self.name, self.path, INTERFACE, method, arguments, None, Gio.DBusCallFlags.NONE, -1, files, None
        )

    def begin(self):
        """Waits until everything is there; raises what kept it from being fetched."""
        loop = GLib.MainLoop()
        ends = []
        # The path of the job follows from its name, so that nothing of it is missed, however soon it ends.
        token = f"access_{os.getpid()}"
        job = f"{self.parent}/job/{self.bus.get_unique_name()[1:].replace('.', '_')}/{token}"

        def finished(_bus, _sender, _path, _interface, _signal, arguments):
            ends.append(arguments.unpack())
            loop.quit()

        self.bus.signal_subscribe(self.name, JOB, "Finished", job, None, Gio.DBusSignalFlags.NONE, finished)
        options = {"handle_token": GLib.Variant("s", token)}
        self.call("BeginAccess", GLib.Variant("(sasa{sv})", (self.handle, [self.tag], options)))
        loop.run()
        state, result = ends[0]
        if state != "done":
            raise RuntimeError(result.get("message", state))
        return result

    def read(self, file):
        _reply, files = self.call("OpenAsset", GLib.Variant("(s)", (file,)))
        with os.fdopen(files.get(0), "rb") as stream:
            stream.seek(0)
            return stream.read()

    def end(self):
        self.call("EndAccess", GLib.Variant("(s)", (self.handle,)))


def main(arguments):
    place = SERVICE
    if arguments[:1] == ["--portal"]:
        place, arguments = PORTAL, arguments[1:]
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 64
    tag, file = arguments
    try:
        access = Access(Gio.bus_get_sync(Gio.BusType.SESSION), place, tag)
        held = access.begin()
        print(f"{held['files']} files, {held['fetched']} of them fetched", file=sys.stderr)
        sys.stdout.buffer.write(access.read(file))
        access.end()
        return 0
    except (GLib.Error, RuntimeError) as error:
        message = str(error)
        if isinstance(error, GLib.Error):
            # What strip_remote_error does for other languages: it cannot change the error in Python.
            message = error.message.removeprefix(f"GDBus.Error:{Gio.DBusError.get_remote_error(error)}: ")
        print(f"fetch-resources.py: {message}", file=sys.stderr)
        return 1


sys.exit(main(sys.argv[1:]))
