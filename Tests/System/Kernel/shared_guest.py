"""The one guest that every test module shares: booted at its first use, killed at the end."""

import functools
import os
import pathlib
import re
import shlex
import sys
import time

from json_lines import JSONLines
from machine import Machine
from vm import GUEST_DIRECTORY, VM

HERE = pathlib.Path(__file__).resolve().parent
GUEST_PROGRAMS = (
    "device_stub.py", "evdev_probe.py", "feedback_probe.py", "force_probe.py", "knob_probe.py", "pad_stub.py", "real_pads.py", "sdl_probe.py",
    "sdl_sensor_probe.py", "sdl_touch_probe.py", "sender.py", "stick_kinds.py", "stick_stub.py", "swing_probe.py")

SUITE = os.environ.get("TILTPAD_SUITE", "bookworm")
# The versions of SDL that games of a release of Debian use.
SDLS = {"bookworm": (2,), "trixie": (2, 3)}[SUITE]

_failure = []
_chosen = [Machine(suite=SUITE)]


def choose(machine):
    """Chooses another machine than that of the kernel tests; it has to be called before the first use of the guest."""
    _chosen[0] = machine


@functools.cache
def _booted():
    """Boots the guest and puts the probes into it."""
    vm = VM(_chosen[0]).__enter__()
    print(f"{vm.machine.name}: {vm.machine.suite} booted in {vm.boot_seconds:.1f} s", file=sys.stderr)
    vm.put_tree(HERE, GUEST_DIRECTORY, GUEST_PROGRAMS)
    return vm


def guest():
    """Returns the running guest; a boot that failed once is not tried again."""
    if _failure:
        raise _failure[0]
    try:
        return _booted()
    except Exception as error:
        _failure.append(error)
        raise


def stands_still():
    """Returns whether the guest was booted, and has come to stand still."""
    return _booted.cache_info().currsize > 0 and _booted().stands_still()


def deadline(seconds):
    """Returns the time of time.monotonic() at which a wait of so many seconds of a usual guest is over."""
    return time.monotonic() + seconds * guest().machine.slowness


def printed_by(program, last="interrupt to exit"):
    """Returns what a program in the guest that does not end by itself prints, up to the first line with a pattern."""
    with JSONLines(guest(), f"exec stdbuf -oL {program}") as reader:
        reader.until(lambda line: re.search(last, line["text"]))
    return "".join(line["text"] + "\n" for line in reader.seen)


def start(program, arguments="", variables=""):
    """Starts one of our programs in the guest, in an environment with some variables; returns its JSON lines."""
    settings = dict(setting.split("=", 1) for setting in shlex.split(variables))
    return JSONLines(guest(), probe=program, words=shlex.split(arguments), variables=settings)
