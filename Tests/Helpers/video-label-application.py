#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A window with a VideoLabel, which does what it reads: a line of JSON for each deed, and an answer for each.

With a count as argument there are that many labels, side by side: what is set is set for all, and the frames are those of the
label that has shown the fewest.

{"set": {"text": "A"}} sets properties, {"size": [W, H]} sizes the label, {"hide": true} hides it, {} tells of it.
{"alternate": [[A, B], COUNT]} opens two addresses in turns, and tells of the errors that the second ones had.
{"dispose": URI} takes the label away and sets an address after that.
{"register": PATH} registers a font for this process with the client library, {"unregister": PATH} takes it back.
"""

import gc
import json
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Typecase", "1.0")
from gi.repository import GLib, Gtk, Typecase  # noqa: E402

try:
    gi.require_version("TypecaseClient", "1.0")
    from gi.repository import TypecaseClient
except (ImportError, ValueError):
    TypecaseClient = None

labels = [
    Typecase.VideoLabel(halign=Gtk.Align.START, valign=Gtk.Align.START)
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 1)]
label = labels[0]
window = Gtk.Window(title="video label", decorated=False, resizable=False)
box = Gtk.Box(width_request=640, height_request=240)
for each in labels:
    box.append(each)
window.set_child(box)
style = Gtk.CssProvider()
style.load_from_data(b"window { background: white; }")
Gtk.StyleContext.add_provider_for_display(window.get_display(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)


def alternate(addresses, count):
    """Opens a second video in moments in which the first one may have just ended."""
    errors = []
    context = GLib.MainContext.default()
    for step in range(count):
        label.props.uri = addresses[0]
        end = GLib.get_monotonic_time() + 1000 * (step % 40)
        while GLib.get_monotonic_time() < end:
            context.iteration(False)
        label.props.uri = addresses[1]
        end = GLib.get_monotonic_time() + 15_000
        while GLib.get_monotonic_time() < end:
            context.iteration(False)
        if label.props.error:
            errors.append(label.props.error.message)
    return errors


def dispose(address):
    """What a binding may still do with an object that is disposed."""
    global label
    labels.clear()
    box.remove(label)
    label.run_dispose()
    label.props.uri = address
    label.props.text = "gone"
    label.props.text
    label = Typecase.VideoLabel()
    labels.append(label)
    gc.collect()


def answer(errors):
    error = label.props.error
    print(json.dumps({
        "errors": errors, "error": [error.code, error.message] if error else None, "domain": error.domain if error else None,
        "frames": min(each.props.frames_shown for each in labels), "text": label.props.text, "attributed": label.props.attributed_text,
        "size": [label.get_width(), label.get_height()],
        "natural": [label.measure(Gtk.Orientation.HORIZONTAL, -1)[1], label.measure(Gtk.Orientation.VERTICAL, -1)[1]],
    }), flush=True)


def obey(channel, _condition):
    line = sys.stdin.readline()
    if not line:
        # Also the way to see that the widget ends well.
        window.destroy()
        loop.quit()
        return False
    deed = json.loads(line)
    for name, value in deed.get("set", {}).items():
        if name == "alignment":
            value = getattr(Typecase.TextAlignment, value.upper())
        for each in labels:
            each.set_property(name, value)
    if "size" in deed:
        for each in labels:
            each.set_size_request(*deed["size"])
    if "hide" in deed:
        label.set_visible(not deed["hide"])
    errors = alternate(*deed["alternate"]) if "alternate" in deed else []
    for name in ("register", "unregister"):
        if name in deed:
            change = TypecaseClient.register_fonts if name == "register" else TypecaseClient.unregister_fonts
            assert change([deed[name]], TypecaseClient.Scope.PROCESS, None)
            TypecaseClient.refresh_fonts()
    if "dispose" in deed:
        dispose(deed["dispose"])
    answer(errors)
    return True


loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, obey)
window.present()
loop.run()
