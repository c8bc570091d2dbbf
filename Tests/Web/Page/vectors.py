"""The vectors in Tests/Vectors (the format is told at the top of each file)."""

import pathlib

PLACE = pathlib.Path(__file__).resolve().parents[2] / "Vectors"


def unpack(text):
    """Returns the bytes of a vector."""
    data = b""
    for part in text.split():
        digits, _, count = part.partition("*")
        data += bytes.fromhex(digits) * int(count or 1)
    return data


def read(name):
    """Yields (name, bytes, result) of each vector, where the result is "ok" with other bytes behind it, or a reason."""
    for line in (PLACE / name).read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        name, _, rest = line.partition(":")
        data, _, result = rest.rpartition("->")
        yield name, unpack(data), result.strip()
