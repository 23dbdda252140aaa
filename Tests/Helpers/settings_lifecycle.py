# SPDX-License-Identifier: Apache-2.0
"""Checks of the settings window: windows that are closed and opened again, the keyboard alone, and a service that dies."""

import ctypes
import json
import signal
import subprocess

from settings_fonts import collection, latin
from settings_pages import (
    ASK, CONSENT_SIGN, PICK, PICK_SIGN, PYTHON, SANDBOXED, Process, Question, decision, describe_asker, press_undo, process, start, state, unnamed)
from settings_session import DEJAVU, FOCUSED, not_run, role_name, sandbox, until

OBLIQUE = DEJAVU / "DejaVuSansMono-Oblique.ttf"


def installed(session, prefix):
    """How many fonts are registered whose names begin so."""
    return sum(font["faces"][0]["full_name"].startswith(prefix) for font in json.loads(session.typecase("list", "--json")))


def open_again(session, window, *arguments):
    """Starts the program a second time, which has the first process show a window."""
    subprocess.run([session.program, *arguments], env=session.environment, timeout=60, check=True)
    until("the window is there", window.root)
    window.resize()


def close(window):
    """Closes the window with the keyboard; the process stays for a while."""
    window.xdotool("key", "ctrl+w")
    window.until("the window is closed", lambda: not window.root())
    assert window.process.poll() is None, "the process has ended with its window"


def leave_while_installing(session, window):
    """Begins an installation and closes the window, with a service that does nothing meanwhile."""
    session.service.send_signal(signal.SIGSTOP)
    window.press("push button", "Install")
    window.wait("label", "Installing…")
    window.xdotool("key", "ctrl+w")
    window.wait("push button", "Stop and Close")
    assert not list(unnamed(window)), list(unnamed(window))


def check_closing(session):
    """A window that is closed while fonts are installed asks first: it goes on to the end, which is seen, or it stops."""
    count = 48
    folder = session.directory / "closing"
    folder.mkdir()
    font = latin(OBLIQUE.read_bytes())
    for number in range(count):
        (folder / f"{number:02}.ttc").write_bytes(collection(font, [f"Zebra {number:02}"]))
    window = session.window("--page", "add", str(folder))
    window.wait("label", f"{count} fonts can be installed")
    leave_while_installing(session, window)
    window.press("push button", "Keep Installing")
    window.gone("push button", "Stop and Close")
    session.service.send_signal(signal.SIGCONT)
    window.wait("label", f"{count} fonts are installed")
    assert installed(session, "Zebra") == count
    press_undo(window)
    window.until("all of them are undone", lambda: installed(session, "Zebra") == 0)

    open_again(session, window, str(folder))
    window.wait("label", f"{count} fonts can be installed")
    leave_while_installing(session, window)
    window.press("push button", "Stop and Close")
    window.until("the window is closed", lambda: not window.root())
    session.service.send_signal(signal.SIGCONT)
    assert window.process.poll() is None, "the process has ended with its window"
    # Of three calls the one that was made is done to its end, and none after it is begun.
    window.until("what was under way is done", lambda: installed(session, "Zebra") == count // 3)
    open_again(session, window, "--page", "fonts")
    window.wait("list item", "DejaVu Serif")
    assert installed(session, "Zebra") == count // 3
    window.end()
    session.typecase("undo")
    print("closing: asked, gone on to the end, and stopped")


def private(process):
    """The memory of a process that nobody shares, in kilobytes."""
    with open(f"/proc/{process.pid}/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Private_Dirty:"))


def check_windows(session):
    """Windows that are closed leave no memory behind, whatever was shown in them."""
    window = session.window("--page", "fonts")

    def use():
        window.wait("list item", "DejaVu Serif")
        window.click("list item", "DejaVu Serif")
        window.wait("list item", "DejaVu Serif Bold")
        for title in ("Providers", "Permissions", "Text Size"):
            window.click("list item", title)
        window.wait("slider", "Text size")
        close(window)

    sizes = []
    for turn in range(5):
        use()
        sizes.append(private(window.process))
        if turn < 4:
            open_again(session, window, "--page", "fonts")
    window.process.terminate()
    window.process.wait(10)
    # The first windows fill caches of the toolkit.
    growth = (sizes[-1] - sizes[1]) / 3
    assert growth < 1000, f"each window leaves {growth:.0f} kB behind: {sizes}"
    print(f"windows: each of the last leaves {growth:.0f} kB behind; {sizes[-1]} kB after {len(sizes)}")


def focused(window):
    """The node that has the keyboard focus, None where none has."""
    for node in window.nodes():
        if node.has_state(FOCUSED):
            return node
    return None


