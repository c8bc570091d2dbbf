"""The results of all programs with all pads, and the document with them."""

import dataclasses
import difflib
import pathlib
import typing

import identities
import notes

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs" / "compatibility.md"

VERSIONS = "Versions: "
YES, NO, NONE = "yes", "no", "–"

# Program, the Debian package that it is from; in the order of the document.
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
    """The result of one program with one pad: a cell each, NONE if untried, and the notes that explain them."""

    recognised: str = NO
    mapping: str = NONE
    controls: str = NONE
    rumble: str = NONE
    motion: str = NONE
    notes: tuple = ()


_seen = {}
_motion = {}
_versions = {}


def record(identity, program, seen):
    """Stores the result of a program with a pad."""
    assert program in PROGRAMS, program
    _seen[identity.name, program] = seen


def record_motion(identity, program, cell, *notes):
    """Stores a program's result with the sensors of a pad, whose other cells another test has stored."""
    _motion[identity.name, program] = cell, notes


def seen(identity, program):
    """Returns the stored result of a pad and a program."""
    found = _seen[identity.name, program]
    cell, reasons = _motion.get((identity.name, program), (found.motion, ()))
    return dataclasses.replace(found, motion=cell, notes=(*found.notes, *reasons))


def record_versions(versions):
    """Stores the version of each package."""
    _versions.update(versions)


def missing(tried):
    """Returns the pairs of a tried identity and a program that have no result."""
    return [(identity.name, program) for identity in tried for program in programs(identity)
            if (identity.name, program) not in _seen]


def programs(identity):
    """Returns the programs that an identity is tried with."""
    left_out = "SDL 2, testjoystick" if identity.is_pad else "SDL 2, testgamecontroller"
    return [program for program in PROGRAMS if program != left_out]


def document():
    """Returns the document."""
    everything = [seen(identity, program) for identity in identities.ALL for program in PROGRAMS
                  if (identity.name, program) in _seen]
    used = [key for key in notes.TEXTS if any(key in one.notes for one in everything)]
    sections = [section(identity, used) for identity in identities.ALL
                if any(name == identity.name for name, _ in _seen)]
    texts = [f"{number}. {notes.TEXTS[key]}" for number, key in enumerate(used, 1)]
    versions = ", ".join(f"{package} {version}" for package, version in sorted(_versions.items()))
    return "\n".join([*notes.INTRODUCTION, "", f"{VERSIONS}{versions}.", *sections, "", "## Notes", "", *texts, ""])


class Written(typing.NamedTuple):
    """The differences of a file from the document, in lines: those that are faults, and those in the versions of programs."""

    faults: list
    versions: list


def hold(path, text, failed, is_writing):
    """Writes the document to a file if asked to and nothing has failed, and compares the two."""
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
