# SPDX-License-Identifier: Apache-2.0
"""The settings window in a session with a bus for assistive technology, driven as people drive it who use that."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import time

from accessible_tree import CHECKED, FOCUSED, SENSITIVE, AccessibleTree, Gone  # noqa: F401
from picture_session import DEJAVU, PYTHON, Session, picture, sandbox, until  # noqa: F401

LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
# Larger than any window that is shown.
DISPLAY = (1000, 760)
# What programs need of the environment that the bus starts.
ACTIVATION = ("HOME", "DISPLAY", "G_DEBUG", "XDG_RUNTIME_DIR", "FONTCONFIG_FILE", "GSK_RENDERER", "GDK_BACKEND", "GSETTINGS_BACKEND", "TMPDIR")
# Registers fonts as a script does.
REGISTER = """
import os, sys, dbus
bus = dbus.SessionBus()
fonts = dbus.Interface(bus.get_object("org.typecase.FontManager1", "/org/typecase/FontManager1"),
                       "org.typecase.FontManager1")
files = dbus.Array([dbus.types.UnixFd(os.open(path, os.O_RDONLY)) for path in sys.argv[1:]], signature="h")
results, _ = fonts.RegisterFonts(files, "persistent", True, dbus.Dictionary(signature="sv"))
assert not any("error" in result for result in results), results
"""


def not_run(check, reason):
    """Tells of what is not checked here, as Tests/report looks for it."""
    print(f"settings: NOT RUN: {check}: {reason}")


def role_name(node):
    """The name of the role of a node, as GTK 4.8 and the library of its time have it."""
    name = node.get_role_name()
    return {"button": "push button", "toggle button": "push button", "radio button": "check box"}.get(name, name)


class SettingsSession(Session):
    """A session with one display, a bus for assistive technology, and fonts of the user and of a program."""

    def __init__(self, directory, programs):
        services = directory / "services"
        services.mkdir()
        (services / "org.typecase.Settings.service").write_text(
            f"[D-BUS Service]\nName=org.typecase.Settings\nExec={programs}/typecase-settings --consent\n")
        super().__init__(directory, programs, bus_options=f"<servicedir>{services}</servicedir>")
        # The texts of the window itself.
        shutil.copy(DEJAVU / "DejaVuSans-Bold.ttf", directory / "system")
        for variable in ("GTK_A11Y", "NO_AT_BRIDGE"):
            del self.environment[variable]
        # What the toolkit calls wrong ends the window, and with it the check.
        self.environment["G_DEBUG"] = "fatal-criticals"
        # Pictures are not to depend on the moment.
        configuration = self.home / ".config/gtk-4.0"
        configuration.mkdir(parents=True)
        (configuration / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\ngtk-cursor-blink=false\n")
        # Two fonts that the service knows of, which is quicker than to wait for a service that is started with a call.
        until("the service answers", self.answers)
        self.environment = self.display(*DISPLAY)
        # As a desktop does for what the bus starts.
        subprocess.run(
            ["dbus-update-activation-environment", *(f"{name}={self.environment[name]}" for name in ACTIVATION),
             f"DBUS_SESSION_BUS_ADDRESS={self.environment['DBUS_SESSION_BUS_ADDRESS']}",
             # The bus was started with what keeps other tests from it.
             "GTK_A11Y=atspi"],
            env=self.environment, check=True)
        launcher = next(path for path in LAUNCHERS if os.path.exists(path))
        self.start(launcher, "--launch-immediately", "--a11y=1")
        # What the library for assistive technology reads.
        os.environ.update(self.environment)
        import gi

        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi

        self.atspi = Atspi
        self.tree = AccessibleTree(self.environment["DBUS_SESSION_BUS_ADDRESS"])
        until("there is a bus for assistive technology", self.tree.begin)
        # What is started as the window, with which variables, and how it says texts.
        self.program = programs / "typecase-settings"
        self.variables = {}
        self.translate = str

    @contextlib.contextmanager
    def speaking(self, language):
        """Has windows that are started meanwhile speak a language."""
        before = self.program, self.variables, self.translate
        self.program, self.variables, self.translate = language.program, language.variables, language.translate
        try:
            yield
        finally:
            self.program, self.variables, self.translate = before

    def answers(self):
        return subprocess.run(
            [self.programs / "typecase", "status"], env=self.environment, capture_output=True).returncode == 0

    def fill(self):
        """Installs fonts for the user and for a program, disables one, and grants rights."""
        self.typecase("install", str(DEJAVU / "DejaVuSerif.ttf"), str(DEJAVU / "DejaVuSerif-Bold.ttf"))
        self.typecase("install", "--disabled", str(DEJAVU / "DejaVuSansMono.ttf"))
        self.typecase("grants", "set", "org.example.Poster", "use-installed-fonts", "allow")
        self.typecase("grants", "set", "org.example.Poster", "install-fonts", "deny")
        self.typecase("install", str(DEJAVU / "DejaVuSerif-Italic.ttf"))
        self.typecase("uninstall", "DejaVuSerif-Italic")
        self.typecase("collection", "create", "Posters", "DejaVuSerif", "DejaVuSansMono")
        program = self.directory / "poster-editor"
        program.write_text(REGISTER)
        subprocess.run(
            [PYTHON, str(program), str(DEJAVU / "DejaVuSansMono-Bold.ttf")], env=self.environment, check=True)

    def start_window(self, *arguments, variables=None):
        return self.start(str(self.program), *arguments, environment=self.environment | self.variables | (variables or {}))

    def window(self, *arguments, size=(960, 680), variables=None):
        window = SettingsWindow(self, size)
        window.process = self.start_window(*arguments, variables=variables)
        until("the window is there", window.root)
        window.resize()
        return window


class SettingsWindow:
    """What the program shows to assistive technology."""

    def __init__(self, session, size):
        self.session = session
        self.size = size
        self.tree = session.tree
        self.translate = session.translate
        self.process = None
        # What ends with the window.
        self.on_end = lambda: None

    def resize(self):
        """Has the window fill the part of the display that its picture is of; no window manager is there to do it."""
        windows = self.xdotool("search", "--sync", "--onlyvisible", "--pid", str(self.process.pid)).split()
        for window in windows:
            self.xdotool("windowmove", window, "0", "0")
            self.xdotool("windowsize", "--sync", window, str(self.size[0]), str(self.size[1]))
            # The display has nobody else who gives the focus to windows.
            self.xdotool("windowfocus", "--sync", window)

    def xdotool(self, *arguments):
        return subprocess.run(
            ["xdotool", *arguments], env=self.session.environment, capture_output=True, text=True, timeout=30).stdout

    # The tree

    def nodes(self):
        """All nodes of the windows, from above; none where there is no window."""
        return self.tree.nodes("org.typecase.Settings")

    def root(self):
        """Whether the program shows a window."""
        return self.tree.root("org.typecase.Settings") is not None

    def find(self, role, name):
        """The first node of a role, such as "push button", whose name begins so in the window's language; None where there is none."""
        name = self.translate(name)
        # Where something goes from the tree while it is looked at, all of it is looked at again.
        for attempt in range(20):
            try:
                for node in self.nodes():
                    if role_name(node) == role and (node.get_name() or "").startswith(name) and self.shows(node):
                        return node
                return None
            except Gone:
                if attempt == 19:
                    raise
        return None

    def box(self, node):
        return node.box()

    def shows(self, node):
        """Whether a node has a place in the window; GTK says of each that it is visible."""
        box = self.box(node)
        return box.width > 0 and box.height > 0

    def wait(self, role, name):
        return self.until(f"there is a {role} '{name}'", lambda: self.find(role, name))

    def gone(self, role, name):
        self.until(f"there is no {role} '{name}' any more", lambda: self.find(role, name) is None)

    def until(self, what, condition):
        """Waits for a condition, and returns what it is then; what goes from the tree meanwhile is looked for again."""
        found = []

        def looks():
            try:
                found.append(condition())
            except Gone:
                return False
            return found[-1]

        until(what, looks, self.outline)
        return found[-1]

    def outline(self):
        """The tree as text."""
        return "\n" + "\n".join(f"{role_name(node)}: {node.get_name()}" for node in self.nodes())

    # Deeds

    def click(self, role, name):
        """Clicks into the middle of a node."""
        node = self.wait(role, name)
        box = self.box(node)
        x, y = box.x + box.width // 2, box.y + box.height // 2
        # It waits for the pointer to move, which is to be so where it is there already.
        self.xdotool("mousemove", "0", "0", "mousemove", "--sync", str(x), str(y), "click", "1")
        return node

    def press(self, role, name):
        """Does what a node does, without a pointer."""
        self.until(f"{role} '{name}' can be pressed", lambda: (node := self.find(role, name)) and self.is_sensitive(node)
                   and node.act())

    def type(self, role, name, text):
        node = self.wait(role, name)
        assert node.set_text(text)

    def is_sensitive(self, node):
        return node.has_state(SENSITIVE)

    def save(self, path):
        """Writes the picture of the window."""
        from PIL import Image

        Image.frombuffer("RGB", DISPLAY, picture(self.session.environment), "raw", "BGRX", 0, 1).crop(
            (0, 0, *self.size)).save(path)

    def is_drawn(self, node):
        """Whether something is drawn where a node is: pixels that differ much from the one in the corner."""
        from PIL import Image, ImageChops

        box = self.box(node)
        place = (box.x, box.y, box.x + box.width, box.y + box.height)
        drawn = Image.frombuffer("RGB", DISPLAY, picture(self.session.environment), "raw", "BGRX", 0, 1).crop(place).convert("L")
        plain = Image.new("L", drawn.size, drawn.getpixel((0, 0)))
        return sum(ImageChops.difference(drawn, plain).histogram()[100:]) > 100

    def pause(self):
        """Waits until what a key has done can be seen: the program has answered what comes after it."""
        self.nodes()

    def settle(self):
        """Waits until the picture stays as it is."""
        last, since, end = None, time.monotonic(), time.monotonic() + 20
        while time.monotonic() < end and time.monotonic() - since < 0.5:
            now = picture(self.session.environment)
            if now != last:
                last, since = now, time.monotonic()
            time.sleep(0.05)

    def end(self):
        self.on_end()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)
