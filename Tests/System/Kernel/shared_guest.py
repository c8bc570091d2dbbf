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
    "bare_way.py", "device_stub.py", "evdev_probe.py", "feedback_probe.py", "force_probe.py", "knob_probe.py", "pad_stub.py",
    "real_pads.py", "sdl_probe.py", "sdl_sensor_probe.py", "sdl_touch_probe.py", "sender.py", "stick_kinds.py", "stick_stub.py",
    "swing_probe.py")

SUITE = os.environ.get("TILTPAD_SUITE", "bookworm")
# The versions of SDL that games use in this release of Debian.
SDLS = {"bookworm": (2,), "trixie": (2, 3)}[SUITE]

_failure = []
_chosen = [Machine(suite=SUITE)]


def choose(machine):
    """Chooses the kind of guest, in place of the one of the kernel tests; call it before the first use of the guest."""
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
    """Returns whether the guest was booted, and now stands still, so that no command in it ends."""
    return _booted.cache_info().currsize > 0 and _booted().stands_still()


def deadline(seconds):
    """Returns the time of time.monotonic() at which a wait of `seconds` is over. In a slower guest the wait is longer."""
    return time.monotonic() + seconds * guest().machine.slowness


def printed_by(program, last="interrupt to exit"):
    """Runs a program in the guest, and ends it after the first line with the pattern `last`; returns its output up to this line."""
    with JSONLines(guest(), f"exec stdbuf -oL {program}") as reader:
        reader.until(lambda line: re.search(last, line["text"]))
    return "".join(line["text"] + "\n" for line in reader.seen)


def start(program, arguments="", variables=""):
    """Starts one of GUEST_PROGRAMS in the guest, with further environment variables ("NAME=VALUE ..."); returns its JSON lines."""
    settings = dict(setting.split("=", 1) for setting in shlex.split(variables))
    return JSONLines(guest(), probe=program, words=shlex.split(arguments), variables=settings)
