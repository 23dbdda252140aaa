#!/usr/bin/python3
"""Looks at all fonts of the session again and again, as a running program does, while another version takes the place of
each.

    watch-upgrade.py COUNT OLD NEW

Each look has to find COUNT families, each of them once, with the revision OLD or NEW (whole numbers), and none that was
new already old again. Says when it has looked for the first time, and goes on until the end of its input. Then all of
them have to be new.
"""

import collections
import ctypes
import select
import sys


class FontSet(ctypes.Structure):
    """FcFontSet of fontconfig.h."""

    _fields_ = [("count", ctypes.c_int), ("size", ctypes.c_int), ("fonts", ctypes.POINTER(ctypes.c_void_p))]


fontconfig = ctypes.CDLL("libfontconfig.so.1")
fontconfig.FcConfigGetCurrent.restype = ctypes.c_void_p
fontconfig.FcConfigGetFonts.restype = ctypes.POINTER(FontSet)
fontconfig.FcConfigGetFonts.argtypes = [ctypes.c_void_p, ctypes.c_int]
fontconfig.FcPatternGetString.argtypes = [
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_char_p),
]
fontconfig.FcPatternGetInteger.argtypes = [
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_int),
]


def look():
    """The revisions of each family that are there now."""
    fontconfig.FcInitReinitialize()
    fonts = fontconfig.FcConfigGetFonts(fontconfig.FcConfigGetCurrent(), 0).contents
    family, version = ctypes.c_char_p(), ctypes.c_int()
    found = collections.defaultdict(list)
    for index in range(fonts.count):
        pattern = fonts.fonts[index]
        fontconfig.FcPatternGetString(pattern, b"family", 0, ctypes.byref(family))
        fontconfig.FcPatternGetInteger(pattern, b"fontversion", 0, ctypes.byref(version))
        # fontconfig has the revision as `head` has it, with 16 bits behind the point.
        found[family.value.decode()].append(version.value >> 16)
    return found


def main():
    """Looks until the input ends."""
    count, old, new = (int(argument) for argument in sys.argv[1:])
    replaced = set()
    looks = mixed = 0
    is_over = False
    while not is_over:
        # What has happened before the end of the input is there at the last look.
        is_over = bool(select.select([sys.stdin], [], [], 0)[0])
        found = look()
        looks += 1
        if len(found) != count:
            sys.exit(f"look {looks}: {len(found)} of {count} families are there")
        for family, versions in found.items():
            if len(versions) != 1 or versions[0] not in (old, new):
                sys.exit(f"look {looks}: {family} has the revisions {versions}")
        now = {family for family, versions in found.items() if versions == [new]}
        if not replaced <= now:
            sys.exit(f"look {looks}: {min(replaced - now)} is old again")
        replaced = now
        mixed += 0 < len(now) < count
        if looks == 1:
            print("looked", flush=True)
    if len(replaced) != count:
        sys.exit(f"{count - len(replaced)} families are old at last")
    print(f"{looks} looks, {mixed} of them in the middle")


if __name__ == "__main__":
    main()
