# SPDX-License-Identifier: Apache-2.0
"""Checks of the settings window: permissions, archives and samples, and what goes wrong while it is open."""

import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import zipfile

from settings_pages import (
    ASK, PYTHON, SANDBOXED, Question, decision, describe_asker, holds, newer, press_undo, process, start, state, unnamed)
from picture_session import picture
from settings_fonts import collection, latin, variable
from settings_session import CHECKED, DEJAVU, not_run, role_name, sandbox, until

OBLIQUE = DEJAVU / "DejaVuSansMono-Oblique.ttf"


def grants(session):
    """What the user said: right and font, with the decision."""
    return {
        (grant["right"], grant.get("font", "")): grant["decision"]
        for grant in json.loads(session.typecase("grants", "list", "--json")) if grant["provider"] == "org.example.Poster"
    }


def check_rights(session):
    """A right is reset, denied and undone; what was said of a single font is reset alone, and is back with an undo."""
    fonts = json.loads(session.typecase("list", "--json"))
    digest = next(font["sha256"] for font in fonts if font["faces"][0]["full_name"] == "DejaVu Serif Bold")
    other = next(font["sha256"] for font in fonts if font["faces"][0]["full_name"] == "DejaVu Serif")
    for font in (digest, other):
        grant(session, font)
    before = grants(session)
    assert len(before) == 4, before
    window = start(session, "rights")
    window.wait("list item", "3 unchanged permissions")
    # Of two rows about single fonts the first is reset, and the other stays.
    resets = [node for node in window.nodes() if (node.get_name() or "").startswith("Reset")]
    assert len(resets) == len(before), len(resets)
    window.until("the row of a font can be reset", lambda: resets[-1].act())
    window.until("one font is reset", lambda: len(grants(session)) == len(before) - 1)
    left = grants(session)
    assert left.items() <= before.items(), left
    press_undo(window)
    window.until("that is undone", lambda: grants(session) == before)
    # All of a right is denied in place of single fonts, which come back.
    window.end()
    window = start(session, "rights")
    window.press("push button", "Reset")
    window.until("a right is reset", lambda: len(grants(session)) < len(before))
    press_undo(window)
    window.until("it is as it was", lambda: grants(session) == before)
    # A right is allowed by the choice in its row, and that is undone.
    window.settle()
    window.click("push button", "Install fonts")
    window.wait("label", "Not changed")
    window.xdotool("key", "Home", "Down", "Return")
    window.until("the right is allowed", lambda: grants(session).get(("install-fonts", "")) == "allow")
    press_undo(window)
    window.until("it is denied again", lambda: grants(session) == before)
    # What is said elsewhere is seen at once.
    window.wait("list item", "3 unchanged permissions")
    session.typecase("grants", "set", "org.example.Poster", "set-alternate-icons", "allow")
    window.wait("list item", "2 unchanged permissions")
    session.typecase("grants", "revoke", "org.example.Poster", "set-alternate-icons")
    window.wait("list item", "3 unchanged permissions")
    # A program that nothing is said of is listed with what holds for it.
    window.wait("label", "poster-editor")
    window.wait("list item", "6 unchanged permissions")
    window.end()
    session.typecase("grants", "revoke", "org.example.Poster", "request-fonts")
    print("rights: single fonts, whole rights and what nobody has changed")


def grant(session, digest):
    """Allows a program to request one font."""
    code = (
        "import sys, dbus; s = dbus.SessionBus().get_object('org.typecase.Management1', '/org/typecase/Management1');"
        "dbus.Interface(s, 'org.typecase.Management1').SetGrant('org.example.Poster', 'request-fonts', 'allow',"
        " {'font': sys.argv[1]})")
    subprocess.run([PYTHON, "-c", code, digest], env=session.environment, check=True)


