# SPDX-License-Identifier: Apache-2.0
"""Reads the string literals of Swift sources, with the calls that they are arguments of.

xgettext does not know Swift. What it takes for texts of C ends in the wrong place where a literal has an interpolation.
"""

import dataclasses
import re

# What is before a parenthesis that opens no call.
KEYWORDS = {"if", "guard", "while", "switch", "case", "return", "in", "for", "where", "let", "var", "throws", "try", "await", "is", "as", "else"}
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}
WORD = re.compile(r"\w+")
# Stands for the end of a line that the next one goes on.
CONTINUATION = "\0"


@dataclasses.dataclass
class Token:
    """A word, a literal, a comment, or one character of anything else."""

    kind: str
    text: str
    line: int
    # Whether a literal holds what is only known when the program runs.
    is_interpolated: bool = False
    # Whether a literal is compared with what is before it, or a value is with it, in a switch.
    is_compared: bool = False
    is_pattern: bool = False


@dataclasses.dataclass
class Call:
    """Parentheses, brackets or braces around a literal."""

    opening: str
    # What is called; None where the parentheses open no call.
    name: str | None = None
    # What it is called on, if that is a word.
    receiver: str | None = None
    is_declaration: bool = False
    line: int = 0
    index: int = 0
    label: str | None = None
    labels: set = dataclasses.field(default_factory=set)
    # The literals that are arguments as they are, by the number of the argument.
    literals: dict = dataclasses.field(default_factory=dict)


def tokens(source, line=1):
    """The tokens of a source text; the code of interpolations comes in parentheses after their literals."""
    position = 0
    while position < len(source):
        character = source[position]
        if character.isspace():
            line += character == "\n"
            position += 1
        elif source.startswith("//", position):
            end = source.find("\n", position)
            end = len(source) if end < 0 else end
            yield Token("comment", source[position:end].lstrip("/").strip(), line)
            position = end
        elif source.startswith("/*", position):
            end = source.index("*/", position) + 2
            line += source.count("\n", position, end)
            position = end
        elif literal := re.compile(r'(#*)("""|")').match(source, position):
            token, code, end = read_literal(source, literal, line)
            yield token
            for text, code_line in code:
                yield Token("mark", "(", code_line)
                yield from tokens(text, code_line)
                yield Token("mark", ")", code_line)
            line += source.count("\n", position, end)
            position = end
        elif word := WORD.match(source, position):
            yield Token("word", word[0], line)
            position = word.end()
        else:
            yield Token("mark", character, line)
            position += 1


def read_literal(source, opening, line):
    """Reads a literal: its token, the code of its interpolations with their lines, and where it ends."""
    hashes, quotes = opening[1], opening[2]
    start = line
    closing = quotes + hashes
    position = opening.end()
    text, code = "", []
    while not source.startswith(closing, position):
        if not source.startswith("\\" + hashes, position):
            line += source[position] == "\n"
            text += source[position]
            position += 1
            continue
        position += 1 + len(hashes)
        if source[position] == "(":
            end = end_of_code(source, position)
            code.append((source[position + 1:end - 1], line))
            position = end
        elif scalar := re.compile(r"u\{([0-9A-Fa-f]+)\}").match(source, position):
            text += chr(int(scalar[1], 16))
            position = scalar.end()
        elif source[position] == "\n":
            # The next line goes on, without its indentation.
            text += CONTINUATION
            line += 1
            position += 1
        else:
            text += ESCAPES[source[position]]
            position += 1
    if quotes == '"""':
        lines = text.split("\n")[1:]
        indentation = lines[-1]
        text = "\n".join(each.removeprefix(indentation) for each in lines[:-1])
        text = text.replace(CONTINUATION + indentation, "")
    return Token("literal", text, start, bool(code)), code, position + len(closing)


def end_of_code(source, position):
    """Where the parenthesis at a position is closed, past the literals inside."""
    depth = 0
    while True:
        literal = re.compile(r'(#*)("""|")').match(source, position)
        if literal:
            position = read_literal(source, literal, 0)[2]
            continue
        depth += {"(": 1, ")": -1}.get(source[position], 0)
        position += 1
        if depth == 0:
            return position


def literals(source):
    """The literals, each with what is around it from the outside to the inside, and all calls when they have ended.

    Yields pairs of a literal and a list of `Call`; at the end of a call, None and the list with this call as its last one.
    """
    stack, before = [], [Token("mark", "", 0)] * 3
    for token in tokens(source):
        if token.kind == "comment":
            continue
        top = stack[-1] if stack else None
        last = before[-1]
        if token.kind == "literal":
            token.is_pattern = last.kind == "word" and last.text == "case" or last.text == "," and before[-2].is_pattern
            token.is_compared = token.is_pattern or last.text == "=" and before[-2].text in ("=", "!")
            if top:
                top.literals.setdefault(top.index, []).append(token)
            yield token, stack
        elif token.text in ("(", "[", "{"):
            call = Call(token.text, line=last.line)
            if token.text == "(" and last.kind == "word" and last.text not in KEYWORDS:
                call.name = last.text
                call.is_declaration = before[-2].text == "func" or last.text == "init" and before[-2].text != "."
                if before[-2].text == "." and before[-3].kind == "word":
                    call.receiver = before[-3].text
            stack.append(call)
        elif token.text in (")", "]", "}"):
            yield None, stack
            stack.pop()
        elif token.text == "," and top:
            top.index += 1
            top.label = None
        elif token.text == ":" and top and last.kind == "word" and before[-2].text in ("(", ","):
            top.label = last.text
            top.labels.add(last.text)
        before = before[1:] + [token]
