# SPDX-License-Identifier: Apache-2.0
"""What programs show to assistive technology, read with few calls: one for all nodes where the toolkit can do that."""

import collections
import time

import dbus
import dbus.bus
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

# What a call fails with where a node, or its application, has gone meanwhile.
Gone = dbus.DBusException

ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
# The numbers of states.
CHECKED, FOCUSED, SENSITIVE, VISIBLE = (
    int(state) for state in (Atspi.StateType.CHECKED, Atspi.StateType.FOCUSED, Atspi.StateType.SENSITIVE, Atspi.StateType.VISIBLE))
# From this version on GTK makes nodes only for who asks for the children of their parents.
LAZY_VERSION = (4, 10)
# How long nodes that have come are told of by their numbers alone, in seconds.
ASKING_TIME = 3.0
# How long an application may take to answer, in seconds.
CALL_TIME = 10.0

Box = collections.namedtuple("Box", "x y width height")


class Node:
    """A node of the tree as it was when it was read; what it does, it does with what is there by now."""

    def __init__(self, tree, reference, parent):
        self.tree = tree
        self.reference = reference
        self.parent = parent
        self.children = []
        self.name, self.role, self.states = "", 0, 0

    def fill(self, name, role, states):
        self.name, self.role = name, role
        self.states = sum(word << 32 * index for index, word in enumerate(states))

    def get_name(self):
        return self.name

    def get_role_name(self):
        return Atspi.role_get_name(Atspi.Role(self.role))

    def get_parent(self):
        return self.parent

    def has_state(self, state):
        return bool(self.states >> state & 1)

    def call(self, interface, member, signature="", *arguments):
        return self.tree.call(self.reference, f"org.a11y.atspi.{interface}", member, signature, *arguments)

    def box(self):
        """Where the node is in its window."""
        return Box(*self.call("Component", "GetExtents", "u", int(Atspi.CoordType.WINDOW)))

    def act(self):
        """Does what the node does, such as a press of a button; tells whether it can."""
        return self.call("Action", "DoAction", "i", 0)

    def set_text(self, text):
        return self.call("EditableText", "SetTextContents", "s", text)

    def set_value(self, value):
        self.tree.call(
            self.reference, "org.freedesktop.DBus.Properties", "Set", "ssv", "org.a11y.atspi.Value", "CurrentValue", dbus.Double(value))


class AccessibleTree:
    """The bus for assistive technology of a session."""

    def __init__(self, address):
        self.session = dbus.bus.BusConnection(address)
        self.asked_at = 0.0
        self.bus = None

    def begin(self):
        """Connects to the bus; tells whether it is there yet."""
        try:
            address = self.session.call_blocking("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", ())
        except Gone:
            return False
        self.bus = dbus.bus.BusConnection(address)
        return True

    def call(self, reference, interface, member, signature="", *arguments):
        return self.bus.call_blocking(*reference, interface, member, signature, arguments, timeout=CALL_TIME)

    def get(self, reference, interface, name):
        return self.call(reference, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)

    def root(self, name):
        """The root of an application that shows a window, None where there is none."""
        for reference in self.call(("org.a11y.atspi.Registry", ROOT), ACCESSIBLE, "GetChildren"):
            try:
                if self.get(reference, ACCESSIBLE, "Name") == name and self.get(reference, ACCESSIBLE, "ChildCount") > 0:
                    return reference
            except Gone:
                # It has left the bus meanwhile.
                continue
        return None

    def nodes(self, name):
        """The nodes of an application from above, those alone that are visible; none where it shows no window."""
        root = self.root(name)
        if root is None:
            return []
        version = self.get(root, "org.a11y.atspi.Application", "Version")
        is_lazy = tuple(int(part) for part in version.split(".")[:2]) >= LAZY_VERSION
        return list(self.walk(self.asked(root) if is_lazy else self.told(root)))

    def walk(self, node):
        yield node
        for child in node.children:
            if child.has_state(VISIBLE):
                yield from self.walk(child)

    def told(self, reference):
        """The tree as the application tells it at once.

        It tells of nodes that somebody has asked for before, hidden ones among them, and of each how many children are there.
        """
        if time.monotonic() > self.asked_at + ASKING_TIME:
            # A node that is hidden would else stand for a new one beside it.
            self.ask(reference)
            self.asked_at = time.monotonic()
        while True:
            items = self.call((reference[0], "/org/a11y/atspi/cache"), "org.a11y.atspi.Cache", "GetItems")
            known = {item[0]: item for item in items}
            places = collections.defaultdict(list)
            for own, _, parent, index, *_ in items:
                places[parent].append((index, own))
            unknown = []
            root = self.built(reference, None, known, places, unknown)
            if not unknown:
                return root
            for own in unknown:
                self.ask(own)

    def built(self, reference, parent, known, places, unknown):
        """A node and those below it, of what the application tells; unknown gets the nodes of which it does not tell all children."""
        node = Node(self, reference, parent)
        _, _, _, _, count, _, name, role, _, states = known[reference]
        node.fill(name, role, states)
        if parent is None:
            # The application counts its windows elsewhere.
            count = self.get(reference, ACCESSIBLE, "ChildCount")
        children = [child for _, child in sorted(places[reference])]
        if len(children) > count:
            shown = self.call(reference, ACCESSIBLE, "GetChildren") if count else []
            children = [child for child in children if child in shown]
        if len(children) < count:
            unknown.append(reference)
        node.children = [self.built(child, node, known, places, unknown) for child in children]
        return node

    def ask(self, reference):
        """Has the application make a node and all below it."""
        for child in self.call(reference, ACCESSIBLE, "GetChildren"):
            self.ask(child)

    def asked(self, reference, parent=None):
        """The tree as each node tells it of its own."""
        node = Node(self, reference, parent)
        node.fill(
            self.get(reference, ACCESSIBLE, "Name"), self.call(reference, ACCESSIBLE, "GetRole"),
            self.call(reference, ACCESSIBLE, "GetState"))
        if parent is None or node.has_state(VISIBLE):
            node.children = [self.asked(child, node) for child in self.call(reference, ACCESSIBLE, "GetChildren")]
        return node
