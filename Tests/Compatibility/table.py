"""What the programs made of the pads, and the document that says it."""

import dataclasses
import pathlib

import identities
import notes

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "compatibility.md"

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
    "Mednafen": "mednafen",
    "DOSBox": "dosbox",
}


@dataclasses.dataclass(frozen=True)
class Seen:
    """What one program made of one pad: a cell each, NONE where it was not tried, and the notes that explain them."""

    recognised: str = NO
    mapping: str = NONE
    controls: str = NONE
    rumble: str = NONE
    motion: str = NONE
    notes: tuple = ()


_seen = {}
_versions = {}


def record(identity, program, seen):
    """Keeps what a program made of a pad."""
    assert program in PROGRAMS, program
    _seen[identity.name, program] = seen


def record_versions(versions):
    """Keeps the version of each package."""
    _versions.update(versions)


def missing(tried):
    """Returns which pairs of an identity that was tried and a program nobody has recorded."""
    return [(identity.name, program) for identity in tried for program in programs(identity)
            if (identity.name, program) not in _seen]


def programs(identity):
    """Returns the programs that an identity is tried with."""
    left_out = "SDL 2, testjoystick" if identity.is_pad else "SDL 2, testgamecontroller"
    return [program for program in PROGRAMS if program != left_out]


def document():
    """Returns the document."""
    used = [key for key in notes.TEXTS if any(key in seen.notes for seen in _seen.values())]
    sections = [section(identity, used) for identity in identities.ALL
                if any(name == identity.name for name, _ in _seen)]
    texts = [f"{number}. {notes.TEXTS[key]}" for number, key in enumerate(used, 1)]
    versions = ", ".join(f"{package} {version}" for package, version in sorted(_versions.items()))
    return "\n".join([*notes.INTRODUCTION, "", f"Versions: {versions}.", *sections, "", "## Notes", "", *texts, ""])


def section(identity, used):
    """Returns the table of one identity."""
    rows = [row(program, _seen[identity.name, program], used) for program in PROGRAMS
            if (identity.name, program) in _seen]
    return "\n".join([
        "", f"## `{identity.name}`", "",
        "| program | recognised | mapping or name | buttons and axes | rumble | motion | notes |",
        "|---|---|---|---|---|---|---|", *rows])


def row(program, seen, used):
    """Returns what one program made of a pad."""
    numbers = ", ".join(str(used.index(key) + 1) for key in used if key in seen.notes)
    cells = (program, seen.recognised, seen.mapping, seen.controls, seen.rumble, seen.motion, numbers)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
