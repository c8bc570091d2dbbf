"""Processes and directories of a test run. The run removes them at its end, also by Ctrl-C or SIGTERM. If it is killed, only the directories stay."""

import atexit
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

LONGEST_s = 20
_running = {}
_places = set()


def obey_signals():
    """Makes SIGINT, SIGTERM and SIGHUP raise KeyboardInterrupt. With an exit, unittest would only count one more failed test.

    SIGINT needs this too, because a shell makes its background programs ignore it.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)


def place(prefix="tiltpad-"):
    """Makes a directory that is removed at the end of the run, or before by `remove`; returns it."""
    made = pathlib.Path(tempfile.mkdtemp(prefix=prefix))
    _places.add(made)
    return made


def remove(made):
    """Removes a directory."""
    shutil.rmtree(made, ignore_errors=True)
    _places.discard(made)


def start(*arguments, **options):
    """Starts a program in its own process group; returns it. The kernel kills it if the run is killed."""
    started = subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", *map(str, arguments)], stdin=subprocess.DEVNULL, process_group=0, **options)
    _running[started.pid] = started
    return started


def end(started, number=signal.SIGKILL):
    """Ends a program and all its descendants by a signal."""
    tell(started, number)
    started.wait(LONGEST_s)
    _running.pop(started.pid, None)


def tell(started, number):
    """Sends a signal to a program and all its descendants."""
    try:
        os.killpg(started.pid, number)
    except ProcessLookupError:
        pass


@atexit.register
def _end_all():
    # All programs get the signal before the first wait, since one may take long on a busy machine.
    for started in _running.values():
        tell(started, signal.SIGKILL)
    for started in _running.values():
        try:
            started.wait(LONGEST_s)
        except subprocess.TimeoutExpired:
            print(f"still there: process {started.pid}")
    for made in list(_places):
        remove(made)
