"""The vectors in Tests/Vectors (the top of each file describes the format)."""

import pathlib

from tables import Transport

PLACE = pathlib.Path(__file__).resolve().parents[1] / "Vectors"
# The files of inputs that share their messages with others; the files of all other inputs begin with the input's name.
SHARED = {"sensagram": ["sensors", "touches"], "sensorserver": ["sensors", "touches"]}


def unpack(text):
    """Returns the bytes of a vector."""
    data = b""
    for part in text.split():
        digits, _, count = part.partition("*")
        data += bytes.fromhex(digits) * int(count or 1)
    return data


def read(name):
    """Yields (name, bytes, result) for each vector; the result is "ok", possibly followed by other bytes, or a reason."""
    for line in (PLACE / name).read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        name, _, rest = line.partition(":")
        data, _, result = rest.rpartition("->")
        yield name, unpack(data), result.strip()


def scenarios(name):
    """Returns (name, script) for each scenario; the script contains (deed, log) for each line."""
    found = []
    for line in (PLACE / name).read_text().splitlines():
        if line.startswith(" "):
            deed, _, log = line.strip().partition(" -> ")
            found[-1][1].append((deed, log or "done"))
        elif line and not line.startswith("#"):
            found.append((line, []))
    return found


def of_inputs():
    """Returns the names of the files with each input's messages, by the input's name."""
    names = [transport.name.lower() for transport in Transport if transport > Transport.OTHER]
    files = sorted(file.stem for file in PLACE.glob("*.hex"))
    return {name: SHARED.get(name) or [file for file in files if file.partition("-")[0] == name] for name in names}
