# SPDX-License-Identifier: Apache-2.0
"""The pages of the settings window for checks: what is on them, how to go there, and what the service says meanwhile."""

import hashlib
import json
import subprocess
import time
import zipfile

from settings_session import DEJAVU, PYTHON, SettingsWindow, role_name, sandbox, until

# The roles of what people work with.
CONTROLS = {
    "push button", "toggle button", "switch", "check box", "combo box", "entry", "text", "slider", "list item", "image",
}
# What the sidebar calls pages, and what is on a page when it is complete.
TITLES = {
    "fonts": "Fonts", "providers": "Providers", "collections": "Collections", "history": "History", "rights": "Permissions",
    "text-size": "Text Size", "problems": "Problems",
}
SIGNS = {
    "fonts": ("list item", "DejaVu Serif"), "providers": ("list item", "Installed by you"),
    "collections": ("list item", "Posters"), "history": ("push button", "Undo: Installed DejaVuSerif"),
    "add": ("list item", "DejaVu Sans Mono Oblique"), "rights": ("list item", "Install fonts"),
    "text-size": ("slider", "Text size"), "problems": ("push button", "Check Again"),
}
FILES = (str(DEJAVU / "DejaVuSerif-Bold.ttf"), str(DEJAVU / "DejaVuSansMono-Oblique.ttf"), "/etc/passwd")
# What a program in a sandbox asks for, which stays on the bus until its standard input ends.
ASK = """
import sys, dbus
service = dbus.SessionBus().get_object("org.freedesktop.portal.Typecase", "/org/freedesktop/portal/desktop/typecase")
dbus.Interface(service, "org.freedesktop.portal.Typecase").RequestRights(
    ["install-fonts"], dbus.Dictionary(signature="sv"))
sys.stdin.read()
"""
# What such a program asks for a font that the user has disabled.
ASK_FOR_FONT = """
import sys, dbus
service = dbus.SessionBus().get_object("org.freedesktop.portal.Typecase", "/org/freedesktop/portal/desktop/typecase")
dbus.Interface(service, "org.freedesktop.portal.Typecase").RequestFonts(
    [dbus.Dictionary({"name": "SealedLetters"}, signature="sv")], dbus.Dictionary(signature="sv"))
sys.stdin.read()
"""
# What such a program asks for a font of its own, the file of which its argument names.
ASK_TO_INSTALL = """
import os, sys, threading, dbus
def wait():
    sys.stdin.read()
    os._exit(0)
threading.Thread(target=wait, daemon=True).start()
service = dbus.SessionBus().get_object("org.freedesktop.portal.Typecase", "/org/freedesktop/portal/desktop/typecase")
with open(sys.argv[1], "rb") as file:
    dbus.Interface(service, "org.freedesktop.portal.Typecase").RegisterFonts(
        [dbus.types.UnixFd(file)], "session", True, dbus.Dictionary(signature="sv"), timeout=600)
"""
# Has the user pick a font, and says what came of it; ends with its standard input before that.
PICK = """
import hashlib, os, dbus, dbus.mainloop.glib
from gi.repository import GLib
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
def finished(state, result):
    if "font" in result:
        font = os.pread(result["font"].take(), int(result["size"]), 0)
        print(state, result["face"]["full_name"], hashlib.sha256(font).hexdigest(), sep=", ")
    else:
        print(state, result["error"], sep=", ")
    loop.quit()
bus = dbus.SessionBus()
bus.add_signal_receiver(finished, "Finished", "org.typecase.Job1")
service = bus.get_object("org.freedesktop.portal.Typecase", "/org/freedesktop/portal/desktop/typecase")
dbus.Interface(service, "org.freedesktop.portal.Typecase").PickFont(dbus.Dictionary(signature="sv"))
GLib.io_add_watch(0, GLib.IO_HUP, lambda *_: loop.quit())
loop.run()
"""
SANDBOXED = "org.example.Sandboxed"
CONSENT_SIGN = ("push button", "Allow")
PICK_SIGN = ("list item", "DejaVu Serif")


