# SPDX-License-Identifier: Apache-2.0
"""Fonts that are made of others, for checks of the settings window."""

import struct


# What a font does not need to be drawn with.
DISPENSABLE = (b"GDEF", b"GPOS", b"GSUB", b"kern", b"fpgm", b"prep", b"cvt ", b"gasp", b"FFTM")


def latin(font):
    """A font of the family DejaVu with the characters of ASCII alone: who has thousands of faces to read is done sooner."""
    tables = {tag: table for tag, table in tables_of(font).items() if tag not in DISPENSABLE}
    # One table, for Windows and all of Unicode, whose one group begins with the glyph of the space.
    tables[b"cmap"] = struct.pack(">2H2HI", 0, 1, 3, 10, 12) + struct.pack(">2H6I", 12, 0, 28, 0, 1, 0x20, 0x7E, 3)
    return with_tables(font, tables)


def variable(font):
    """A font with an axis of weights, along which letters move apart by their width."""
    tables = tables_of(font)
    glyphs = int.from_bytes(tables[b"maxp"][4:6], "big")
    tables[b"fvar"] = struct.pack(">8H", 1, 0, 16, 2, 1, 20, 0, 8) + struct.pack(
        ">4s3i2H", b"wght", 100 << 16, 400 << 16, 900 << 16, 0, 2)
    # No outline changes.
    tables[b"gvar"] = struct.pack(">4HI2HI", 1, 0, 1, 0, 20, glyphs, 0, 20 + 2 * (glyphs + 1)) + bytes(2 * (glyphs + 1))
    # One region, from the default to the heaviest; all glyphs have the one delta, as a map with one entry is for all.
    store = struct.pack(">HIHI", 1, 12, 1, 22) + struct.pack(">2H3h", 1, 1, 0, 1 << 14, 1 << 14) + struct.pack(
        ">4Hh", 1, 1, 1, 0, 1200)
    tables[b"HVAR"] = struct.pack(">2H4I", 1, 0, 20, 20 + len(store), 0, 0) + store + struct.pack(">2BHB", 0, 0, 1, 0)
    return with_tables(font, tables)


def tables_of(font):
    """The tables of a font, by their tags."""
    tables = {}
    for at in range(12, 12 + 16 * int.from_bytes(font[4:6], "big"), 16):
        offset, length = (int.from_bytes(font[at + part:at + part + 4], "big") for part in (8, 12))
        tables[font[at:at + 4]] = font[offset:offset + length]
    return tables


def with_tables(font, tables):
    """A font with other tables than a font has."""
    data, place = b"", 12 + 16 * len(tables)
    entries = b""
    for tag, table in sorted(tables.items()):
        entries += tag + bytes(4) + struct.pack(">2I", place + len(data), len(table))
        data += table + bytes(-len(table) % 4)
    return font[:4] + struct.pack(">H", len(tables)) + font[6:12] + entries + data


def collection(font, families):
    """A collection file with a font once for each family: all tables but that of the names are shared."""
    count = int.from_bytes(font[4:6], "big")
    tables = {font[at:at + 4]: (int.from_bytes(font[at + 8:at + 12], "big"), int.from_bytes(font[at + 12:at + 16], "big"))
              for at in range(12, 12 + 16 * count, 16)}
    bodies, places, position = [], {}, 12 + 4 * len(families) + len(families) * (12 + 16 * count)

    def add(data):
        nonlocal position
        place = position
        bodies.append(data + bytes(-len(data) % 4))
        position += len(bodies[-1])
        return place, len(data)

    for tag, (offset, length) in tables.items():
        if tag != b"name":
            places[tag] = add(font[offset:offset + length])
    heads = []
    for family in families:
        texts = {1: family, 2: "Book", 4: family, 6: family.replace(" ", "")}
        strings = b"".join(text.encode("utf-16-be") for text in texts.values())
        records, at = b"", 0
        for number, text in texts.items():
            records += struct.pack(">6H", 3, 1, 0x409, number, 2 * len(text), at)
            at += 2 * len(text)
        own = places | {b"name": add(struct.pack(">3H", 0, len(texts), 6 + len(records)) + records + strings)}
        heads.append(font[:12] + b"".join(tag + bytes(4) + struct.pack(">2I", *own[tag]) for tag in sorted(own)))
    starts = [12 + 4 * len(families) + index * len(heads[0]) for index in range(len(heads))]
    return b"ttcf" + struct.pack(">2H", 1, 0) + struct.pack(">I", len(heads)) + struct.pack(
        f">{len(starts)}I", *starts) + b"".join(heads) + b"".join(bodies)