def check_archives(session):
    """Archives and folders are looked at before they are installed, and undone; those without fonts say so."""
    folder = session.directory / "letters"
    (folder / "deep").mkdir(parents=True)
    shutil.copy(OBLIQUE, folder / "deep")
    (folder / "broken.ttf").write_bytes(b"no font")
    (session.directory / "empty").mkdir()
    archive = session.directory / "letters.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.write(OBLIQUE, "letters/oblique.ttf")
        file.writestr("letters/broken.ttf", "no font")
    window = session.window("--page", "add", str(folder), str(session.directory / "empty"))
    window.wait("label", "1 font can be installed")
    window.wait("list item", "DejaVu Sans Mono Oblique")
    window.wait("label", "broken.ttf · ")
    window.wait("label", "empty · There are no font files in the folder.")
    assert state(session, "DejaVu Sans Mono Oblique") is None
    window.press("push button", "Install")
    window.until("the font is installed", lambda: state(session, "DejaVu Sans Mono Oblique") == "enabled")
    press_undo(window)
    window.until("that is undone", lambda: state(session, "DejaVu Sans Mono Oblique") is None)
    window.end()

    window = session.window("--page", "add", str(archive))
    window.wait("label", "1 font can be installed")
    window.wait("list item", "DejaVu Sans Mono Oblique")
    window.wait("label", "letters.zip/letters/oblique.ttf · Passed all checks")
    window.wait("label", "letters.zip/letters/broken.ttf · ")
    window.wait("image", "Sample of DejaVu Sans Mono Oblique")
    assert not list(unnamed(window)), list(unnamed(window))
    window.press("push button", "Install")
    window.until("the font is installed", lambda: state(session, "DejaVu Sans Mono Oblique") == "enabled")
    window.wait("label", "1 font is installed")
    press_undo(window)
    window.until("that is undone", lambda: state(session, "DejaVu Sans Mono Oblique") is None)
    window.end()

    # What the service has got is installed even if the user stops the rest, and is undone as one change.
    large = session.directory / "large.zip"
    with zipfile.ZipFile(large, "w") as file:
        for number in range(4):
            file.writestr(f"{number}.ttc", collection(OBLIQUE.read_bytes(), [f"Large {number}"]))
    window = session.window("--page", "add", str(large))
    window.wait("label", "4 fonts can be installed")
    session.service.send_signal(signal.SIGSTOP)
    window.press("push button", "Install")
    window.press("push button", "Cancel")
    session.service.send_signal(signal.SIGCONT)
    window.wait("label", "4 fonts are installed")
    assert sum("Large" in name for name in names(session)) == 4, names(session)
    press_undo(window)
    window.until("that is undone", lambda: not any("Large" in name for name in names(session)))
    window.end()
    print("archives: looked at, installed, undone, and stopped; and folders")


def names(session):
    """The names of all registered fonts."""
    return [font["faces"][0]["full_name"] for font in json.loads(session.typecase("list", "--json"))]


def check_dropping(session):
    """Files that are dropped on the window, whatever page it shows, are looked at and installed."""
    window = start(session, "providers")
    helper = pathlib.Path(__file__).parent / "drag-source.py"
    source = session.start(PYTHON, str(helper), str(OBLIQUE))
    found = window.xdotool("search", "--sync", "--onlyvisible", "--name", "drag-source").split()[0]
    window.xdotool("windowmove", found, "700", "690", "windowsize", "--sync", found, "200", "60")
    # The drag begins with a move of some length, and the window is told of the pointer before the button is let go.
    for step in (("mousemove", "--sync", "800", "740"), ("mousedown", "1")):
        window.xdotool(*step)
    for x, y in ((795, 735), (780, 720), (700, 600), (500, 400), (490, 390), (480, 380)):
        window.xdotool("mousemove", "--sync", str(x), str(y))
        window.settle()
    window.xdotool("mouseup", "1")
    window.wait("label", "1 font can be installed")
    window.wait("list item", "DejaVu Sans Mono Oblique")
    window.press("push button", "Install")
    window.until("the font is installed", lambda: state(session, "DejaVu Sans Mono Oblique") == "enabled")
    press_undo(window)
    window.until("that is undone", lambda: state(session, "DejaVu Sans Mono Oblique") is None)
    window.end()
    source.terminate()
    source.wait(10)
    print("dropping: looked at, installed, undone")


