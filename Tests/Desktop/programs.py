# SPDX-License-Identifier: Apache-2.0
"""The programs that `make test-desktop` looks at, with what makes each show a text in the font that comes and leaves."""

import dataclasses
import pathlib

from picture_session import Application

HELPERS = pathlib.Path(__file__).resolve().parent.parent / "Helpers"
GTK_APPLICATION = str(HELPERS / "gtk-application.py")
PYTHON = "/usr/bin/python3"
SERIF, MONO = ("DejaVu Serif", "DejaVuSerif.ttf"), ("DejaVu Sans Mono", "DejaVuSansMono.ttf")

# A font that an application has for itself alone.
OWN = ("DejaVu Sans Mono", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")

# One that all have.
SYSTEM = ("DejaVu Sans", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


@dataclasses.dataclass
class Program:
    name: str
    command: list
    # What it needs besides.
    needs: str = "/"
    # What of the font files comes: its family and its file.
    font: tuple = SERIF
    # Files of the home folder, with their texts.
    files: dict = dataclasses.field(default_factory=dict)
    variables: dict = dataclasses.field(default_factory=dict)
    # Whether it shows the font while it runs; False is checked too.
    is_live: bool = True
    size: tuple = (480, 240)
    # Whether `make test` looks at it as well.
    is_short: bool = False
    # Whether it has the adapters.
    has_adapters: bool = True
    # Whether a Wayland compositor displays it.
    is_on_wayland: bool = False
    # A program that runs on the same display before it, such as a settings daemon.
    beside: tuple = ()
    # Whether it runs as a Flatpak does, with a portal.
    is_by_portal: bool = False
    # For how many seconds its picture stays the same once it has started.
    calm: float = 1.5
    # How many seconds a change may take: an adapter brings it at once.
    patience: float = 1
    # Whether something else may be seen for a while, such as boxes.
    may_flash: bool = False
    # The lines of its window that count; all where nothing is said.
    lines: tuple = (0, None)
    # The columns that count.
    columns: tuple = (0, None)
    # Lines from and to which each on its own has to change with the font, such as those of one text each.
    texts: tuple = ()
    # For how many seconds one that does not change is looked at after each change.
    look: float = 4
    # What `typecase status --apps` says of it after the font has come: its toolkit, and what it sees of the fonts.
    status: tuple = ()

    def is_there(self):
        wanted = [self.command[0], self.needs, *self.beside[:1], *(["/usr/bin/weston"] if self.is_on_wayland else []),
                  *(["/usr/bin/bwrap", "/usr/libexec/xdg-desktop-portal"] if self.is_by_portal else [])]
        return all(pathlib.Path(path).exists() for path in wanted)

    def start(self, session, command=None, variables=None):
        """Starts it in a session, on a display of its own, with its files in the home folder.

        command and variables are other ones, or more, than those that it has.
        """
        for name, text in self.files.items():
            path = session.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Application(
            session, program=command or self.command, variables={**self.variables, **(variables or {})}, size=self.size,
            directory=session.home, beside=self.beside, is_on_wayland=self.is_on_wayland, is_by_portal=self.is_by_portal)


GTK_STYLE = "* { font-family: 'DejaVu Serif'; caret-color: transparent; } \n* { transition: none; animation: none; }\n"
STEADY = {".config/gtk-3.0/settings.ini": "[Settings]\ngtk-cursor-blink=false\n"}
GTK3 = {".config/gtk-3.0/gtk.css": GTK_STYLE, **STEADY}
GTK4 = {".config/gtk-4.0/gtk.css": GTK_STYLE, ".config/gtk-4.0/settings.ini": "[Settings]\ngtk-cursor-blink=false\n"}
MOUSEPAD = """[org/xfce/mousepad/preferences/view]
font-name='DejaVu Serif 24'
use-default-monospace-font=false
"""
FEATHERPAD = '[text]\nfont="DejaVu Serif,24,-1,5,50,0,0,0,0,0"\n'
GEDIT = """[org/gnome/gedit/preferences/editor]
use-default-font=false
editor-font='DejaVu Serif 24'
"""
# The profile that it begins with.
TERMINAL = """[org/gnome/terminal/legacy/profiles:/:b1dcc9dd-5262-4d8d-a863-c897e6d979b9]
use-system-font=false
font='DejaVu Sans Mono 24'
cursor-blink-mode='off'
"""
GNOME_TERMINAL = """/usr/libexec/gnome-terminal-server &
gdbus wait --session --timeout 15 org.gnome.Terminal
exec gnome-terminal --wait -- /bin/cat text.txt -
"""
TILIX = """[com/gexperts/Tilix]
quake-specific-monitor=0
[com/gexperts/Tilix/profiles]
default='0'
list=['0']
[com/gexperts/Tilix/profiles/0]
use-system-font=false
font='DejaVu Sans Mono 24'
cursor-blink-mode='off'
"""
ALACRITTY = "font:\n  size: 20\n  normal:\n    family: DejaVu Sans Mono\ncursor:\n  style:\n    blinking: Never\n"
TEXT = "AaBbGg illicit\n"
PAGE = f"<!DOCTYPE html><meta charset='utf-8'><title>.</title><p style='font: 48px \"DejaVu Serif\"'>{TEXT}"
PICTURE = f"""<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">
<text x="10" y="80" font-family="DejaVu Serif" font-size="40">{TEXT.strip()}</text></svg>
"""
DOCUMENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:text-properties
 fo:font-family="DejaVu Serif" fo:font-size="36pt"/></style:style></office:automatic-styles>
<office:body><office:text><text:p text:style-name="P">{TEXT.strip()}</text:p></office:text></office:body></office:document>
"""
FIREFOX = """user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.cosmeticAnimations.enabled", false);
"""
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=profile", "--kiosk", "--hide-scrollbars",
            "--disable-features=Translate", "text.html"]
GTK_3_DEMO = [PYTHON, GTK_APPLICATION, "3.0", SERIF[0], *OWN]
GTK_4_DEMO = [PYTHON, GTK_APPLICATION, "4.0", SERIF[0], *OWN]
WAYLAND = {"GDK_BACKEND": "wayland"}
# GIO loads its modules before GTK is there.
AFTER_GIO = """import runpy, sys
from gi.repository import Gio
Gio.File.new_for_path("/").query_exists()
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""

# Each kind of text of text.qml, but the one in another font.
QUICK_TEXTS = tuple((30 * row, 30 * row + 30) for row in (0, 1, 2, 3, 5, 6))

PROGRAMS = [
    Program("GTK 4", GTK_4_DEMO, is_short=True, status=("GTK 4 with adapter", "current")),
    Program("GTK 3", GTK_3_DEMO, is_short=True, status=("GTK 3 with adapter", "current")),
    Program("GTK 4 after GIO", [PYTHON, "-c", AFTER_GIO, *GTK_4_DEMO[1:]], status=("GTK 4 with adapter", "current")),
    Program("GTK 4 on Wayland", GTK_4_DEMO, is_on_wayland=True, variables=WAYLAND,
            status=("GTK 4 with adapter", "current")),
    Program("GTK 3 on Wayland", GTK_3_DEMO, is_on_wayland=True, variables=WAYLAND,
            status=("GTK 3 with adapter", "current")),
    Program("GTK 4 beside Xfce", GTK_4_DEMO, beside=("/usr/bin/xfsettingsd",), status=("GTK 4 with adapter", "current")),
    Program("GTK 3 beside Xfce", GTK_3_DEMO, beside=("/usr/bin/xfsettingsd",), status=("GTK 3 with adapter", "current")),
    Program("GTK 4 beside GNOME", GTK_4_DEMO, beside=("/usr/libexec/gsd-xsettings",),
            status=("GTK 4 with adapter", "current")),
    # What these do by themselves is in Adapters/README.md.
    Program("GTK 4 unaided", GTK_4_DEMO, is_live=False, has_adapters=False, status=("GTK 4", "restart")),
    Program("GTK 3 unaided", GTK_3_DEMO, is_live=False, has_adapters=False, status=("GTK 3", "restart")),
    # GTK forgets fonts of its own then, so that it has none here.
    Program("GTK 4 by Xfce alone", [PYTHON, GTK_APPLICATION, "4.0", SERIF[0], *SYSTEM], beside=("/usr/bin/xfsettingsd",), has_adapters=False, may_flash=True,
            patience=10, status=("GTK 4", "soon")),
    Program("GTK 3 by Xfce alone", GTK_3_DEMO, beside=("/usr/bin/xfsettingsd",), has_adapters=False, is_live=False, look=10,
            status=("GTK 3", "restart")),
    Program("GTK 4 by a portal alone", [PYTHON, GTK_APPLICATION, "4.0", SERIF[0], *SYSTEM], is_on_wayland=True,
            is_by_portal=True, has_adapters=False, may_flash=True, patience=10, variables=WAYLAND, status=("GTK 4", "unknown")),
    Program("VTE", [PYTHON, str(HELPERS / "vte-application.py"), MONO[0]], font=MONO, is_short=True,
            status=("GTK 3 with adapter", "current")),
    Program("gtk4-demo", ["/usr/bin/gtk4-demo"], files=GTK4, size=(900, 640)),
    Program(
        "Mousepad", ["/usr/bin/mousepad", "--disable-server", "text.txt"], size=(900, 640),
        files={".config/glib-2.0/settings/keyfile": MOUSEPAD, "text.txt": TEXT, **GTK3},
        variables={"GSETTINGS_BACKEND": "keyfile"}),
    Program(
        "gedit", ["/usr/bin/gedit", "--standalone", "text.txt"], size=(900, 640),
        files={".config/glib-2.0/settings/keyfile": GEDIT, "text.txt": TEXT, **GTK3},
        variables={"GSETTINGS_BACKEND": "keyfile"}),
    Program(
        "Xfce Terminal",
        ["/usr/bin/xfce4-terminal", "--disable-server", f"--font={MONO[0]} 24", "--execute", "/bin/cat", "text.txt", "-"],
        files={"text.txt": TEXT, ".config/xfce4/terminal/terminalrc": "[Configuration]\nMiscCursorBlinks=FALSE\n"},
        font=MONO, size=(900, 640)),
    Program(
        "Tilix", ["/usr/bin/tilix", "--new-process", "-e", "/bin/cat text.txt -"], font=MONO, size=(900, 640), calm=3,
        files={"text.txt": TEXT, ".config/glib-2.0/settings/keyfile": TILIX, **GTK3},
        variables={"GSETTINGS_BACKEND": "keyfile"}),
    # With its server, which the bus starts elsewhere.
    Program(
        "GNOME Terminal", ["/bin/sh", "-c", GNOME_TERMINAL], needs="/usr/bin/gnome-terminal", font=MONO, size=(900, 640), calm=3,
        files={"text.txt": TEXT, ".config/glib-2.0/settings/keyfile": TERMINAL, **GTK3},
        variables={"GSETTINGS_BACKEND": "keyfile"}),
    Program("Qt 5", [PYTHON, str(HELPERS / "qt-application.py"), "5", SERIF[0]], size=(480, 560), is_short=True,
            status=("Qt 5 with adapter", "current")),
    # By the other plugin too, as where both are there.
    Program("Qt 6 generic plugin", [PYTHON, str(HELPERS / "qt-application.py"), "6", SERIF[0]], size=(480, 560),
            variables={"QT_QPA_GENERIC_PLUGINS": "typecase"}),
    Program("Qt 6", [PYTHON, str(HELPERS / "qt-application.py"), "6", SERIF[0]], size=(480, 560), is_short=True,
            status=("Qt 6 with adapter", "current")),
    Program("Qt 6 on Wayland", [PYTHON, str(HELPERS / "qt-application.py"), "6", SERIF[0]], size=(480, 560),
            is_on_wayland=True, variables={"QT_QPA_PLATFORM": "wayland"}, status=("Qt 6 with adapter", "current")),
    Program("Qt 6 unaided", [PYTHON, str(HELPERS / "qt-application.py"), "6", SERIF[0]], size=(480, 560), is_live=False,
            has_adapters=False, status=("Qt 6", "restart")),
    Program("Qt Quick 5", ["/usr/lib/qt5/bin/qmlscene", str(HELPERS / "text.qml")],
            variables={"QT_QUICK_BACKEND": "software"}, texts=QUICK_TEXTS),
    Program("Qt Quick 6", ["/usr/lib/qt6/bin/qmlscene", str(HELPERS / "text.qml")],
            variables={"QT_QUICK_BACKEND": "software"}, texts=QUICK_TEXTS),
    Program(
        "FeatherPad", ["/usr/bin/featherpad", "--standalone", "text.txt"], size=(900, 640),
        files={".config/featherpad/fp.conf": FEATHERPAD, "text.txt": TEXT},
        # What the cursor, which blinks, is not in: all but the beginning of the first line.
        calm=0.3, columns=(60, 900)),
    Program(
        "Firefox", ["/usr/bin/firefox-esr", "--no-remote", "--profile", "profile", "--kiosk", "text.html"], size=(900, 640),
        files={"text.html": PAGE, "profile/user.js": FIREFOX}, calm=5, patience=40, status=("Firefox with adapter", "soon")),
    Program("Chromium", ["/usr/bin/chromium", *CHROMIUM], size=(900, 640), files={"text.html": PAGE}, beside=("/usr/bin/xfsettingsd",),
            is_live=False, calm=5, look=10,
            status=("Chromium with adapter", "restart")),
    Program(
        "LibreOffice", ["/usr/bin/soffice", "--norestore", "--nologo", "--view", "text.fodt"], size=(900, 640),
        files={"text.fodt": DOCUMENT, **STEADY}, beside=("/usr/bin/xfsettingsd",), is_live=False, calm=5, look=10, status=("LibreOffice with adapter", "restart")),
    # Its bars are drawn anew, and the document is not.
    Program("Inkscape", ["/usr/bin/inkscape", "text.svg"], size=(900, 640), files={"text.svg": PICTURE, **STEADY},
            is_live=False, calm=8, lines=(150, 330), status=("Inkscape with adapter", "restart")),
    Program("xterm", ["/usr/bin/xterm", "-fa", MONO[0], "-fs", "20", "-e", "cat text.txt -"], font=MONO,
            files={"text.txt": TEXT}, is_live=False, status=("fontconfig", "restart")),
    Program("foot", ["/usr/bin/foot", f"--font={MONO[0]}:size=20", "/bin/cat", "text.txt", "-"], font=MONO,
            files={"text.txt": TEXT}, is_live=False, is_on_wayland=True, status=("fontconfig", "restart")),
    Program(
        "Alacritty", ["/usr/bin/alacritty", "--command", "/bin/cat", "text.txt", "-"], font=MONO,
        files={"text.txt": TEXT, ".config/alacritty/alacritty.yml": ALACRITTY}, is_live=False,
        status=("fontconfig", "restart")),
]