def walk(window, role, name, key="Tab", limit=60):
    """Presses a key until a control has the focus."""
    for _ in range(limit):
        node = focused(window)
        if node is not None and role_name(node) == role and (node.get_name() or "").startswith(name):
            return
        window.xdotool("key", key)
        window.pause()
    raise SystemExit(f"the focus does not come to {role} '{name}' with {key}; {window.outline()}")


def check_keyboard(session):
    """With the keyboard alone a family is removed, that is undone, and a file is installed; the focus stays where it was."""
    window = start(session, "providers")
    walk(window, "list item", "Installed by you")
    window.xdotool("key", "Return")
    window.wait("check box", "Select DejaVu Serif")
    walk(window, "check box", "Use DejaVu Serif")
    window.xdotool("key", "space")
    window.until("the family is disabled", lambda: state(session, "DejaVu Serif") == "disabled")
    # The list is made anew with the change.
    window.settle()
    node = focused(window)
    assert node is not None and (node.get_name() or "").startswith("Use DejaVu Serif"), f"the focus is lost: {window.outline()}"
    window.xdotool("key", "space")
    window.until("the family is enabled", lambda: state(session, "DejaVu Serif") == "enabled")
    walk(window, "check box", "Select DejaVu Serif", key="shift+Tab")
    window.xdotool("key", "space")
    walk(window, "push button", "Remove")
    window.xdotool("key", "Return")
    window.until("the family is removed", lambda: state(session, "DejaVu Serif") is None)
    window.xdotool("key", "ctrl+z")
    window.until("that is undone", lambda: state(session, "DejaVu Serif") == "enabled")
    window.end()

    window = session.window("--page", "add", str(OBLIQUE))
    window.wait("label", "1 font can be installed")
    walk(window, "push button", "Install")
    window.xdotool("key", "Return")
    window.until("the font is installed", lambda: state(session, "DejaVu Sans Mono Oblique") == "enabled")
    window.xdotool("key", "ctrl+z")
    window.until("that is undone", lambda: state(session, "DejaVu Sans Mono Oblique") is None)
    window.end()
    print("keyboard: removed, undone, installed and undone; the focus stays")


def check_menu(session):
    """The keyboard opens the main menu, which leads to the keyboard shortcuts and to what the program is."""
    for keys, sign in ((("F10", "Return"), "Undo the last change"), (("ctrl+question",), "Undo the last change"),
                       (("F10", "Down", "Return"), "Typecase maintainers")):
        window = start(session, "fonts")
        window.wait("push button", "Main Menu")
        for key in keys:
            window.xdotool("key", key)
            window.settle()
        window.wait("label", sign)
        window.end()
    print("menu: the keyboard shortcuts, and what the program is")


def transient_for(session, window):
    """The X11 window that another one belongs to, 0 where it belongs to none."""
    library = ctypes.CDLL("libX11.so.6")
    library.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(library.XOpenDisplay(session.environment["DISPLAY"].encode()))
    found = ctypes.c_ulong(0)
    library.XGetTransientForHint(display, ctypes.c_ulong(window), ctypes.byref(found))
    library.XCloseDisplay(display)
    return found.value


def check_asking(session):
    """A question belongs to the window of who asks, and goes where the service dies that asks it."""
    command = sandbox(session, has_proxy=False)
    if command is None:
        return not_run("asking", "no sandbox can be made here")
    describe_asker(session)
    for program, sign in ((ASK, CONSENT_SIGN), (PICK, PICK_SIGN)):
        # The display itself is a window that is there.
        program = program.replace('dbus.Dictionary(signature="sv")', 'dbus.Dictionary({"parent_window": "x11:4d2"}, signature="sv")')
        assert "x11:4d2" in program
        question = Question(session, *command, PYTHON, "-c", program, sign=sign)
        question.window.process = Process(process(session))
        shown = [int(number) for number in question.window.xdotool(
            "search", "--onlyvisible", "--pid", str(question.window.process.pid)).split()]
        assert 0x4d2 in [transient_for(session, number) for number in shown], "the dialog belongs to no window"
        session.service.kill()
        session.service.wait(30)
        question.window.gone(*sign)
        session.start_service()
        until("the service answers", session.answers)
        question.end()
    assert decision(session) is None, SANDBOXED
    subprocess.run(["kill", str(process(session))], check=True)
    until("the agent has ended", lambda: process(session) is None)
    print("asking: with a parent window, and withdrawn where the service dies")


LIFECYCLE_CHECKS = {
    "closing": check_closing, "windows": check_windows, "keyboard": check_keyboard, "menu": check_menu, "asking": check_asking,
}