def unnamed(window):
    """The controls that assistive technology has no name for, and the pictures that are in no control with a name."""
    for node in window.nodes():
        if role_name(node) in CONTROLS and window.shows(node) and not has_name(node):
            # The button that closes a message is libadwaita's own, which gives it no name.
            is_of_message = node.get_parent().get_name() == "AdwToastWidget"
            if not is_of_message and (role_name(node) != "image" or not is_decoration(node)):
                yield f"{role_name(node)} in {role_name(node.get_parent())} '{node.get_parent().get_name()}'"


def has_name(node):
    """Whether a node has a name; that of a class is none."""
    return bool(node.get_name()) and not node.get_name().startswith(("Gtk", "Adw"))


def is_decoration(image):
    """Whether a picture is a part of a row or another control that has a name."""
    node = image.get_parent()
    while node is not None:
        if role_name(node) in CONTROLS and has_name(node):
            return True
        node = node.get_parent()
    return False


def go(window, page, on_the_way=lambda: None):
    """Goes from the page of the sidebar that is shown to one behind it."""
    if page == "provider":
        window.click("list item", "Installed by you")
        window.wait("check box", "Select DejaVu Serif")
    if page == "removed":
        window.click("list item", "Removed and Hidden Fonts")
        window.wait("push button", "Restore DejaVuSerif-Italic")
    if page == "collection":
        window.click("list item", "Posters")
        window.wait("push button", "Remove DejaVu Serif from the collection")
    if page in ("family", "font", "glyphs", "why"):
        window.click("list item", "DejaVu Serif")
        window.wait("list item", "DejaVu Serif Bold")
    if page in ("font", "glyphs", "why"):
        on_the_way()
        window.click("list item", "DejaVu Serif Bold")
        window.wait("text", "Sample text")
        window.wait("label", "PostScript name")
    if page == "glyphs":
        open_glyphs(window)
    if page == "why":
        window.click("list item", "Why This Font?")
        window.wait("list item", f"File: {window.session.home}/.local/share/fonts/typecase/")


