# SPDX-License-Identifier: Apache-2.0
"""The programs that `make test-desktop` looks at, with what makes each show a text in the font that comes and leaves."""

import dataclasses
import pathlib

HELPERS = pathlib.Path(__file__).resolve().parent.parent / "Helpers"
GTK_APPLICATION = str(HELPERS / "gtk-application.py")
PYTHON = "/usr/bin/python3"
SERIF, MONO = ("DejaVu Serif", "DejaVuSerif.ttf"), ("DejaVu Sans Mono", "DejaVuSansMono.ttf")

# A font that an application has for itself alone.
OWN = ("DejaVu Sans Mono", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")


@dataclasses.dataclass
class Program:
    name: str
    command: list
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

    def is_there(self):
        return pathlib.Path(self.command[0]).exists()


GTK_STYLE = "* { font-family: 'DejaVu Serif'; caret-color: transparent; } \n* { transition: none; animation: none; }\n"
GTK3 = {".config/gtk-3.0/gtk.css": GTK_STYLE, ".config/gtk-3.0/settings.ini": "[Settings]\ngtk-cursor-blink=false\n"}
GTK4 = {".config/gtk-4.0/gtk.css": GTK_STYLE, ".config/gtk-4.0/settings.ini": "[Settings]\ngtk-cursor-blink=false\n"}
MOUSEPAD = """[org/xfce/mousepad/preferences/view]
font-name='DejaVu Serif 24'
use-default-monospace-font=false
"""
FEATHERPAD = "[text]\nfont=DejaVu Serif,24,-1,5,50,0,0,0,0,0\ncursorBlinking=false\n"
TEXT = "AaBbGg illicit\n"

PROGRAMS = [
    Program("GTK 4", [PYTHON, GTK_APPLICATION, "4.0", SERIF[0], *OWN], is_short=True),
    Program("GTK 3", [PYTHON, GTK_APPLICATION, "3.0", SERIF[0], *OWN], is_short=True),
    Program("VTE", [PYTHON, str(HELPERS / "vte-application.py"), MONO[0]], font=MONO, is_short=True),
    Program("gtk4-demo", ["/usr/bin/gtk4-demo"], files=GTK4, size=(900, 640)),
    Program(
        "Mousepad", ["/usr/bin/mousepad", "--disable-server", "text.txt"], size=(900, 640),
        files={".config/glib-2.0/settings/keyfile": MOUSEPAD, "text.txt": TEXT, **GTK3},
        variables={"GSETTINGS_BACKEND": "keyfile"}),
    Program(
        "Xfce Terminal",
        ["/usr/bin/xfce4-terminal", "--disable-server", f"--font={MONO[0]} 24", "--execute", "/bin/cat", "text.txt", "-"],
        files={"text.txt": TEXT, ".config/xfce4/terminal/terminalrc": "[Configuration]\nMiscCursorBlinks=FALSE\n"},
        font=MONO, size=(900, 640)),
    Program("Qt 5", [PYTHON, str(HELPERS / "qt-application.py"), "5", SERIF[0]], size=(480, 560), is_short=True),
    # By the other plugin too, as where both are there.
    Program("Qt 6 generic plugin", [PYTHON, str(HELPERS / "qt-application.py"), "6", SERIF[0]], size=(480, 560),
            variables={"QT_QPA_GENERIC_PLUGINS": "typecase"}),
    Program("Qt 6", [PYTHON, str(HELPERS / "qt-application.py"), "6", SERIF[0]], size=(480, 560), is_short=True),
    Program("Qt Quick 5", ["/usr/lib/qt5/bin/qmlscene", str(HELPERS / "text.qml")],
            variables={"QT_QUICK_BACKEND": "software"}),
    Program("Qt Quick 6", ["/usr/lib/qt6/bin/qmlscene", str(HELPERS / "text.qml")],
            variables={"QT_QUICK_BACKEND": "software"}),
    Program(
        "FeatherPad", ["/usr/bin/featherpad", "--standalone", "text.txt"], size=(900, 640),
        files={".config/featherpad/fp.conf": FEATHERPAD, "text.txt": TEXT}),
    Program("xterm", ["/usr/bin/xterm", "-fa", MONO[0], "-fs", "20", "-e", "cat text.txt -"], font=MONO,
            files={"text.txt": TEXT}, is_live=False),
]
