#!/usr/bin/python3
"""A font provider in Python: registers font files with the session, lists what it has, removes it again.

    Examples/provide-fonts.py register FILE...     prints the id of each font, or why it was refused
    Examples/provide-fonts.py hold FILE...         likewise, until its standard input ends or the script does
    Examples/provide-fonts.py list
    Examples/provide-fonts.py unregister [ID...]   all of its own fonts where no id is given

Give it fonts that are not installed: those of the system are there already. The service tells scripts of one interpreter
apart by their files, so that this one never removes the fonts of another. Needs python3-dbus. Everything it knows about Typecase comes from the introspection data of the object.
"""

import os
import sys

import dbus

# The bus disconnects whoever sends more descriptors than this in one message.
DESCRIPTORS_PER_MESSAGE = 16
# Fonts are examined and made durable before the reply comes, which may take longer than the usual 25 seconds.
TIMEOUT_SECONDS = 300
# The script's own name for the lease of fonts that it holds.
LEASE_HANDLE = "until_input_ends"
NOT_REGISTERED = "org.typecase.Error.NotRegistered"


def font_manager():
    """The font manager's interface on the session bus."""
    bus = dbus.SessionBus()
    return dbus.Interface(
        bus.get_object("org.typecase.FontManager1", "/org/typecase/FontManager1"), "org.typecase.FontManager1"
    )


def register(manager, paths, scope="persistent", options=None):
    """Registers files and returns one result per file; one that cannot be read keeps no other from being registered."""
    results = [None] * len(paths)
    files = []
    for index, path in enumerate(paths):
        try:
            files.append((index, open(path, "rb")))
        except OSError as error:
            results[index] = {"error": "", "message": f"{path}: {error.strerror}"}
        if len(files) == DESCRIPTORS_PER_MESSAGE:
            register_files(manager, paths, files, results, scope, options)
    register_files(manager, paths, files, results, scope, options)
    return results


def register_files(manager, paths, files, results, scope, options):
    """Registers open files, and closes them."""
    if not files:
        return
    descriptors = dbus.Array([dbus.types.UnixFd(file) for _, file in files], signature="h")
    names = dbus.Array([os.path.basename(paths[index]) for index, _ in files], signature="s")
    answers, _generation = manager.RegisterFonts(
        descriptors, scope, True, {"names": names, **(options or {})}, timeout=TIMEOUT_SECONDS
    )
    for (index, file), answer in zip(files, answers):
        file.close()
        results[index] = answer
    files.clear()


def hold(manager, paths):
    """Registers files for a lease, which ends with the standard input, and with the script however that ends."""
    results = register(manager, paths, "session", {"lease_handle": LEASE_HANDLE})
    report(results)
    if any("error" not in result for result in results):
        sys.stdin.read()
        try:
            manager.EndLease(LEASE_HANDLE, {}, timeout=TIMEOUT_SECONDS)
        except dbus.DBusException as error:
            # Fonts that were registered for good before are not leased, and stay.
            if error.get_dbus_name() != NOT_REGISTERED:
                raise
    return results


def report(results):
    """Prints what became of each font."""
    for result in results:
        print(result["message"] if "error" in result else result["id"], flush=True)


def registered(manager):
    """All fonts that this provider has registered."""
    fonts, cursor = [], ""
    while True:
        page, cursor = manager.ListRegistered({"cursor": cursor} if cursor else {})
        fonts += page
        if not cursor:
            return fonts


def main(arguments):
    """Does what the command line says and returns the exit status."""
    if not arguments or arguments[0] not in ("register", "hold", "list", "unregister"):
        print(__doc__, file=sys.stderr)
        return 64
    verb, items = arguments[0], arguments[1:]
    manager = font_manager()
    if verb == "list":
        for font in registered(manager):
            print(font["id"], font["faces"][0]["full_name"])
        return 0
    if verb == "hold":
        results = hold(manager, items)
    elif verb == "register":
        results = register(manager, items)
        report(results)
    else:
        ids = items or [str(font["id"]) for font in registered(manager)]
        results = manager.Unregister(dbus.Array(ids, signature="s"), {}, timeout=TIMEOUT_SECONDS)[0]
        report(results)
    return 1 if any("error" in result for result in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except dbus.DBusException as error:
        sys.exit(f"provide-fonts.py: {error.get_dbus_message()}")
