#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Registers a font from the web with the session: tells how far it is, and gives it up at Ctrl-C.

usage: Examples/fetch-font.py ADDRESS [SHA-256]

Prints the id of the font, and on the standard error how far it is or why there is none. With the SHA-256 of the font,
any other file is refused. The service has it fetched; this program needs no network. Needs python3-gi.
"""

import os
import signal
import sys

from gi.repository import Gio, GLib

NAME = "org.typecase.FontManager1"
PATH = "/org/typecase/FontManager1"
JOB = "org.typecase.Job1"


class Download:
    """A font that is being fetched, as the job that the service makes of it."""

    def __init__(self, bus, address, digest):
        self.bus = bus
        self.loop = GLib.MainLoop()
        self.status = 1
        # The path of the job follows from its name, so that nothing of it is missed, however soon it ends.
        token = f"fetch_{os.getpid()}"
        self.job = f"{PATH}/job/{bus.get_unique_name()[1:].replace('.', '_')}/{token}"
        for signal_name, handler in (("Progressed", self.progressed), ("Finished", self.finished)):
            bus.signal_subscribe(NAME, JOB, signal_name, self.job, None, Gio.DBusSignalFlags.NONE, handler)
        # A service that goes forgets the job.
        Gio.bus_watch_name_on_connection(bus, NAME, Gio.BusNameWatcherFlags.AUTO_START, None, self.lost)
        options = {"handle_token": GLib.Variant("s", token)}
        if digest:
            options["sha256"] = GLib.Variant("s", digest)
        arguments = GLib.Variant("(ssba{sv})", (address, "persistent", True, options))
        bus.call_sync(NAME, PATH, NAME, "RegisterRemoteFont", arguments, None, Gio.DBusCallFlags.NONE, -1, None)

    def run(self):
        """Waits for the end, and returns the exit status."""
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGINT, self.cancel)
        self.loop.run()
        return self.status

    def cancel(self):
        self.status = 130
        self.bus.call(NAME, self.job, JOB, "Cancel", None, None, Gio.DBusCallFlags.NONE, -1, None, None)
        return GLib.SOURCE_REMOVE

    def progressed(self, _bus, _sender, _path, _interface, _signal, arguments):
        done, total = arguments.unpack()
        print(f"{done} of {total or 'an unknown number of'} bytes", file=sys.stderr, flush=True)

    def finished(self, _bus, _sender, _path, _interface, _signal, arguments):
        state, result = arguments.unpack()
        if state == "done":
            print(result["id"])
            self.status = 0
        elif state == "failed":
            tell(result["message"])
        self.loop.quit()

    def lost(self, _bus, _name):
        tell("the service has gone; try again")
        self.loop.quit()


def tell(problem):
    print(f"fetch-font.py: {problem}", file=sys.stderr)


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 64
    try:
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        return Download(bus, arguments[0], arguments[1] if len(arguments) > 1 else None).run()
    except GLib.Error as error:
        # What strip_remote_error does for other languages: it cannot change the error in Python.
        name = Gio.DBusError.get_remote_error(error)
        tell(error.message.removeprefix(f"GDBus.Error:{name}: "))
        return 1


sys.exit(main(sys.argv[1:]))
