#!/usr/bin/python3
"""Polls fontconfig as running programs do, in step with a test.

    poll-fontconfig.py FAMILY

For each two lines of input: waits until earlier changes have settled, looks at the start of a second, says so, and lets
the test change something within that second. After the second line, which is what becomes of the family (added or
removed), it looks at once, and then again and again at its own pace until it sees the change. fontconfig compares whole
seconds, and each look that finds nothing new forgets what came before it: the look right after the change, in the same
second, is the one that would lose it for good.
"""

import ctypes
import sys
import time

# Longer than the notices of one change are apart.
SETTLED = 4.5
PACE = 0.4
LIMIT = 20


class FontSet(ctypes.Structure):
    """FcFontSet of fontconfig.h."""

    _fields_ = [("count", ctypes.c_int), ("size", ctypes.c_int), ("fonts", ctypes.POINTER(ctypes.c_void_p))]


fontconfig = ctypes.CDLL("libfontconfig.so.1")
fontconfig.FcConfigGetCurrent.restype = ctypes.c_void_p
fontconfig.FcConfigUptoDate.argtypes = [ctypes.c_void_p]
fontconfig.FcConfigGetFonts.restype = ctypes.POINTER(FontSet)
fontconfig.FcConfigGetFonts.argtypes = [ctypes.c_void_p, ctypes.c_int]
fontconfig.FcPatternGetString.argtypes = [
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_char_p),
]


def is_up_to_date():
    """Whether fontconfig takes its view for the current one."""
    return fontconfig.FcConfigUptoDate(fontconfig.FcConfigGetCurrent()) != 0


def has(family):
    """Whether the view of this process has a font of the family."""
    fonts = fontconfig.FcConfigGetFonts(fontconfig.FcConfigGetCurrent(), 0).contents
    value = ctypes.c_char_p()
    for index in range(fonts.count):
        result = fontconfig.FcPatternGetString(fonts.fonts[index], b"family", 0, ctypes.byref(value))
        if result == 0 and value.value == family:
            return True
    return False


def settle():
    """Waits until nothing has changed for a while."""
    quiet_since = time.monotonic()
    while time.monotonic() - quiet_since < SETTLED:
        time.sleep(PACE)
        if not is_up_to_date():
            fontconfig.FcInitReinitialize()
            quiet_since = time.monotonic()


def follow(family, is_wanted):
    """Looks until the change is seen; whether it was."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        time.sleep(PACE)
        if not is_up_to_date():
            fontconfig.FcInitReinitialize()
            if has(family) == is_wanted:
                return True
    return False


def main():
    """Does what the input says."""
    family = sys.argv[1].encode()
    fontconfig.FcInit()
    for step in sys.stdin:
        settle()
        time.sleep(1 - time.time() % 1)
        if not is_up_to_date():
            sys.exit("something else has changed")
        print("looked:", step, end="", flush=True)
        change = sys.stdin.readline().strip()
        is_up_to_date()
        print("looked after:", step, end="", flush=True)
        if not follow(family, change == "added"):
            sys.exit("the change was never seen")
        print("seen:", step, end="", flush=True)


if __name__ == "__main__":
    main()
