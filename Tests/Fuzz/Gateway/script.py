"""The format of the scripts: the actions on each connection, one step per line, with the bytes that are sent.

    # a comment
    open a tls              a connection: tls, tls12, plain (to the port without TLS), bare (to the TLS port, without TLS)
    send a "GET / HTTP/1.1\\r\\nHost: {host}\\r\\n\\r\\n"    in one record or segment
    send a "x"*4096 "y"
    cut a 7 "..."           like `send`, but only 7 bytes of the record go out now, the rest before the next bytes of `a`
    wire a "..."            sends the bytes as they are, even on a TLS connection
    hear a                  waits a moment for an answer
    shut a                  sends FIN and still reads
    notify a                sends close_notify: no more TLS data follows
    close a                 ends the connection
    reset a                 ends the connection by RST

`{host}`, `{origin}`, `{ticket}` (a player's) and `{desk}` (a host's) stand for the values that are valid at the time. Connections that
are open at the end are reset. An empty line ends a script. A file may contain several scripts, which run at the same time.
"""

import re
from typing import NamedTuple

PLAIN = re.compile(rb'[ !#-\[\]-~]')
NAMED = {0x0D: "\\r", 0x0A: "\\n", 0x22: '\\"', 0x5C: "\\\\"}
ESCAPE = re.compile(r'\\(x[0-9a-f]{2}|[rn"\\])')
LINE = re.compile(r'(\w+) (\w+)(?: (\w+))?(?: (".*))?$')
# The verbs, each with whether it takes a word, and whether it takes bytes.
VERBS = {"open": (True, False), "send": (False, True), "cut": (True, True), "wire": (False, True), "hear": (False, False),
         "shut": (False, False), "notify": (False, False), "close": (False, False), "reset": (False, False)}
RUN = re.compile(rb'([^\r\n])\1{19,}', re.DOTALL)
PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"(?:\*(\d+))?')


class Step(NamedTuple):
    """One action on the connection `link`; `word` is the kind of an opening or the position of a cut."""

    verb: str
    link: str
    word: str = ""
    payload: bytes | None = None


def escaped(payload):
    """Returns the bytes as text for use between quotation marks."""
    return "".join(NAMED.get(byte) or (chr(byte) if PLAIN.match(bytes([byte])) else f"\\x{byte:02x}") for byte in payload)


def shown(payload):
    """Returns the bytes as they are written in a file: in quotation marks, with a count for repeated bytes."""
    pieces, place = [], 0
    for run in RUN.finditer(payload):
        if run.start() > place:
            pieces.append(f'"{escaped(payload[place:run.start()])}"')
        pieces.append(f'"{escaped(run[1])}"*{run.end() - run.start()}')
        place = run.end()
    if place < len(payload) or not pieces:
        pieces.append(f'"{escaped(payload[place:])}"')
    return " ".join(pieces)


def read(text):
    """Returns the bytes that a text in the form of `shown` stands for."""
    back = {"r": "\r", "n": "\n", '"': '"', "\\": "\\"}
    whole = b""
    for piece in PIECE.finditer(text):
        part = ESCAPE.sub(lambda found: back.get(found[1]) or chr(int(found[1][1:], 16)), piece[1])
        whole += part.encode("latin-1") * int(piece[2] or 1)
    return whole


def written(scripts, words=()):
    """Returns the text of a file: the lines of `words` as comments with "#", then the scripts, with an empty line between two scripts."""
    lines = [f"# {line}" for line in words]
    for number, script in enumerate(scripts):
        lines += [""] if number else []
        for step in script:
            word = f" {step.word}" if step.word else ""
            payload = "" if step.payload is None else f' {shown(step.payload)}'
            lines.append(f"{step.verb} {step.link}{word}{payload}")
    return "\n".join(lines) + "\n"


def parsed(text):
    """Returns the scripts of a file's text; raises ValueError with the number of the line that is wrong."""
    scripts = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            scripts.append([])
            continue
        found = LINE.match(line)
        if not found or VERBS.get(found[1]) != (found[3] is not None, found[4] is not None):
            raise ValueError(f"line {number} is no step: {line}")
        payload = None if found[4] is None else read(found[4])
        scripts[-1].append(Step(found[1], found[2], found[3] or "", payload))
    return [script for script in scripts if script]