def check_conflicts(session):
    """Two versions are shown beside each other: either is kept, the newer one by itself, the older one on request."""
    old, new = DEJAVU / "DejaVuSerif.ttf", newer(session)
    window = session.window("--page", "add", str(new))
    window.wait("label", "Version 2.37")
    window.until("the newer one says so", lambda: any(
        (node.get_name() or "").startswith("Version 9.5") and (node.get_name() or "").endswith("Newer") for node in window.nodes()))
    assert not list(unnamed(window)), list(unnamed(window))
    window.click("check box", "Keep the installed font")
    window.wait("label", "0 fonts can be installed")
    window.click("check box", "Install the font in the file")
    window.wait("label", "1 font can be installed")
    window.press("push button", "Install")
    window.until("the newer one is installed", lambda: holds(session, new))
    window.end()

    window = session.window("--page", "add", str(old))
    window.wait("label", "Version 9.5")
    window.wait("label", "0 fonts can be installed")
    window.click("check box", "Install the font in the file")
    window.wait("label", "1 font can be installed")
    window.press("push button", "Install")
    window.until("the older one is installed", lambda: holds(session, old) and not holds(session, new))
    window.end()
    print("conflicts: either of two versions is kept")


def check_glyphs(session):
    """The characters of a font are shown by block, page by page; its page tells its file and what the safety gate says."""
    window = start(session, "font")
    window.wait("list item", "Passed all checks")
    window.wait("label", f"{session.home}/.local/share/fonts/typecase/")
    window.end()
    window = start(session, "fonts")
    window.click("list item", "DejaVu Sans")
    window.click("list item", "DejaVu Sans Bold")
    window.wait("label", f"{session.directory}/system/DejaVuSans-Bold.ttf")
    window.end()
    window = start(session, "glyphs")
    window.until("there are more pages", lambda: (label := window.find("label", "Page 1 of ")) and label.get_name() != "Page 1 of 1")
    window.press("push button", "Next page")
    window.wait("label", "Page 2 of ")
    window.click("push button", "Unicode block")
    window.wait("label", "Basic Latin (95)")
    names = [node.get_name() for node in window.nodes() if role_name(node) == "label"]
    # The button shows the present choice as well, before the list does.
    first = len(names) - 1 - names[::-1].index("All characters")
    window.xdotool("key", *["Down"] * (names.index("Basic Latin (95)") - first), "Return")
    window.wait("label", "Page 1 of 1")
    window.until("the picture is of the block", lambda: any(
        "95 characters of Basic Latin" in (node.get_name() or "") for node in window.nodes()))
    window.end()
    print("glyphs: by block, page by page; and files and findings")


def check_samples(session):
    """The list shows another text in another size; choices that are put away still say that they hold."""
    window = start(session, "fonts")
    window.click("push button", "More choices")
    window.settle()
    row = window.wait("list item", "DejaVu Serif")
    before = window.box(row).height
    slider = window.wait("slider", "Sample size")
    slider.set_value(60)
    window.until("the rows are taller", lambda: (row := window.find("list item", "DejaVu Serif")) and window.box(row).height > before + 20)
    window.click("push button", "Which licence")
    window.xdotool("key", "Down", "Return")
    window.wait("label", "No Fonts Found")
    window.click("push button", "More choices")
    window.wait("label", "Only: SIL Open Font License")
    window.press("push button", "Show All")
    window.wait("list item", "DejaVu Serif")
    window.gone("label", "Only: ")
    window.end()
    print("samples: another size; hidden choices are told and forgotten")


def check_axes(session):
    """The page of a variable font has a slider for each axis, and its sample follows it."""
    path = session.directory / "variable.ttf"
    path.write_bytes(variable(latin(OBLIQUE.read_bytes())))
    session.typecase("install", str(path))
    window = session.window("--page", "fonts")
    window.click("list item", "DejaVu Sans Mono")
    window.click("list item", "DejaVu Sans Mono Oblique")
    slider = window.wait("slider", "Weight")
    window.settle()
    before = picture(session.environment)
    slider.set_value(900)
    window.until("the sample has changed", lambda: picture(session.environment) != before)
    window.settle()
    heavy = picture(session.environment)
    slider.set_value(400)
    window.until("the sample is as it was", lambda: picture(session.environment) == before)
    assert heavy != before
    window.end()
    session.typecase("uninstall", "--purge", "--yes", str(path))
    print("axes: the sample follows the slider")


def waiting(process):
    """For how long a process has waited for a processor that others have, in seconds; 0 where the kernel does not count that."""
    path = pathlib.Path(f"/proc/{process.pid}/schedstat")
    return int(path.read_text().split()[1]) / 1e9 if path.exists() else 0


