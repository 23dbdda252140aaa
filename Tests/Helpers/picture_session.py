# SPDX-License-Identifier: Apache-2.0
"""Sessions with displays of their own, and applications on these, for tests that look at pictures."""

import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEJAVU = pathlib.Path("/usr/share/fonts/truetype/dejavu")
PYTHON = "/usr/bin/python3"
GTK_APPLICATION = str(ROOT / "Tests/Helpers/gtk-application.py")
# How long anything may take on a machine that has much else to do.
PATIENCE = 15
# Longer than the service goes on telling of a change.
QUIET = 6
# The variable that names the file which a display keeps its screen in.
SCREEN = "TYPECASE_TEST_SCREEN"

class Session:
    """A scratch home with a bus and displays of its own."""

    def __init__(self, directory, programs, service="typecased", bus_options="", variables=None):
        self.directory = directory
        self.programs = programs
        self.processes = []
        self.home = directory / "home"
        for name in ("home/.local/share/fonts", "run", "system", "tmp"):
            (directory / name).mkdir(parents=True, mode=0o700)
        shutil.copy(DEJAVU / "DejaVuSans.ttf", directory / "system")
        (directory / "fonts.conf").write_text(
            '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
            f"<dir>{directory}/system</dir><dir>{self.home}/.local/share/fonts</dir>"
            '<include ignore_missing="yes" prefix="xdg">fontconfig/conf.d</include>'
            f"<cachedir>{directory}/cache</cachedir></fontconfig>"
        )
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": str(directory / "tmp"),
            "XDG_RUNTIME_DIR": str(directory / "run"), "FONTCONFIG_FILE": str(directory / "fonts.conf"),
            "TYPECASE_POLICY_PATH": str(directory / "policy"), "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none",
            "NO_AT_BRIDGE": "1", "GSK_RENDERER": "cairo", "GDK_BACKEND": "x11", **(variables or {}),
        }
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.start_empty_bus(bus_options)
        self.start_service(service)

    def start_service(self, service="typecased"):
        # Nobody would start it again, and a check may take longer than a minute on a busy machine.
        self.service = self.start(
            str(self.programs / service), environment=self.environment | {"TYPECASE_IDLE_TIME": "3600"})

    def start(self, *command, environment=None, **options):
        # Of what fails the last words are told.
        with open(self.directory / "errors", "ab") as errors:
            process = subprocess.Popen(command, env=environment or self.environment, stderr=errors, **options)
        self.processes.append(process)
        return process

    def start_empty_bus(self, options=""):
        """Starts a bus that starts no services but those of options, not even what is installed; returns its address."""
        configuration = self.directory / "empty-bus.conf"
        configuration.write_text(
            f"<busconfig><type>session</type><listen>unix:tmpdir={self.directory}/tmp</listen>{options}"
            '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>'
            '<allow own="*"/></policy></busconfig>'
        )
        bus = self.start(
            "/usr/bin/dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address",
            stdout=subprocess.PIPE)
        self.bus = bus
        return bus.stdout.readline().decode().strip()

    def typecase(self, *arguments):
        outcome = subprocess.run(
            [self.programs / "typecase", *arguments], env=self.environment, capture_output=True, text=True)
        if outcome.returncode != 0:
            raise SystemExit(f"typecase {' '.join(arguments)}: {outcome.stderr}")
        return outcome.stdout

    def view(self, process):
        """What `typecase status --apps` says of a process: its toolkit and what it sees of the fonts."""
        for found in json.loads(self.typecase("status", "--apps", "--json")):
            if found["process_id"] == process.pid:
                return found["toolkit"], found["view"]
        return None

    def views(self):
        """What `typecase status --apps` says of all programs: their toolkits and what they see of the fonts."""
        return [(found["toolkit"], found["view"]) for found in json.loads(self.typecase("status", "--apps", "--json"))]

    def expect(self, process, toolkit, view):
        """Fails where a process is not told of as it should be."""
        if self.view(process) != (toolkit, view):
            raise SystemExit(f"{(toolkit, view)} is expected, and told is {self.view(process)}")

    def display(self, width=480, height=240):
        """Starts a display, and returns its environment.

        The server keeps its screen in a file, so that looking at it needs no client. It goes on without clients: one that
        resets with the last of them cuts off who connects meanwhile.
        """
        screen = pathlib.Path(tempfile.mkdtemp(dir=self.directory))
        server = self.start(
            "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset",
            "-nocursor", "-fbdir", str(screen), stdout=subprocess.PIPE)
        number = server.stdout.readline().decode().strip()
        return {**self.environment, "DISPLAY": ":" + number, SCREEN: str(screen / "Xvfb_screen0")}

    def compositor(self, environment, width, height):
        """Starts a Wayland compositor that fills a display, and returns the environment of its programs."""
        name = "wayland-" + environment["DISPLAY"].strip(":")
        self.start(
            "/usr/bin/weston", "--backend=x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--no-config",
            "--idle-time=0", f"--width={width}", f"--height={height}", f"--socket={name}", environment=environment,
            stdout=subprocess.DEVNULL)
        until("the compositor listens", (self.directory / "run" / name).exists)
        without = {key: value for key, value in environment.items() if key != "DISPLAY"}
        return {**without, "WAYLAND_DISPLAY": name}

    def portal(self, environment):
        """Starts the portals of GTK, which tell Flatpaks when the fonts change."""
        environment = {**environment, "XDG_CURRENT_DESKTOP": "GNOME"}
        for program, name in (("xdg-desktop-portal-gtk", "impl.portal.desktop.gtk"),
                              ("xdg-desktop-portal", "portal.Desktop")):
            self.start("/usr/libexec/" + program, environment=environment)
            subprocess.run(["/usr/bin/gdbus", "wait", "--session", "--timeout", str(PATIENCE), "org.freedesktop." + name],
                           env=environment, check=True)

    def end(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def sandbox(session, has_proxy=True):
    """What goes before a command to run it as a Flatpak runs one that has no permission for the service.

    None where no sandboxes can be made. The rules of the proxy are those of flatpak 1.14, common/flatpak-run.c; without one
    the service takes the command itself for the Flatpak, rather than the proxy, which is in no sandbox here.
    """
    information = session.directory / "flatpak-info"
    information.write_text("[Application]\nname=org.example.Sandboxed\n")
    places = ["--dev-bind", "/dev", "/dev", "--proc", "/proc"]
    for entry in sorted(pathlib.Path("/").iterdir()):
        if entry.name not in ("dev", "proc"):
            places += ["--ro-bind-try", str(entry), str(entry)]
    socket = session.directory / "proxy"
    # Flatpak has the user's fonts in another place, which this tells fontconfig, as its own configuration does.
    fonts = session.home / ".local/share/fonts"
    configuration = session.directory / "fonts-in-flatpak.conf"
    configuration.write_text(
        (session.directory / "fonts.conf").read_text()
        .replace(f"<dir>{fonts}</dir>", f'<dir>/run/host/user-fonts</dir><remap-dir as-path="{fonts}">/run/host/user-fonts'
                 "</remap-dir>"))
    command = [
        "/usr/bin/bwrap", "--die-with-parent", *places, "--ro-bind", str(information), "/.flatpak-info",
        "--tmpfs", "/run", "--ro-bind", str(fonts), "/run/host/user-fonts", "--tmpfs", str(fonts),
        "--setenv", "FONTCONFIG_FILE", str(configuration),
    ]
    if has_proxy:
        command += ["--setenv", "DBUS_SESSION_BUS_ADDRESS", f"unix:path={socket}"]
    if subprocess.run([*command, "/bin/true"], env=session.environment, stderr=subprocess.DEVNULL).returncode != 0:
        return None
    if not has_proxy:
        return command
    session.start(
        "/usr/bin/xdg-dbus-proxy", session.environment["DBUS_SESSION_BUS_ADDRESS"], str(socket), "--filter",
        "--call=org.freedesktop.portal.*=*", "--broadcast=org.freedesktop.portal.*=@/org/freedesktop/portal/*")
    until("the proxy listens", socket.exists)
    return command


def processes(process):
    """The ids of a process and of all that it has started."""
    found = [process]
    for one in found:
        for children in pathlib.Path(f"/proc/{one}/task").glob("*/children"):
            found += children.read_text().split()
    return found


def adapter(process):
    """The id of the process with the adapter, of a program that a script may have started, and the adapter's file in memory.

    The file holds the generation of the fonts that the program has drawn with. None where there is no adapter.
    """
    for one in processes(process.pid):
        for descriptor in pathlib.Path(f"/proc/{one}/fd").iterdir():
            try:
                if os.readlink(descriptor).startswith("/memfd:typecase-fonts"):
                    return one, descriptor
            except FileNotFoundError:
                continue
    return None


def picture(environment):
    """What a display shows: the pixels of its screen, four bytes each, in lines from above."""
    image = pathlib.Path(environment[SCREEN]).read_bytes()
    # The header of xwd: its size, and at 19 how many colours follow of 12 bytes each.
    fields = struct.unpack(">25I", image[:100])
    return image[fields[0] + fields[19] * 12:]


def save(pixels, width, height, path):
    """Writes a picture of a display as PNG."""
    from PIL import Image

    Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", 0, 1).save(path)


def until(what, condition, told=str):
    """Waits for a condition; told says more where it does not become true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"within {PATIENCE} s it did not come about that {what}; {told()}")
        time.sleep(0.05)


def readme_commands(example):
    """The commands that the README of an example shows in blocks of their own."""
    text = (ROOT / "Examples" / example / "README.md").read_text()
    # What is fenced is code to read.
    text = "".join(text.split("```")[::2])
    return [line.strip() for line in text.splitlines() if line.startswith("      ")]


def make_clone(directory):
    """A directory that is to the commands of a README what a clone is, and takes what they make."""
    clone = directory / "clone"
    clone.mkdir()
    (clone / "Examples").symlink_to(ROOT / "Examples")
    return clone


class Application:
    """An application on a display of its own."""

    def __init__(self, session, *arguments, program=(PYTHON, GTK_APPLICATION), lines="", variables=None, size=(480, 240),
                 directory=None, beside=(), is_on_wayland=False, is_by_portal=False):
        self.size = size
        self.environment = session.display(*size)
        if beside:
            session.start(*beside, environment=self.environment, stdout=subprocess.DEVNULL)
        if is_on_wayland:
            self.environment = session.compositor(self.environment, *size)
        self.environment |= variables or {}
        if is_by_portal:
            session.portal(self.environment)
            program = [*sandbox(session, has_proxy=False), *program]
        empty = picture(self.environment)
        self.process = session.start(
            *program, *arguments, environment=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            cwd=directory)
        self.process.stdin.write(lines.encode())
        self.process.stdin.flush()
        self.first = empty

        def is_drawn():
            if self.process.poll() is not None:
                raise SystemExit(f"{program[-1]} has ended: {told()}")
            last, self.first = self.first, picture(self.environment)
            return self.first != empty and self.first == last

        def told():
            words = (session.directory / "errors").read_text(errors="replace")[-2000:]
            return f"{program[-1]} has the exit code {self.process.poll()}; the last words of all are:\n{words}"

        until(f"{program[-1]} draws", is_drawn, told)

    def has_changed(self):
        return picture(self.environment) != self.first

    def save(self, path):
        save(picture(self.environment), *self.size, path)
