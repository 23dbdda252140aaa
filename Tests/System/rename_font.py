#!/usr/bin/python3
"""Writes a font under another name of the same length, with the checksums that it has then.

usage: Tests/System/rename_font.py FONT OLD NEW
"""

import struct
import sys


def total(data):
    data += b"\0" * (-len(data) % 4)
    return sum(struct.unpack(f">{len(data) // 4}I", data)) & 0xFFFFFFFF


def renamed(original, old, new):
    assert len(old) == len(new)
    font = bytearray(original)
    tables = {}
    for index in range(struct.unpack_from(">H", font, 4)[0]):
        tag, _, offset, length = struct.unpack_from(">4sIII", font, 12 + 16 * index)
        tables[tag] = (12 + 16 * index, offset, length)
    entry, offset, length = tables[b"name"]
    names = bytes(font[offset:offset + length])
    for encoding in ("ascii", "utf-16-be"):
        names = names.replace(old.encode(encoding), new.encode(encoding))
    font[offset:offset + length] = names
    struct.pack_into(">I", font, entry + 4, total(names))
    head = tables[b"head"][1]
    struct.pack_into(">I", font, head + 8, 0)
    struct.pack_into(">I", font, head + 8, (0xB1B0AFBA - total(bytes(font))) & 0xFFFFFFFF)
    return bytes(font)


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        sys.stdout.buffer.write(renamed(file.read(), sys.argv[2], sys.argv[3]))