def check_many(session):
    """2,000 files at once: the window answers meanwhile, and tells all of them."""
    folder = session.directory / "many"
    folder.mkdir()
    font = OBLIQUE.read_bytes()
    for index in range(2000):
        (folder / f"{index:04}.ttf").write_bytes(b"no font" if index else font)
    window = session.window("--page", "add", str(folder))
    started = time.monotonic()
    # What comes while the others are looked at waits for its turn.
    subprocess.run([session.program, str(DEJAVU / "DejaVuSerif-Italic.ttf")], env=session.environment, timeout=60, check=True)
    slowest = 0.0
    while window.find("label", "2 fonts can be installed") is None:
        asked, waited = time.monotonic(), waiting(window.process)
        assert window.root()
        slowest = max(slowest, time.monotonic() - asked - (waiting(window.process) - waited))
        assert asked - started < 240, "2,000 files are not looked at within 4 minutes"
    took = time.monotonic() - started
    window.wait("label", "and 1,901 more files" if window.find("label", "and 1,901") else "and 1901 more files")
    window.end()
    assert slowest < 1, f"the window did not answer for {slowest:.2f} s"
    print(f"many: 2,000 files looked at in {took:.1f} s; the longest answer took {slowest * 1000:.0f} ms")


def search(session, words):
    """What `typecase search` finds."""
    return subprocess.run(
        [session.programs / "typecase", "search", words], env=session.environment, capture_output=True, text=True).stdout


def check_scrolling(session):
    """A list of 5,000 faces is scrolled and searched: rows come at once, and samples only for those that are seen."""
    font = latin((DEJAVU / "DejaVuSansMono.ttf").read_bytes())
    folder = session.directory / "system"
    for number in range(50):
        (folder / f"many-{number}.ttc").write_bytes(
            collection(font, [f"Family {number:02}{index:02}" for index in range(100)]))
    # The service looks for new system fonts now and then, and reads all of these.
    end = time.monotonic() + 120
    while "Family 4999" not in search(session, "Family 4999"):
        assert time.monotonic() < end, "the service does not find 5,000 faces within 2 minutes"
        time.sleep(1)
    window = session.window("--page", "fonts")
    window.wait("list item", "DejaVu Serif")
    window.xdotool("mousemove", "--sync", "600", "500")
    window.settle()
    slowest = 0.0
    for _ in range(20):
        before = picture(session.environment)
        started = time.monotonic()
        window.xdotool("click", "--repeat", "5", "--delay", "1", "5")
        while picture(session.environment) == before:
            assert time.monotonic() - started < 5, "the list does not scroll"
        slowest = max(slowest, time.monotonic() - started)
    window.xdotool("key", "--window", "0", "Home")
    window.settle()
    started = time.monotonic()
    window.type("entry", "Search fonts", "Family 4999")
    window.wait("list item", "Family 4999")
    searched = time.monotonic() - started
    window.end()
    for file in folder.glob("many-*.ttc"):
        file.unlink()
    assert slowest < 1, f"a picture took {slowest:.2f} s"
    print(f"scrolling: 5,000 faces; the slowest picture of 20 steps came after {slowest * 1000:.0f} ms, the search "
          f"took {searched * 1000:.0f} ms until assistive technology told")


def check_crowd(session):
    """A provider with 500 families is shown with widgets for those only that are seen, and scrolled to its end."""
    font = latin((DEJAVU / "DejaVuSansMono.ttf").read_bytes())
    folder = session.directory / "crowd"
    folder.mkdir()
    for number in range(5):
        (folder / f"crowd-{number}.ttc").write_bytes(
            collection(font, [f"Crowd {number}{index:02}" for index in range(100)]))
    session.typecase("install", str(folder))
    window = start(session, "providers")
    window.click("list item", "Installed by you")
    window.wait("check box", "Select Crowd 000")
    def boxes():
        return [node for node in window.nodes() if role_name(node) == "check box"]
    shown = window.until("the families are shown", boxes)
    assert len(shown) < 500, f"there are {len(shown)} controls for families of which most are not seen: each has two"
    window.xdotool("mousemove", "--sync", "600", "500", "click", "--repeat", "250", "--delay", "1", "5")
    window.wait("check box", "Select DejaVu Serif")
    window.end()
    session.typecase("uninstall", *map(str, folder.iterdir()))
    print(f"crowd: {len(shown)} controls, of 1,000 that 500 families have, and the last is reached")


