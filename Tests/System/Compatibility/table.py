"""The results of all programs with all pads, and the document that contains them (docs/compatibility.md)."""

import dataclasses
import difflib
import pathlib
import typing

import former
import identities
import notes

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs" / "compatibility.md"

VERSIONS = "Versions"
YES, NO, NONE = "yes", "no", "–"

# The Debian package of each program, in the order of the document.
PROGRAMS = {
    "evtest": "evtest",
    "jstest": "joystick",
    "python3-evdev": "python3-evdev",
    "libinput": "libinput-tools",
    "SDL 2, its library": "libsdl2-2.0-0",
    "SDL 2, testgamecontroller": "libsdl2-tests",
    "SDL 2, testjoystick": "libsdl2-tests",
    "Chromium": "chromium",
    "Chromium, four pads": "chromium",
    "Firefox": "firefox-esr",
    "Firefox, four pads": "firefox-esr",
    "Wine, XInput": "wine64",
    "Wine, DirectInput": "wine64",
    "RetroArch": "retroarch",
    "Teeworlds": "teeworlds",
    "Trigger Rally": "trigger-rally",
    "Powermanga": "powermanga",
    "TecnoballZ": "tecnoballz",
    "Mednafen": "mednafen",
    "DOSBox": "dosbox",
}


@dataclasses.dataclass(frozen=True)
class Seen:
    """The result of one program with one pad: the cells of its row, and the keys of the notes on these cells. A cell is NONE if it was not tried."""

    recognised: str = NO
    mapping: str = NONE
    controls: str = NONE
    rumble: str = NONE
    motion: str = NONE
    notes: tuple = ()


_seen = {}
_motion = {}
# The versions of packages by identity. The key None has the versions for all identities that have no entry.
_versions = {}


def record(identity, program, seen):
    """Stores the result of a program with a pad."""
    assert program in PROGRAMS, program
    _seen[identity.name, program] = seen


def record_motion(identity, program, cell, *notes):
    """Stores the cell about the sensors for a program and a pad. Another test stores the other cells."""
    _motion[identity.name, program] = cell, notes


def seen(identity, program):
    """Returns the stored result of a pad and a program."""
    found = _seen[identity.name, program]
    cell, reasons = _motion.get((identity.name, program), (found.motion, ()))
    return dataclasses.replace(found, motion=cell, notes=(*found.notes, *reasons))


def record_versions(versions):
    """Stores the version of each package."""
    _versions[None] = versions


def names_tried():
    """Returns the names of the identities that have a result."""
    return {name for name, _ in _seen}


def take_over(text):
    """Copies the results of identities that were not tried from the document `text`.

    If the versions of packages in this run differ from those of the document, the tried identities get versions of their own.
    """
    names, run, old = names_tried(), _versions.get(None, {}), former.versions(text)
    for name, program, cells, keys in former.results(text):
        if name not in names:
            _seen[name, program] = Seen(*cells, notes=keys)
    _versions.update({name: versions for name, versions in old.items() if name not in names})
    others = {package: version for package, version in run.items() if old[None].get(package) != version}
    _versions.update({name: others for name in names if others})


def missing(tried):
    """Returns the pairs (identity, program) without a result, for the identities `tried`."""
    return [(identity.name, program) for identity in tried for program in programs(identity)
            if (identity.name, program) not in _seen]


def programs(identity):
    """Returns the programs with which an identity is tried."""
    left_out = "SDL 2, testjoystick" if identity.is_pad else "SDL 2, testgamecontroller"
    return [program for program in PROGRAMS if program != left_out]


def document():
    """Returns the text of the document."""
    everything = [seen(identity, program) for identity in identities.ALL for program in PROGRAMS
                  if (identity.name, program) in _seen]
    used = [key for key in notes.TEXTS if any(key in one.notes for one in everything)]
    sections = [section(identity, used) for identity in identities.ALL
                if any(name == identity.name for name, _ in _seen)]
    texts = [f"{number}. {notes.TEXTS[key]}" for number, key in enumerate(used, 1)]
    return "\n".join([*notes.INTRODUCTION, "", *version_lines(), *sections, "", "## Notes", "", *texts, ""])


def version_lines():
    """Returns the lines with the versions of packages. The first line is for all identities that have no line of their own."""
    names = [None, *(identity.name for identity in identities.ALL if identity.name in _versions)]
    lists = [", ".join(f"{package} {version}" for package, version in sorted(_versions[name].items())) for name in names]
    return [f"{VERSIONS}{f' for `{name}`' if name else ''}: {told}." for name, told in zip(names, lists)]


class Written(typing.NamedTuple):
    """The lines in which a file differs from the document: those that are faults, and those with versions of packages."""

    faults: list
    versions: list


def hold(path, text, failed, is_writing):
    """Writes the document `text` to a file if `is_writing`, and returns the differences. If tests have `failed`, that is the only fault."""
    if failed:
        return Written([f"nothing is written, as these have failed: {', '.join(failed)}"], [])
    if is_writing:
        path.write_text(text)
    lines = difflib.unified_diff(path.read_text().splitlines(), text.splitlines(), n=0, lineterm="")
    changed = [line for line in lines if line[0] in "+-" and line[:3] not in ("---", "+++")]
    versions = [line for line in changed if line[1:].startswith(VERSIONS)]
    return Written([line for line in changed if line not in versions], versions)


def section(identity, used):
    """Returns the table of one identity."""
    rows = [row(program, seen(identity, program), used) for program in PROGRAMS
            if (identity.name, program) in _seen]
    return "\n".join([
        "", f"## `{identity.name}`", "",
        "| program | recognised | mapping or name | buttons and axes | rumble | motion | notes |",
        "|---|---|---|---|---|---|---|", *rows])


def row(program, cells, used):
    """Returns the row of one program for a pad."""
    numbers = ", ".join(str(used.index(key) + 1) for key in used if key in cells.notes)
    cells = (program, cells.recognised, cells.mapping, cells.controls, cells.rumble, cells.motion, numbers)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
