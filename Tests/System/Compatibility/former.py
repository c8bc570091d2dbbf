"""Reads the results in a document. A run that tries only some identities copies the results of the others from it."""

import re

import notes

ROW = re.compile(r"^\| (.*) \|$", re.MULTILINE)
SECTION = re.compile(r"^## `(.*)`$", re.MULTILINE)
VERSIONS = re.compile(r"^Versions(?: for `(.*)`)?: (.*)\.$", re.MULTILINE)
NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
HEAD_ROWS = 1


def results(text):
    """Yields for each row of a document: the identity, the program, the list of cells, and the keys of the notes."""
    body, _, texts = text.partition("\n## Notes\n")
    keys = {told: key for key, told in notes.TEXTS.items()}
    numbered = {}
    for number, told in NUMBERED.findall(texts):
        if told not in keys:
            raise AssertionError(f"the words of a note have changed, so all pads have to be tried: {told}")
        numbered[number] = keys[told]
    _, *parts = SECTION.split(body)
    for name, section in zip(parts[::2], parts[1::2]):
        for row in ROW.findall(section)[HEAD_ROWS:]:
            program, *cells, numbers = (cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row))
            yield name, program, cells, tuple(numbered[number] for number in numbers.split(", ") if number)


def versions(text):
    """Returns {identity: {package: version}} for the identities that have their own versions. The key None is for all other identities."""
    return {name or None: dict(package.split(" ") for package in told.split(", ")) for name, told in VERSIONS.findall(text)}