def check_hostile(session):
    """Fonts that are cut off or damaged are refused with a reason, and harm neither the window nor the service."""
    font = OBLIQUE.read_bytes()
    paths = []
    for name, data in (("cut", font[:len(font) // 2]), ("scrambled", font[:1000] + bytes(b ^ 0x5A for b in font[1000:])),
                       ("line\nbreak", b"\0\1\0\0" + b"\xff" * 200)):
        path = session.directory / f"{name}.ttf"
        path.write_bytes(data)
        paths.append(str(path))
    window = session.window("--page", "add", *paths)
    for name in ("cut.ttf · ", "scrambled.ttf · ", "line break.ttf · "):
        window.wait("label", name)
    window.wait("label", "0 fonts can be installed")
    assert window.find("push button", "Install") is None
    window.end()
    assert session.service.poll() is None
    print("hostile: refused")


def deploy(session, rights):
    """Installs a version of a Flatpak that has a font and asks for rights, and has the service look for it."""
    program = "org.example.Lettering"
    deployment = session.home / ".local/share/flatpak/app" / program / "current/active"
    files = deployment / "files/share/typecase"
    for directory in (files / "providers", files / "assets" / program):
        directory.mkdir(parents=True, exist_ok=True)
    (deployment / "metadata").write_text("[Application]\n")
    font = collection(latin((DEJAVU / "DejaVuSansMono.ttf").read_bytes()), ["Updated Letters"])
    (files / "assets" / program / "letters.ttc").write_bytes(font)
    (files / "providers" / f"{program}.json").write_text(json.dumps({
        "version": 1, "id": program, "name": "Lettering", "rights": rights,
        "fonts": [{"file": "letters.ttc", "sha256": hashlib.sha256(font).hexdigest(), "register": "on-install"}]}))
    code = (
        "import dbus; dbus.SessionBus().get_object('org.typecase.Management1', '/org/typecase/Management1').Reconcile("
        "dbus.Dictionary(signature='sv'), dbus_interface='org.typecase.Management1')")
    subprocess.run([PYTHON, "-c", code], env=session.environment, check=True)
    return deployment


def check_updates(session):
    """A right that an update changed says so, until it is reset."""
    if os.geteuid() != 0:
        return not_run("updates", "only root can install a manifest that grants rights")
    deploy(session, ["install-fonts"])
    window = start(session, "rights")
    window.wait("label", "org.example.Lettering")
    today = "Changed by an update on " + time.strftime("%x")
    assert not any("Changed by an update" in (node.get_name() or "") for node in window.nodes())
    deployment = deploy(session, ["install-fonts", "use-installed-fonts"])
    window.until("the right says that an update changed it", lambda: any(
        today in (node.get_name() or "") for node in window.nodes()))
    assert not list(unnamed(window)), list(unnamed(window))
    # The rows of other programs have such buttons as well.
    resets = [node for node in window.nodes() if (node.get_name() or "").startswith("Reset")]
    window.until("the right can be reset", lambda: resets[-1].act())
    window.until("it does not say so any more", lambda: not any(
        "Changed by an update" in (node.get_name() or "") for node in window.nodes()))
    window.end()
    session.typecase("uninstall", "--purge", "--yes", "UpdatedLetters")
    shutil.rmtree(deployment.parent.parent)
    print("updates: what one changed is told, and reset")


def check_leaving(session):
    """A provider leaves while its page is open, and comes back."""
    window = start(session, "providers")
    window.click("list item", "poster-editor")
    window.wait("check box", "Select DejaVu Sans Mono")
    provider = next(
        entry["id"] for entry in json.loads(session.typecase("provider", "list", "--json")) if "poster-editor" in entry["id"])
    session.typecase("provider", "remove", provider)
    window.wait("list item", "1 removed font")
    assert not list(unnamed(window)), list(unnamed(window))
    session.typecase("provider", "restore", provider)
    window.gone("list item", "1 removed font")
    window.wait("check box", "Select DejaVu Sans Mono")
    window.end()
    print("leaving: told, and back")


def check_dismissal(session):
    """A question that the user closes is answered with no, and nothing is remembered."""
    command = sandbox(session, has_proxy=False)
    if command is None:
        return not_run("dismissal", "no sandbox can be made here")
    describe_asker(session)
    question = Question(session, *command, PYTHON, "-c", ASK)
    question.window.process = session.start("/bin/true")
    window = question.window
    for found in window.xdotool("search", "--onlyvisible", "--pid", str(process(session))).split():
        window.xdotool("windowfocus", "--sync", found, "key", "Escape")
    window.gone("push button", "Allow")
    question.end()
    assert decision(session) is None, f"{SANDBOXED}: {decision(session)}"
    os.kill(process(session), signal.SIGTERM)
    until("the agent has ended", lambda: process(session) is None)
    print("dismissal: closed, and nothing remembered")


def check_readonly(session):
    """Where the home cannot be written to, a change fails with a reason, and the switch shows again what is."""
    session.service.send_signal(signal.SIGTERM)
    session.service.wait(30)
    command = ["/usr/bin/bwrap", "--dev-bind", "/", "/", "--ro-bind", str(session.home), str(session.home)]
    if subprocess.run([*command, "/bin/true"], env=session.environment, stderr=subprocess.DEVNULL).returncode != 0:
        session.start_service()
        return not_run("readonly", "no sandbox can be made here")
    service = session.start(
        *command, str(session.programs / "typecased"), environment=session.environment | {"TYPECASE_IDLE_TIME": "3600"})
    until("the service answers", session.answers)
    window = start(session, "font")
    def names():
        return {(node.get_name() or "").lower() for node in window.nodes()}

    before = window.until("the page has texts", names)
    window.press("check box", "Programs find this font")

    def is_on():
        box = window.find("check box", "Programs find this font")
        return box is not None and box.has_state(CHECKED)

    window.until("the reason is told", lambda: any(
        word in text for text in names() - before for word in ("read-only", "written", "permission")))
    window.until("the switch is on again", is_on)
    assert state(session, "DejaVu Serif Bold") == "enabled"
    window.end()
    # The service itself, and not what it is started in, which would leave it behind.
    os.kill(process(session, "org.typecase.Management1"), signal.SIGTERM)
    service.wait(30)
    session.start_service()
    until("the service answers", session.answers)
    print("readonly: told, and shown as it is")


def check_largetext(session):
    """The texts of the window follow the size that the user chooses, at once, also with the slider of the window."""
    window = start(session, "providers")

    def height():
        label = window.find("label", "Installed by you")
        return window.box(label).height if label else 0

    usual = height()
    session.typecase("text-size", "AX2")
    window.until("texts are larger", lambda: height() > 1.5 * usual)
    assert not list(unnamed(window)), list(unnamed(window))
    session.typecase("text-size", "--reset")
    window.until("texts are as before", lambda: height() == usual)
    window.end()
    session.typecase("text-size", "XS")
    window = start(session, "providers")
    window.until("texts are smaller from the start", lambda: 0 < height() < usual)
    window.end()
    session.typecase("text-size", "--reset")

    def size():
        found = json.loads(session.typecase("text-size", "--json"))
        return found["category"], found["source"] == "user"

    before = size()
    assert before == ("large", False), before
    window = start(session, "text-size")
    window.wait("slider", "Text size").set_value(6)
    window.until("the slider has chosen a size", lambda: size() == ("extra-extra-extra-large", True))
    window.wait("label", "Extra Extra Extra Large")
    window.wait("label", "Text size: Extra Extra Extra Large")
    press_undo(window)
    window.until("that is undone", lambda: size() == before)
    window.wait("label", "Large (Default)")
    window.end()
    print("largetext: followed, and chosen with the slider")


TROUBLE_CHECKS = {
    "largetext": check_largetext,
    "rights": check_rights, "archives": check_archives, "glyphs": check_glyphs, "samples": check_samples, "axes": check_axes, "many": check_many,
    "dropping": check_dropping, "scrolling": check_scrolling, "crowd": check_crowd, "conflicts": check_conflicts,
    "hostile": check_hostile, "leaving": check_leaving, "updates": check_updates, "dismissal": check_dismissal, "readonly": check_readonly,
}