def open_glyphs(window):
    """Goes from the page of a font to its characters."""
    # The rows stay where they are from here on.
    window.wait("list item", "Passed all checks")
    # The row is below the end of a narrow window.
    window.xdotool("mousemove", "--sync", str(window.size[0] // 2 + 40), str(window.size[1] // 2), "click", "--repeat", "4", "5")
    window.settle()
    window.click("list item", "Glyphs")
    window.wait("push button", "Unicode block")


def letters(session):
    """An archive with a font and with a file that is none."""
    archive = session.directory / "letters.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.write(DEJAVU / "DejaVuSansCondensed-Bold.ttf", "letters/condensed.ttf")
        file.writestr("letters/broken.ttf", "no font")
    return archive


def start(session, page, size=(960, 680), variables=None, archive=False):
    """Shows a page; that of files to add with an archive among them if that is asked for."""
    first = {"provider": "providers", "removed": "providers", "collection": "collections", "family": "fonts", "font": "fonts", "glyphs": "fonts", "why": "fonts"}.get(page, page)
    if page == "consent":
        return request(session, ASK, CONSENT_SIGN, size, variables)
    if page == "pick":
        return request(session, PICK, PICK_SIGN, size, variables)
    if page == "plan":
        window = session.window("--page", "add", str(newer(session)), size=size, variables=variables)
        window.wait("label", "Replaces DejaVuSerif 2.37")
        return window
    files = (*FILES, *([str(letters(session))] if archive else [])) if page == "add" else ()
    window = session.window("--page", first, *files, size=size, variables=variables)
    window.wait(*SIGNS[first])
    go(window, page)
    return window


def state(session, name):
    """What `typecase list` says of a font of the registry: enabled, disabled, or nothing."""
    for font in json.loads(session.typecase("list", "--json")):
        if any(face["full_name"] == name for face in font["faces"]):
            return "enabled" if font["enabled"] else "disabled"
    return None


def press_undo(window):
    """Presses the button of the message, which is no button of a row."""
    window.until("there is a message with a button", lambda: any(
        role_name(node) == "push button" and (node.get_name() or "").split(" ")[0] == "Undo" and window.shows(node)
        and node.act() for node in window.nodes()))


def click_early(window, role, name):
    """Clicks on a node in the moment in which its window comes to the front."""
    box = window.box(window.wait(role, name))
    display, focus = (
        window.xdotool(*command).strip() for command in (("search", "--maxdepth", "0", ""), ("getwindowfocus",)))
    window.xdotool(
        "mousemove", "--sync", str(box.x + 9), str(box.y + 9), "windowfocus", display, "windowfocus", "--sync", focus,
        "click", "1")


def collections(session):
    """How many fonts each collection has."""
    return {entry["name"]: entry["count"] for entry in json.loads(session.typecase("collection", "list", "--json"))}


def with_revision(font, revision):
    """The bytes of a font with another revision, by which versions are compared."""
    data = bytearray(font)
    for index in range(int.from_bytes(data[4:6], "big")):
        entry = 12 + 16 * index
        if data[entry:entry + 4] == b"head":
            offset, length = (int.from_bytes(data[entry + at:entry + at + 4], "big") for at in (8, 12))
            data[offset + 4:offset + 8] = int(revision * 65536).to_bytes(4, "big")
            data[offset + 8:offset + 12] = bytes(4)
            table = data[offset:offset + length] + bytes(-length % 4)
            data[entry + 4:entry + 8] = checksum(table)
            adjusted = offset
    total = int.from_bytes(checksum(data + bytes(-len(data) % 4)), "big")
    data[adjusted + 8:adjusted + 12] = ((0xB1B0AFBA - total) % 2**32).to_bytes(4, "big")
    return bytes(data)


def checksum(data):
    return (sum(int.from_bytes(data[at:at + 4], "big") for at in range(0, len(data), 4)) % 2**32).to_bytes(4, "big")


def newer(session):
    """A newer version of a font that is installed."""
    path = session.directory / "newer.ttf"
    path.write_bytes(with_revision((DEJAVU / "DejaVuSerif.ttf").read_bytes(), 9.5))
    return path


def holds(session, path):
    """Whether a font with the bytes of a file is registered and enabled."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return any(font["sha256"] == digest and font["enabled"] for font in json.loads(session.typecase("list", "--json")))


class Question:
    """A question of the service, as the dialog shows it."""

    def __init__(self, session, *command, sign=CONSENT_SIGN, size=(960, 680)):
        self.window = SettingsWindow(session, size)
        self.asker = session.start(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.window.wait(*sign)
        self.seen = time.monotonic()

    def focus(self):
        """Has the dialog in the corner of the display, with the keyboard focus; no window manager is there to do it."""
        for found in self.window.xdotool(
                "search", "--onlyvisible", "--pid", str(process(self.window.session))).split():
            self.window.xdotool("windowmove", found, "0", "0")
            self.window.xdotool("windowfocus", "--sync", found)

    def end(self):
        self.asker.stdin.close()
        self.asker.wait(10)


def process(session, name="org.typecase.Settings"):
    """The process that owns a name, that of the window where none is given; None where there is none."""
    import dbus

    bus = dbus.bus.BusConnection(session.environment["DBUS_SESSION_BUS_ADDRESS"])
    try:
        return int(bus.get_object("org.freedesktop.DBus", "/").GetConnectionUnixProcessID(name))
    except dbus.DBusException:
        return None
    finally:
        bus.close()


def describe_asker(session):
    """Gives the program in the sandbox a desktop entry, with the name and the icon that the dialog shows."""
    entries = session.home / ".local/share/applications"
    entries.mkdir(parents=True, exist_ok=True)
    (entries / f"{SANDBOXED}.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Poster Studio\nExec=true\nIcon=applications-graphics\n")


def request(session, program, sign, size, variables):
    """Shows the question that a program in a sandbox asks for; None where no sandbox can be made here."""
    command = sandbox(session, has_proxy=False)
    if command is None:
        return None
    describe_asker(session)
    agent = session.start_window("--consent", variables=variables)
    until("the agent is there", lambda: process(session) == agent.pid)
    question = Question(session, *command, PYTHON, "-c", program, sign=sign, size=size)
    question.window.process = agent
    question.window.on_end = question.end
    if size[0] < 420:
        # A display of that width leaves no more.
        question.window.resize()
    return question.window


def decision(session):
    """What the user has said of the program in a sandbox, None where nothing."""
    for grant in json.loads(session.typecase("grants", "list", "--json")):
        if grant["provider"] == SANDBOXED:
            return grant["decision"]
    return None


class Process:
    """A process that something else has started."""

    def __init__(self, pid):
        self.pid = pid
